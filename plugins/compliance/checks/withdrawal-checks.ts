import { findStatedDays } from '../pages/page-text.js';
import { parsePoint } from '../withdrawal/exceptions.js';
import { EXCEPTION_FIELD } from '../withdrawal/product-exception.js';
import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  goodFinding,
  nothingToExamineFinding,
  problemFinding,
  PAGES_SCREEN,
  type CheckContext,
  disabledDutyFinding,
} from './check.js';
import { PRODUCTS_SCREEN } from './product-checks.js';
import { byClass, find } from './visible-element.js';

/**
 * Checks that no page states fewer days for withdrawal than the shop grants, and that the instruction states the number
 * (Consumer Rights Act, art. 27).
 */
export function withdrawalDaysCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'withdrawal_days',
    law: 'withdrawal_days',
    label: __('Withdrawal period (days)'),
    fix: PAGES_SCREEN,
    examines: ['legal'],
    run({ view, values, pages }: CheckContext) {
      if (!values.flag('withdrawal_enabled')) return disabledDutyFinding(i18n);
      const requiredDays = values.number('withdrawal_days');
      const instructionPaths = new Set(
        pages
          .filter(({ type, post }) => type === 'withdrawal' && post.post_status === 'publish')
          .map(({ url }) => new URL(url).pathname),
      );
      const problems: string[] = [];
      for (const { location, path, html, body } of view.findPages('legal', 'withdrawal', 'product', 'checkout')) {
        const statedDays = findStatedDays(body.text);
        const fewer = statedDays.find((days) => days < requiredDays);
        if (fewer !== undefined)
          problems.push(
            __('%1$s states a withdrawal period of %2$d days; the shop is set to %3$d.', location, fewer, requiredDays),
          );
        else if (html !== '' && instructionPaths.has(path.split('?')[0] ?? '') && statedDays.length === 0)
          problems.push(__('%s doesn’t state the withdrawal period.', location));
      }
      if (problems.length === 0 && instructionPaths.size === 0) return nothingToExamineFinding(i18n);
      return problems.length === 0
        ? goodFinding(__('Pages state the withdrawal period set in the shop.'))
        : problemFinding('missing', problems, __('Correct the page, and check which plugin changes it.'), i18n);
    },
  };
}

const WITHDRAWAL_PATTERNS: Readonly<Record<string, RegExp>> = { pl_PL: /odstąpi/i, en_US: /withdraw/i };

/**
 * Checks that an excluded right of withdrawal is stated on the product page, in the cart and before the order (Consumer
 * Rights Act, art. 12(1)(11), 38).
 */
export function exceptionsCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'exceptions',
    law: 'withdrawal_days',
    label: __('Exceptions to the right of withdrawal'),
    fix: PRODUCTS_SCREEN,
    examines: ['product'],
    run({ view, values }: CheckContext) {
      if (!values.flag('withdrawal_enabled')) return disabledDutyFinding(i18n);
      const excepted = view
        .findPages('product')
        .filter(
          ({ html, product }) => html !== '' && product && parsePoint(product.record.fields[EXCEPTION_FIELD]) > 0,
        );
      if (excepted.length === 0) return goodFinding(__('No products have exceptions.'));
      const inCart = view.findPages('cart', 'checkout').filter(({ html }) => html !== '');
      const pagesWithoutException = [...excepted, ...inCart].filter(
        ({ body, locale }) =>
          !find(body, byClass('withdrawal-exception')).some(({ text }) => WITHDRAWAL_PATTERNS[locale]?.test(text)),
      );
      return pagesWithoutException.length === 0
        ? goodFinding(__('Exceptions are shown before the order.'))
        : problemFinding(
            'missing',
            pagesWithoutException.map(({ location }) =>
              __('%s doesn’t say that the right of withdrawal is excluded.', location),
            ),
            __('Check which theme or plugin leaves it out.'),
            i18n,
          );
    },
  };
}
