import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import { retryOnce } from '../../change-feed/retry-once.js';
import { type BulkChange, changedProduct } from './bulk-change.js';

/** A product before and after a change. */
export interface ChangedProduct {
  readonly before: StoredProduct;
  readonly after: StoredProduct;
}

/** A product that a change cannot be applied to, and why. */
export interface RefusedProduct {
  readonly id: number;
  readonly name: string;
  readonly message: string;
}

/** Changes products in bulk, and duplicates them. */
export interface BulkWork {
  /** Previews a change; products that would not change are left out. */
  preview(ids: readonly number[], change: BulkChange): Promise<readonly ChangedProduct[]>;
  /** Applies a change. A product that cannot be changed stays as it is. */
  apply(
    ids: readonly number[],
    change: BulkChange,
  ): Promise<{ readonly changed: number; readonly refused: readonly RefusedProduct[] }>;
  /**
   * Creates a draft copy of a product without SKU and GTIN, which are unique to one product; null when the product is
   * gone.
   * @returns ID of the copy
   */
  duplicate(id: number): Promise<number | null>;
}

interface BulkWorkDeps {
  readonly scope: Pick<PluginScope, 'db' | '__'>;
  readonly parts: Pick<CatalogueParts, 'products' | 'terms'>;
}

/** Products per transaction. */
const PRODUCTS_PER_TRANSACTION = 50;

export function createBulkWork({ scope, parts: { products, terms } }: BulkWorkDeps): BulkWork {
  const categories = async (): Promise<ReadonlySet<number>> =>
    new Set((await terms.all('product_cat')).map(({ id }) => id));
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

  async function preview(ids: readonly number[], change: BulkChange): Promise<ChangedProduct[]> {
    const known = await categories();
    const found: ChangedProduct[] = [];
    for (const id of ids) {
      const before = await products.get(id);
      const after = before && changedProduct(before, change, known);
      if (before && after && !isSame(before, after)) found.push({ before, after });
    }
    return found;
  }

  /** Several products per transaction; locked first, so that no sale changes them between reading and writing. */
  const saveTogether = (ids: readonly number[], change: BulkChange): Promise<number> =>
    retryOnce(scope.db, async () => {
      await products.lock(ids);
      const some = await preview(ids, change);
      for (const { after } of some) await products.save(after, 'edit', { skipIndex: true });
      await products.index(some.map(({ before }) => before.id));
      return some.length;
    });

  return {
    preview,
    async apply(ids, change) {
      const refusedProducts: RefusedProduct[] = [];
      let changed = 0;
      for (let at = 0; at < ids.length; at += PRODUCTS_PER_TRANSACTION) {
        const part = ids.slice(at, at + PRODUCTS_PER_TRANSACTION);
        const count = await saveTogether(part, change).catch((error: unknown) => {
          if (isRefusal(error)) return null;
          throw error;
        });
        if (count !== null) {
          changed += count;
          continue;
        }
        for (const id of part) {
          try {
            changed += await saveTogether([id], change);
          } catch (error) {
            if (!isRefusal(error)) throw error;
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

const isRefusal = (error: unknown): error is PlinthError =>
  error instanceof PlinthError && error.code === 'store_product_invalid';
