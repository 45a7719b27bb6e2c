import type { StoredProduct } from '../../catalogue/stored-product.js';
import type { ProductInput } from '../../products/product-input.js';

/** Whether saving the product would change nothing. */
export function isSameProduct(stored: StoredProduct, next: ProductInput): boolean {
  const sorted = (product: ProductInput): string =>
    JSON.stringify(
      canonical({
        ...product,
        updatedAt: undefined,
        publishedAt: undefined,
        termIds: [...product.termIds].sort((a, b) => a - b),
        variations: product.variations.map((one) => ({
          ...one,
          termIds: [...one.termIds].sort((a, b) => a - b),
          ...counted(one),
        })),
        ...counted(product),
      }),
    );
  return sorted(stored) === sorted(next);
}

/** With tracked stock, the stock status is derived and therefore not compared. */
function counted({ stockQuantity, stock }: Pick<ProductInput, 'stockQuantity' | 'stock'>): { stock: string } {
  return { stock: stockQuantity === null ? stock : '' };
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, canonical(part)]),
  );
}
