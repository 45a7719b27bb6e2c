import { EXCEPTION_FIELD } from '../withdrawal/product-exception.js';
import { pointOf } from '../withdrawal/exceptions.js';
import { type Check, type CheckWords, good, lacking, type Sight, switchedOff } from './check.js';
import { PRODUCTS_SCREEN } from './product-safety.js';
import { byClass, find } from './seen-element.js';

const SAID: Readonly<Record<string, RegExp>> = { pl_PL: /odstąpi/i, en_US: /withdraw/i };

/** Where the right of withdrawal is excluded, that is said beside the product, in the cart and before the order (Consumer Rights Act, art. 12(1)(11), 38). */
export function exceptionsCheck(words: CheckWords): Check {
  const { __ } = words;
  return {
    id: 'exceptions',
    law: 'withdrawal_days',
    label: __('Exceptions from the right of withdrawal'),
    fix: PRODUCTS_SCREEN,
    look({ view, values }: Sight) {
      if (!values.flag('withdrawal_enabled')) return switchedOff(words);
      const excepted = view
        .at('product')
        .filter(({ html, product }) => html !== '' && product && pointOf(product.record.fields[EXCEPTION_FIELD]) > 0);
      if (excepted.length === 0) return good(__('No product has one.'));
      const inCart = view.at('cart', 'checkout').filter(({ html }) => html !== '');
      const silent = [...excepted, ...inCart].filter(
        ({ body, locale }) => !find(body, byClass('withdrawal-exception')).some(({ text }) => SAID[locale]?.test(text)),
      );
      return silent.length === 0
        ? good(__('They are said before the order.'))
        : lacking(
            'missing',
            silent.map(({ where }) => __('%s does not say that the right of withdrawal is excluded.', where)),
            __('Look which theme or extension leaves it out.'),
            words,
          );
    },
  };
}
