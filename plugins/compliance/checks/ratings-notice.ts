import { type Check, type CheckWords, good, lacking, type Sight } from './check.js';
import { PRODUCTS_SCREEN } from './product-safety.js';

const CHECKED: Readonly<Record<string, RegExp>> = { pl_PL: /sprawdz|weryfik/i, en_US: /check|verif/i };
const RATINGS: Readonly<Record<string, RegExp>> = { pl_PL: /ocen|opini/i, en_US: /rating|review/i };

/** Beside ratings: whether and how the shop checks that they come from buyers (Consumer Rights Act, art. 12). */
export function ratingsNoticeCheck(words: CheckWords): Check {
  const { __ } = words;
  return {
    id: 'ratings',
    law: 'seller',
    label: __('Where ratings come from'),
    fix: PRODUCTS_SCREEN,
    look({ view }: Sight) {
      const rated = view
        .at('product')
        .filter(({ html, product }) => html !== '' && product?.record.reviews !== undefined);
      if (rated.length === 0) return good(__('No product is rated.'));
      // Both in one sentence: elsewhere on the page the words mean other things.
      const silent = rated.filter(
        ({ body, locale }) =>
          !body.text
            .split(/(?<=[.!?])\s/)
            .some((sentence) => CHECKED[locale]?.test(sentence) && RATINGS[locale]?.test(sentence)),
      );
      return silent.length === 0
        ? good(__('Product pages with ratings say it.'))
        : lacking(
            'missing',
            silent.map(({ where }) => __('%s does not say it.', where)),
            __('Look which theme or extension leaves it out.'),
            words,
          );
    },
  };
}
