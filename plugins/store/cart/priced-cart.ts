import type { TranslationApi } from 'plinth';
import type { Sellable, Sellables } from '../catalogue/sellables.js';
import type { PriceWords } from '../prices/price-words.js';
import { taxInside } from '../money/tax.js';
import { type CartLine, lineKey, MAX_QUANTITY } from './cart-lines.js';

/** A line of the cart at today's price. */
export interface PricedLine {
  readonly key: string;
  readonly sellable: Sellable;
  /** Name and variation, as an order keeps it. */
  readonly name: string;
  readonly quantity: number;
  /** Minor units, tax included. */
  readonly unitPrice: number;
  readonly total: number;
  readonly tax: number;
  /** Pieces that can be had; 999 when stock is not counted. */
  readonly most: number;
  /** Cannot be bought now, and is not part of the sum. */
  readonly unavailable: boolean;
}

export interface PricedCart {
  readonly lines: readonly PricedLine[];
  /** The sum of what can be bought, minor units, tax included. */
  readonly items: number;
  /** The tax inside it, minor units. */
  readonly tax: number;
  /** What changed since the shopper looked last, in their language. */
  readonly changes: readonly string[];
  /** The session's lines brought up to date. */
  readonly kept: readonly CartLine[];
  readonly physical: boolean;
  readonly categoryIds: readonly number[];
  readonly productTypes: readonly string[];
}

export interface PriceCartDeps {
  readonly sellables: Pick<Sellables, 'find'>;
  /** Prices as the pages of the cart show them. */
  amounts(): Promise<Pick<PriceWords, 'price'>>;
  readonly words: Pick<TranslationApi, '__' | '_n'>;
}

/** Prices a cart anew. What is no longer sold leaves it, what there is less of shrinks; each change is named. */
export async function priceCart({ sellables, amounts, words }: PriceCartDeps, cart: readonly CartLine[]): Promise<PricedCart> {
  const { __ } = words;
  const { price } = await amounts();
  const found = new Map((cart.length > 0 ? await sellables.find(cart) : []).map((sellable) => [lineKey(sellable), sellable]));
  const lines: PricedLine[] = [];
  const kept: CartLine[] = [];
  const changes: string[] = [];
  for (const line of cart) {
    const sellable = found.get(lineKey(line));
    if (!sellable) {
      changes.push(__('A product in your cart is no longer sold and was removed.'));
      continue;
    }
    const name = fullName(sellable);
    const most = available(sellable);
    const quantity = most > 0 ? Math.min(line.quantity, most) : line.quantity;
    if (most === 0) changes.push(__('%s is out of stock now. Remove it to go on.', name));
    else if (quantity < line.quantity) changes.push(loweredText(words, quantity, name));
    if (sellable.price !== line.seenPrice) changes.push(__('The price of %1$s changed from %2$s to %3$s.', name, price(line.seenPrice, sellable.taxRate), price(sellable.price, sellable.taxRate)));
    const total = sellable.price * quantity;
    lines.push({ key: lineKey(line), sellable, name, quantity, unitPrice: sellable.price, total, tax: taxInside(total, sellable.taxRate), most, unavailable: most === 0 });
    kept.push({ productId: line.productId, variationId: line.variationId, quantity, seenPrice: sellable.price });
  }
  const bought = lines.filter((line) => !line.unavailable);
  return {
    lines, changes, kept,
    items: bought.reduce((sum, line) => sum + line.total, 0),
    tax: bought.reduce((sum, line) => sum + line.tax, 0),
    physical: bought.some((line) => line.sellable.kind === 'physical'),
    categoryIds: [...new Set(bought.flatMap((line) => line.sellable.categoryIds))],
    productTypes: [...new Set(bought.map((line) => line.sellable.kind))],
  };
}

/** Pieces of a sellable that can be had now. */
export function available({ stock, stockQuantity }: Pick<Sellable, 'stock' | 'stockQuantity'>): number {
  if (stock === 'outofstock') return 0;
  if (stock === 'onbackorder' || stockQuantity === null) return MAX_QUANTITY;
  return Math.max(0, Math.min(MAX_QUANTITY, stockQuantity));
}

export function fullName({ name, variationName }: Pick<Sellable, 'name' | 'variationName'>): string {
  return variationName === '' ? name : `${name} – ${variationName}`;
}

/** Says that somebody wanted more than there is, and gets what there is. */
export function loweredText({ _n }: Pick<TranslationApi, '_n'>, left: number, name: string): string {
  return _n('There is only %1$d piece left of %2$s, so the quantity was lowered.', 'There are only %1$d pieces left of %2$s, so the quantity was lowered.', left, left, name);
}
