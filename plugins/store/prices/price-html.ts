import type { PluginScope } from 'plinth';
import { taxInside } from '../money/tax.js';
import type { Currency } from '../money/currency.js';
import type { ShownPrices } from './price-rules.js';
import { priceLabels } from './price-labels.js';

/** Price that a buyer pays for a product or a variation, with the prices it is compared with. */
export interface ShownPrice {
  /** Current price in minor units; null: not for sale. */
  readonly price: number | null;
  /** Price of the most expensive variation. */
  readonly maxPrice: number | null;
  /** Price before the sale; displayed when the product is on sale and has a single price. */
  readonly regular: number | null;
  /** Whether the product or one of its variations is on sale. */
  readonly onSale: boolean;
  /** Whether the displayed price is reduced: the cheapest variation may have its regular price. */
  readonly reduced: boolean;
  /** UTC; null: the sale has no end. */
  readonly saleTo: string | null;
  readonly unit: string;
  /** Number of units in a package; 0: no unit price. */
  readonly unitContent: number;
}

interface PriceHtmlDeps {
  readonly display: ShownPrices;
  /** Percent. */
  readonly taxRate: number;
  readonly i18n: Pick<PluginScope, '__' | 'escHtml'>;
  readonly currency: Pick<Currency, 'format'>;
}

/** Returns the placeholder for a price that cannot be displayed. */
export function hiddenPrice({ __, escHtml }: PriceHtmlDeps['i18n']): string {
  return `<span class="price price--none">${escHtml(__('Price currently unavailable'))}</span>`;
}

/** Renders a price before extensions add to it. */
export function priceHtml(
  { price, maxPrice, regular, reduced, unit, unitContent }: ShownPrice,
  { display, taxRate, i18n, currency }: PriceHtmlDeps,
): string {
  const { __, escHtml } = i18n;
  if (price === null) return `<span class="price price--none">${escHtml(__('Currently not for sale'))}</span>`;
  const amounts = priceLabels(display, { i18n, currency });
  const ranged = maxPrice !== null && maxPrice > price;
  const tax = taxInside(price, taxRate);
  const before =
    reduced && !ranged && regular !== null && regular > price
      ? `<del class="price__before"><span class="visually-hidden">${escHtml(__('Regular price:'))} </span>${escHtml(amounts.main(regular, taxInside(regular, taxRate)))}</del> `
      : '';
  const [main, aside] = [amounts.main(price, tax), amounts.aside(price, tax)];
  const from = (text: string): string => escHtml(ranged ? __('from %s', text) : text);
  const hidden = before === '' ? '' : `<span class="visually-hidden">${escHtml(__('Current price:'))} </span>`;
  const tag = before === '' ? 'span' : 'ins';
  const current =
    aside === ''
      ? `<${tag} class="price__now">${hidden}${from(main)}</${tag}>`
      : `<${tag} class="price__pair">${hidden}<span class="price__net">${from(aside)} /</span> <span class="price__now">${escHtml(main)}</span></${tag}>`;
  const perUnit =
    unit !== '' && unitContent > 0 && !ranged && display.unitText !== ''
      ? ` <span class="price__unit">${escHtml(unitPrice(price / unitContent))}</span>`
      : '';
  return `<span class="price${reduced ? ' price--sale' : ''}">${before}${current}</span>${perUnit}`;

  function unitPrice(each: number): string {
    const gross = Math.round(each);
    const fillUnitText = (text: string): string =>
      display.unitText.replace(/\{(price|unit)\}/g, (_all, name: string) => (name === 'price' ? text : unit));
    const inside = taxInside(gross, taxRate);
    return [amounts.aside(gross, inside), amounts.main(gross, inside)]
      .filter((text) => text !== '')
      .map(fillUnitText)
      .join(' · ');
  }
}
