import type { PriceTag } from '../../contract/index.js';
import type { ProductInput, VariationInput } from '../../products/product-input.js';

/** A bulk change to prices, stock and categories of products; null leaves a value unchanged. */
export interface BulkChange {
  readonly price: {
    readonly mode: 'set' | 'percent' | 'amount';
    /** Minor units, or percent; negative to reduce. */ readonly value: number;
  } | null;
  readonly sale: {
    readonly mode: 'percent' | 'set' | 'end';
    /** Discount from the regular price, in percent or minor units. */ readonly value: number;
    /** UTC; null: immediately, or no end. */ readonly from: string | null;
    readonly to: string | null;
  } | null;
  readonly stock: { readonly mode: 'set' | 'add' | 'uncounted'; readonly quantity: number } | null;
  readonly category: { readonly mode: 'add' | 'remove' | 'only'; readonly termId: number } | null;
}

type Sold = Pick<VariationInput, 'price' | 'stockQuantity'>;

/**
 * Returns a product after a change; for a product with variations, each variation is changed.
 * @param categories IDs of all categories
 */
export function changedProduct<T extends ProductInput>(
  product: T,
  change: BulkChange,
  categories: ReadonlySet<number>,
): T {
  const sold = <S extends Sold>(one: S): S => ({
    ...one,
    price: changedPrice(one.price, change),
    stockQuantity: changedStock(one.stockQuantity, change.stock),
  });
  const isVariable = product.variations.length > 0;
  return {
    ...(isVariable ? product : sold(product)),
    variations: product.variations.map(sold),
    termIds: changedTerms(product.termIds, change.category, categories),
  };
}

function changedPrice(tag: PriceTag | null, { price, sale }: BulkChange): PriceTag | null {
  if (tag === null && price?.mode !== 'set') return null;
  const before = tag ?? { regular: 0, sale: null, saleFrom: null, saleTo: null };
  const regular = price === null ? before.regular : changedRegular(before.regular, price);
  if (sale === null) return { ...before, regular };
  if (sale.mode === 'end') return { regular, sale: null, saleFrom: null, saleTo: null };
  return {
    regular,
    sale: sale.mode === 'set' ? sale.value : Math.round(regular * (1 - sale.value / 100)),
    saleFrom: sale.from,
    saleTo: sale.to,
  };
}

function changedRegular(regular: number, { mode, value }: NonNullable<BulkChange['price']>): number {
  switch (mode) {
    case 'set':
      return value;
    case 'amount':
      return regular + value;
    case 'percent':
      return Math.round(regular * (1 + value / 100));
  }
}

/** Untracked stock has no quantity to add to. */
function changedStock(quantity: number | null, stock: BulkChange['stock']): number | null {
  if (stock === null) return quantity;
  if (stock.mode === 'uncounted') return null;
  if (stock.mode === 'set') return stock.quantity;
  return quantity === null ? null : quantity + stock.quantity;
}

function changedTerms(
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
