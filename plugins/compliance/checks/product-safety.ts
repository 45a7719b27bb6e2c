import { missingSafety, safetyOf, safetyTexts } from '../product/safety.js';
import { type Check, type CheckWords, good, lacking, type Sight, switchedOff } from './check.js';

export const PRODUCTS_SCREEN = 'admin.php?page=store-products';
const NAMED = 3;

/** Every product names its maker and, where it must, who answers in the EU; and its page says so (Regulation (EU) 2023/988, art. 19). */
export function productSafetyCheck(words: CheckWords): Check {
  const { __ } = words;
  return {
    id: 'safety',
    law: 'safety',
    label: __('Product safety'),
    fix: PRODUCTS_SCREEN,
    look({ goods, view, values }: Sight) {
      if (!values.flag('gpsr_enabled')) return switchedOff(words);
      const { total, unsafe } = goods;
      if (unsafe.length > 0) {
        const seen = __(
          '%1$s of %2$s products are complete; not: %3$s.',
          total - unsafe.length,
          total,
          unsafe.slice(0, NAMED).join(', '),
        );
        return {
          ...lacking('missing', unsafe, __('Fill in manufacturer and, outside the EU, the responsible person.'), words),
          seen,
        };
      }
      const silent = view.at('product').filter(({ html, body, product }) => {
        if (html === '' || !product) return false;
        const safety = safetyOf(product.record, goods.contacts);
        return missingSafety(safety).length === 0 && !safetyTexts(safety).every((text) => body.text.includes(text));
      });
      if (silent.length > 0)
        return lacking(
          'missing',
          silent.map(({ where }) => __('%s does not say who made it.', where)),
          __('Look which theme or extension leaves it out.'),
          words,
        );
      return good(__('%s of %s products are complete.', total, total));
    },
  };
}
