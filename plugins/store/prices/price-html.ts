import type { PluginScope } from 'plinth';
import { taxInside } from '../money/tax.js';
import type { Currency } from '../money/currency.js';
import type { ShownPrices } from './price-rules.js';
import { priceLabels } from './price-labels.js';

/** What a buyer pays for a product or a variation, and what it is compared with. */
export interface ShownPrice {
  /** Minor units, now; null: not for sale. */
  readonly price: number | null;
  /** The dearest variation's. */
  readonly maxPrice: number | null;
  /** Before the sale; shown when the product is on sale and has one price. */
  readonly regular: number | null;
  /** It, or one of its variations. */
  readonly onSale: boolean;
  /** Whether the price shown is the reduced one: the cheapest variation's may be its usual price. */
  readonly reduced: boolean;
  /** UTC; null: the sale has no end. */
  readonly saleTo: string | null;
  readonly unit: string;
  /** How much of the unit a package holds; 0: no price per unit. */
  readonly unitContent: number;
}

interface PriceHtmlDeps {
  readonly display: ShownPrices;
  /** Percent. */
  readonly taxRate: number;
  readonly i18n: Pick<PluginScope, '__' | 'escHtml'>;
  readonly currency: Pick<Currency, 'format'>;
}

/** What stands in the place of a price that cannot be shown. */
export function hiddenPrice({ __, escHtml }: PriceHtmlDeps['i18n']): string {
  return `<span class="price price--none">${escHtml(__('Price currently unavailable'))}</span>`;
}

/** A price as the shop shows it before extensions add to it. */
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
    const filled = (text: string): string =>
      display.unitText.replace(/\{(price|unit)\}/g, (_all, name: string) => (name === 'price' ? text : unit));
    const inside = taxInside(gross, taxRate);
    return [amounts.aside(gross, inside), amounts.main(gross, inside)]
      .filter((text) => text !== '')
      .map(filled)
      .join(' · ');
  }
}
