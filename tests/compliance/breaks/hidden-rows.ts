import { style } from './breaking.js';
import { HIDING_METHODS } from './hiding.js';
import type { Row } from './row.js';

/** Duties that are met by showing something: check, selector of what is shown, and the expected message. */
export const HIDDEN_DUTIES: readonly (readonly [check: string, selector: string, seen: RegExp])[] = [
  ['lowest_price', '.omnibus', /without the lowest price/],
  ['exceptions', '.withdrawal-exception', /doesn’t say that the right of withdrawal is excluded/],
  ['safety', '.legal-info__safety dd', /doesn’t show the manufacturer/],
  ['price_notice', '.legal-info__price', /doesn’t state: .*delivery costs/],
  ['prices', '.product__price .price', /doesn’t show the price/],
  ['order_summary', '.sum-line--total', /doesn’t show the total/],
  ['button', '.checkout__buy', /no button to place the order/],
  ['boxes_checkout', '.legal-box label', /lost its text/],
  ['form_withdrawal', 'a[href$="/withdrawal/"]', /has no link/],
  ['form_report', 'a[href$="/report/"]', /has no link/],
  ['page_terms', 'main h2', /doesn’t show/],
];

/** Each way to hide, of one duty after the other; `visible-element.test.ts` tests all ways by themselves. */
export const HIDDEN_ROWS: readonly Row[] = HIDING_METHODS.flatMap(({ name, css }, at): Row[] => {
  const duty = HIDDEN_DUTIES[at % HIDDEN_DUTIES.length];
  return duty === undefined ? [] : [['', `${duty[1]} hidden by ${name}`, duty[0], duty[2], style(css(duty[1]))]];
});
