import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { StoredProduct } from '../../catalog/stored-product.js';
import { retryOnce } from '../../change-log/retry-once.js';
import { type BulkChange, changeProduct } from './bulk-change.js';

/** A product before and after a change. */
export interface ChangedProduct {
  readonly before: StoredProduct;
  readonly after: StoredProduct;
}

/** A product that could not be changed, with the error message. */
export interface RefusedProduct {
  readonly id: number;
  readonly name: string;
  readonly message: string;
}

/** Changes products in bulk, and duplicates them. */
export interface BulkActions {
  /** Previews a change. Products that would not change are omitted. */
  preview(ids: readonly number[], change: BulkChange): Promise<readonly ChangedProduct[]>;
  /** Applies a change. Products that cannot be changed are returned in `refused`. */
  apply(
    ids: readonly number[],
    change: BulkChange,
  ): Promise<{ readonly changed: number; readonly refused: readonly RefusedProduct[] }>;
  /**
   * Creates a draft copy of a product without SKU and GTIN, which must be unique.
   * @returns ID of the copy; null when the product does not exist
   */
  duplicate(id: number): Promise<number | null>;
}

interface BulkActionsDeps {
  readonly scope: Pick<PluginScope, 'db' | '__'>;
  readonly parts: Pick<CatalogParts, 'products' | 'terms'>;
}

/** Number of products per transaction. */
const PRODUCTS_PER_TRANSACTION = 50;

export function createBulkActions({ scope, parts: { products, terms } }: BulkActionsDeps): BulkActions {
  const readCategoryIds = async (): Promise<ReadonlySet<number>> =>
    new Set((await terms.all('product_cat')).map(({ id }) => id));
  const isSame = (left: unknown, b: unknown): boolean => JSON.stringify(left) === JSON.stringify(b);

  async function preview(ids: readonly number[], change: BulkChange): Promise<ChangedProduct[]> {
    const categoryIds = await readCategoryIds();
    const found: ChangedProduct[] = [];
    for (const id of ids) {
      const before = await products.get(id);
      const after = before && changeProduct(before, change, categoryIds);
      if (before && after && !isSame(before, after)) found.push({ before, after });
    }
    return found;
  }

  /** Changes products in one transaction. They are locked first, so that no order changes them meanwhile. */
  const changeInTransaction = (ids: readonly number[], change: BulkChange): Promise<number> =>
    retryOnce(scope.db, async () => {
      await products.lock(ids);
      const changedProducts = await preview(ids, change);
      for (const { after } of changedProducts) await products.save(after, 'edit', { skipIndex: true });
      await products.index(changedProducts.map(({ before }) => before.id));
      return changedProducts.length;
    });

  return {
    preview,
    async apply(ids, change) {
      const refusedProducts: RefusedProduct[] = [];
      let changed = 0;
      for (let offset = 0; offset < ids.length; offset += PRODUCTS_PER_TRANSACTION) {
        const batch = ids.slice(offset, offset + PRODUCTS_PER_TRANSACTION);
        const count = await changeInTransaction(batch, change).catch((error: unknown) => {
          if (isInvalidProduct(error)) return null;
          throw error;
        });
        if (count !== null) {
          changed += count;
          continue;
        }
        for (const id of batch) {
          try {
            changed += await changeInTransaction([id], change);
          } catch (error) {
            if (!isInvalidProduct(error)) throw error;
            refusedProducts.push({ id, name: (await products.get(id))?.name ?? `#${id}`, message: error.message });
          }
        }
      }
      return { changed, refused: refusedProducts };
    },
    async duplicate(id) {
      const product = await products.get(id);
      if (!product) return null;
      const variations = product.variations.map((variation) => ({ ...variation, id: 0, sku: '', gtin: '' }));
      return products.save(
        {
          ...product,
          id: 0,
          name: scope.__('%s (copy)', product.name).slice(0, 300),
          slug: '',
          status: 'draft',
          sku: '',
          gtin: '',
          featured: false,
          variations,
        },
        'edit',
        { numberSlug: true },
      );
    },
  };
}

const isInvalidProduct = (error: unknown): error is PlinthError =>
  error instanceof PlinthError && error.code === 'store_product_invalid';
