import { type Check, type CheckWords, good, lacking, SETTINGS_SCREEN, type Sight } from './check.js';
import { byTag, find } from './seen-element.js';

const TAX = /\b(?:VAT|tax)\b|podat/i;
const COSTS =
  /(?:plus|\+|dolicz\p{L}*)\s+(?:koszt\p{L}*\s+)?(?:dostaw|wysyłk|przesyłk)|koszt\p{L}*\s+(?:dostaw|wysyłk|przesyłk)|(?:darmow|bezpłatn)\p{L}*\s+(?:dostaw|wysyłk)|plus\s+(?:delivery|shipping|postage)|(?:delivery|shipping|postage)\s+(?:costs?|fees?)|free\s+(?:delivery|shipping)/iu;

/** Beside the price of goods: that tax is inside, and that delivery comes on top (Consumer Rights Act, art. 12). */
export function priceNoticeCheck(words: CheckWords): Check {
  const { __ } = words;
  return {
    id: 'price_notice',
    law: 'seller',
    label: __('Tax and delivery beside the price'),
    fix: `${SETTINGS_SCREEN}storefront`,
    look({ view, values }: Sight) {
      const problems: string[] = [];
      for (const { html, body, product, where } of view.at('product')) {
        if (html === '' || !product) continue;
        const text = (find(body, byTag('main'))[0] ?? body).text;
        const own = values.text('shipping_notice_text').trim();
        const absent = [
          ...(product.card.taxRate > 0 && !TAX.test(text) ? [__('the tax inside the price')] : []),
          ...(product.card.kind === 'physical' && !COSTS.test(text) && (own === '' || !text.includes(own))
            ? [__('the costs of delivery')]
            : []),
        ];
        if (absent.length > 0) problems.push(__('%1$s does not say: %2$s.', where, absent.join(', ')));
      }
      return problems.length === 0
        ? good(__('Product pages say both.'))
        : lacking(
            'missing',
            problems,
            __('Switch the notices on, and look which theme or extension leaves them out.'),
            words,
          );
    },
  };
}
