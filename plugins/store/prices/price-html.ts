import type { PluginScope } from 'plinth';
import type { Currency } from './currency.js';

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

export interface PriceHtmlDeps {
  readonly words: Pick<PluginScope, '__' | 'escHtml'>;
  readonly currency: Pick<Currency, 'format'>;
}

/** A price as the shop shows it before extensions add to it. */
export function priceHtml({ price, maxPrice, regular, reduced, unit, unitContent }: ShownPrice, { words: { __, escHtml }, currency }: PriceHtmlDeps): string {
  if (price === null) return `<span class="price price--none">${escHtml(__('Not for sale now'))}</span>`;
  const now = escHtml(currency.format(price));
  const ranged = maxPrice !== null && maxPrice > price;
  const shown = ranged ? escHtml(__('from %s', currency.format(price))) : now;
  const before = reduced && !ranged && regular !== null && regular > price
    ? `<del class="price__before"><span class="visually-hidden">${escHtml(__('Regular price:'))} </span>${escHtml(currency.format(regular))}</del> `
    : '';
  const current = before === '' ? `<span class="price__now">${shown}</span>` : `<ins class="price__now"><span class="visually-hidden">${escHtml(__('Price now:'))} </span>${shown}</ins>`;
  const perUnit = unit !== '' && unitContent > 0 && !ranged ? ` <span class="price__unit">${escHtml(currency.format(Math.round(price / unitContent)))} / ${escHtml(unit)}</span>` : '';
  return `<span class="price${reduced ? ' price--sale' : ''}">${before}${current}</span>${perUnit}`;
}
