import { statesPayment } from '../settings/shop-texts.js';
import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  goodFinding,
  problemFinding,
  SETTINGS_SCREEN,
  unconfirmedFinding,
  type CheckContext,
} from './check.js';
import { byClass, byTag, find, type SeenElement } from './visible-element.js';

/** Names of checkout buttons that do not place an order. */
const OTHER_BUTTONS = new Set(['update', 'apply_code', 'remove_code', 'send_code', 'leave']);

/** Returns the elements that may place an order: the form's submit buttons and the buttons of payment methods. */
function findOrderButtons(body: SeenElement): SeenElement[] {
  return find(body, byTag('form'))
    .filter((form) => find(form, ({ attributes }) => attributes.name === 'place_order').length > 0)
    .flatMap((form) =>
      find(
        form,
        ({ tag, attributes }) =>
          (tag === 'button' && attributes.type !== 'button') ||
          (tag === 'input' && ['submit', 'image'].includes(attributes.type ?? '')) ||
          (tag === 'button' && /pay|blik|order/i.test(`${attributes.class} ${attributes.id}`)) ||
          (tag === 'a' &&
            (attributes.role === 'button' || byClass('button')({ tag, attributes, text: '', children: [] }))),
      ).filter(({ attributes }) => !OTHER_BUTTONS.has(attributes.name ?? '')),
    );
}

const getButtonText = ({ tag, attributes, text }: SeenElement): string =>
  (tag === 'input' ? (attributes.value ?? attributes.alt ?? '') : text || (attributes['aria-label'] ?? '')).trim();

/** Checks that each order button, including those of payment methods, states the obligation to pay. */
export function orderButtonCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'button',
    law: 'button',
    label: __('Order button text'),
    fix: `${SETTINGS_SCREEN}checkout`,
    run({ view }: CheckContext) {
      const pages = view.findPages('checkout').filter(({ html }) => html !== '');
      if (pages.length === 0)
        return unconfirmedFinding(
          '',
          __('Couldn’t open the form.'),
          __('Open it yourself. It may need a product in stock.'),
        );
      const problems: string[] = [];
      for (const page of pages) {
        const buttonTexts = findOrderButtons(page.body).map(getButtonText);
        if (buttonTexts.length === 0) problems.push(__('%s has no button to place the order.', page.location));
        for (const text of buttonTexts)
          if (!statesPayment(text))
            problems.push(
              __('%1$s: “%2$s” doesn’t say that the order includes an obligation to pay.', page.location, text),
            );
      }
      const shownTexts = pages[0]
        ? findOrderButtons(pages[0].body)
            .map((button) => `“${getButtonText(button)}”`)
            .join(', ')
        : '';
      return problems.length === 0
        ? goodFinding(shownTexts)
        : problemFinding('missing', problems, __('Use “Zamawiam z obowiązkiem zapłaty” or equally clear words.'), i18n);
    },
  };
}
