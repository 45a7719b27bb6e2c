import type { PluginScope } from 'plinth';
import { includedTax } from '../money/tax.js';
import type { Currency } from '../money/currency.js';
import type { PriceDisplayState } from './price-rules.js';
import { createPriceLabels } from './price-labels.js';

/** Price of a product or variation as displayed to customers. Prices are in minor units, tax included. */
export interface DisplayedPrice {
  /** Current price; null when it is not for sale. */
  readonly price: number | null;
  /** Highest price of the variations. */
  readonly maxPrice: number | null;
  /** Regular price; displayed when the product is on sale and has a single price. */
  readonly regular: number | null;
  /** Whether the product or one of its variations is on sale. */
  readonly onSale: boolean;
  /** Whether the displayed price is a sale price. The cheapest variation may be the only one not on sale. */
  readonly reduced: boolean;
  /** End of the sale, UTC; null for none. */
  readonly saleTo: string | null;
  readonly unit: string;
  /** Number of units in a package; 0 if no unit price is displayed. */
  readonly unitContent: number;
}

interface PriceHtmlDeps {
  readonly display: PriceDisplayState;
  /** Percent. */
  readonly taxRate: number;
  readonly i18n: Pick<PluginScope, '__' | 'escHtml'>;
  readonly currency: Pick<Currency, 'format'>;
}

/** Returns the HTML shown instead of a price that cannot be displayed. */
export function hiddenPrice({ __, escHtml }: PriceHtmlDeps['i18n']): string {
  return `<span class="price price--none">${escHtml(__('Price currently unavailable'))}</span>`;
}

/** Renders a price as HTML, before the filters of extensions. */
export function priceHtml(
  { price, maxPrice, regular, reduced, unit, unitContent }: DisplayedPrice,
  { display, taxRate, i18n, currency }: PriceHtmlDeps,
): string {
  const { __, escHtml } = i18n;
  if (price === null) return `<span class="price price--none">${escHtml(__('Currently not for sale'))}</span>`;
  const amounts = createPriceLabels(display, { i18n, currency });
  const isRange = maxPrice !== null && maxPrice > price;
  const tax = includedTax(price, taxRate);
  const before =
    reduced && !isRange && regular !== null && regular > price
      ? `<del class="price__before"><span class="visually-hidden">${escHtml(__('Regular price:'))} </span>${escHtml(amounts.main(regular, includedTax(regular, taxRate)))}</del> `
      : '';
  const [main, asideText] = [amounts.main(price, tax), amounts.aside(price, tax)];
  const from = (text: string): string => escHtml(isRange ? __('from %s', text) : text);
  const hidden = before === '' ? '' : `<span class="visually-hidden">${escHtml(__('Current price:'))} </span>`;
  const tag = before === '' ? 'span' : 'ins';
  const current =
    asideText === ''
      ? `<${tag} class="price__now">${hidden}${from(main)}</${tag}>`
      : `<${tag} class="price__pair">${hidden}<span class="price__net">${from(asideText)} /</span> <span class="price__now">${escHtml(main)}</span></${tag}>`;
  const perUnit =
    unit !== '' && unitContent > 0 && !isRange && display.unitText !== ''
      ? ` <span class="price__unit">${escHtml(unitPrice(price / unitContent))}</span>`
      : '';
  return `<span class="price${reduced ? ' price--sale' : ''}">${before}${current}</span>${perUnit}`;

  function unitPrice(exactPrice: number): string {
    const gross = Math.round(exactPrice);
    const fillUnitText = (text: string): string =>
      display.unitText.replace(/\{(price|unit)\}/g, (_all, name: string) => (name === 'price' ? text : unit));
    const unitTax = includedTax(gross, taxRate);
    return [amounts.aside(gross, unitTax), amounts.main(gross, unitTax)]
      .filter((text) => text !== '')
      .map(fillUnitText)
      .join(' · ');
  }
}
