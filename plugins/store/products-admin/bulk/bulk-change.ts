import type { PriceTag } from '../../contract/index.js';
import type { ProductInput, VariationInput } from '../../products/product-input.js';

/** A bulk change to prices, stock and categories of products; null leaves a value unchanged. */
export interface BulkChange {
  readonly price: {
    readonly mode: 'set' | 'percent' | 'amount';
    /** Amount in minor units, or percent; negative for a reduction. */ readonly value: number;
  } | null;
  readonly sale: {
    readonly mode: 'percent' | 'set' | 'end';
    /** Discount from the regular price, in percent or minor units. */ readonly value: number;
    /** UTC; null for an immediate start, or for no end. */ readonly from: string | null;
    readonly to: string | null;
  } | null;
  readonly stock: { readonly mode: 'set' | 'add' | 'uncounted'; readonly quantity: number } | null;
  readonly category: { readonly mode: 'add' | 'remove' | 'only'; readonly termId: number } | null;
}

type SellableFields = Pick<VariationInput, 'price' | 'stockQuantity'>;

/**
 * Applies a change to a product. If the product has variations, price and stock of each variation are changed.
 * @param categories IDs of all categories
 */
export function changeProduct<T extends ProductInput>(
  product: T,
  change: BulkChange,
  categories: ReadonlySet<number>,
): T {
  const changeSellable = <S extends SellableFields>(item: S): S => ({
    ...item,
    price: changePrice(item.price, change),
    stockQuantity: changeStock(item.stockQuantity, change.stock),
  });
  const isVariable = product.variations.length > 0;
  return {
    ...(isVariable ? product : changeSellable(product)),
    variations: product.variations.map(changeSellable),
    termIds: changeTerms(product.termIds, change.category, categories),
  };
}

function changePrice(tag: PriceTag | null, { price, sale }: BulkChange): PriceTag | null {
  if (tag === null && price?.mode !== 'set') return null;
  const before = tag ?? { regular: 0, sale: null, saleFrom: null, saleTo: null };
  const regular = price === null ? before.regular : changeRegularPrice(before.regular, price);
  if (sale === null) return { ...before, regular };
  if (sale.mode === 'end') return { regular, sale: null, saleFrom: null, saleTo: null };
  return {
    regular,
    sale: sale.mode === 'set' ? sale.value : Math.round(regular * (1 - sale.value / 100)),
    saleFrom: sale.from,
    saleTo: sale.to,
  };
}

function changeRegularPrice(regular: number, { mode, value }: NonNullable<BulkChange['price']>): number {
  switch (mode) {
    case 'set':
      return value;
    case 'amount':
      return regular + value;
    case 'percent':
      return Math.round(regular * (1 + value / 100));
  }
}

/** Applies a stock change. A quantity is not added to untracked stock (null). */
function changeStock(quantity: number | null, stock: BulkChange['stock']): number | null {
  if (stock === null) return quantity;
  if (stock.mode === 'uncounted') return null;
  if (stock.mode === 'set') return stock.quantity;
  return quantity === null ? null : quantity + stock.quantity;
}

function changeTerms(
  ids: readonly number[],
  category: BulkChange['category'],
  categories: ReadonlySet<number>,
): readonly number[] {
  if (category === null) return ids;
  const { mode, termId } = category;
  if (mode === 'add') return ids.includes(termId) ? ids : [...ids, termId];
  const others = ids.filter((id) => id !== termId);
  return mode === 'remove' ? others : [termId, ...others.filter((id) => !categories.has(id))];
}
