import { isSecondHand } from '../product/condition.js';
import { type Check, type CheckWords, good, lacking, type Sight } from './check.js';
import { PRODUCTS_SCREEN } from './product-safety.js';
import { byTag, find } from './seen-element.js';

const USED: Readonly<Record<string, RegExp>> = { pl_PL: /używan/i, en_US: /second-hand|used/i };
const LIABILITY: Readonly<Record<string, RegExp>> = { pl_PL: /zgodno[śs]/i, en_US: /conformity/i };
const CONDITION = /"itemCondition":"https:\/\/schema\.org\/(\w+)"/g;

/** Second-hand goods are called so, to people and to machines, with what the seller answers for (Consumer Rights Act, art. 12(1)(1), 12(1)(13)). */
export function conditionCheck(words: CheckWords): Check {
  const { __ } = words;
  return {
    id: 'condition',
    law: 'seller',
    label: __('New and second-hand goods'),
    fix: PRODUCTS_SCREEN,
    look({ view }: Sight) {
      const problems: string[] = [];
      for (const { html, body, product, where, locale } of view.at('product')) {
        if (html === '' || !product || !view.live) continue;
        const used = isSecondHand(product.record);
        const { text } = find(body, byTag('main'))[0] ?? body;
        if (used && !USED[locale]?.test(text)) problems.push(__('%s does not say that it is second-hand.', where));
        if (used && product.card.kind === 'physical' && !LIABILITY[locale]?.test(text))
          problems.push(__('%s does not say what the seller answers for.', where));
        const wrong = [...html.matchAll(CONDITION)].some(([, said]) => (said === 'UsedCondition') !== used);
        if (wrong) problems.push(__('%s tells search engines another condition.', where));
      }
      return problems.length === 0
        ? good(__('Pages say which it is.'))
        : lacking('missing', problems, __('Look which theme or extension changes the page.'), words);
    },
  };
}
