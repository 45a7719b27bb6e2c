import type { StoredProduct } from '../../catalog/stored-product.js';
import type { ProductInput } from '../../products/product-input.js';

/** Whether a product equals the stored product, apart from the order of its terms. */
export function isSameProduct(stored: StoredProduct, next: ProductInput): boolean {
  const serialize = (product: ProductInput): string =>
    JSON.stringify(
      sortKeys({
        ...product,
        updatedAt: undefined,
        publishedAt: undefined,
        termIds: [...product.termIds].sort((a, b) => a - b),
        variations: product.variations.map((variation) => ({
          ...variation,
          termIds: [...variation.termIds].sort((a, b) => a - b),
          ...comparedStock(variation),
        })),
        ...comparedStock(product),
      }),
    );
  return serialize(stored) === serialize(next);
}

/** Returns the stock status to compare; empty for tracked stock, whose status is derived from the quantity. */
function comparedStock({ stockQuantity, stock }: Pick<ProductInput, 'stockQuantity' | 'stock'>): { stock: string } {
  return { stock: stockQuantity === null ? stock : '' };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sortKeys(part)]),
  );
}
