import type { Database } from 'plinth';
import { slugSpellings } from '../../search-tokens/slugs.js';
import type { Cells } from './product-cells.js';

/** Product that a row of a file refers to. */
export interface FoundProduct {
  /** ID of the product, or of a variation's parent; 0 when it does not exist yet. */
  readonly id: number;
  /** Whether it is a product; false for a variation. */
  readonly isProduct: boolean;
}

export interface ProductLookup {
  /**
   * Finds the products of rows: by SKU, or by slug for products without one; for variations by their own SKU or their
   * parent's.
   */
  find(rows: readonly Cells[]): Promise<FoundProduct[]>;
}

const spellings = (slug = ''): readonly string[] => (slug === '' ? [] : slugSpellings(slug));

/** Values per statement. */
const BATCH = 500;

export function createProductLookup(db: Database): ProductLookup {
  async function inBatches<T>(
    values: Iterable<string | undefined>,
    read: (some: readonly string[]) => PromiseLike<T[]>,
  ): Promise<T[]> {
    const uniqueValues = [...new Set(values)].filter((value): value is string => value !== undefined && value !== '');
    const found: T[] = [];
    for (let at = 0; at < uniqueValues.length; at += BATCH)
      found.push(...(await read(uniqueValues.slice(at, at + BATCH))));
    return found;
  }

  return {
    async find(rows) {
      const skus = rows.flatMap(({ sku, parent }) => [sku, parent]);
      const slugs = rows.flatMap(({ sku, slug, parent }) => [...spellings(sku ? '' : slug), ...spellings(parent)]);
      const products = new Map(
        (await inBatches(skus, (some) => db()('store_products').whereIn('sku', some).select('id', 'sku'))).map(
          ({ id, sku }) => [sku ?? '', id],
        ),
      );
      const variations = new Map(
        (
          await inBatches(skus, (some) => db()('store_variations').whereIn('sku', some).select('product_id', 'sku'))
        ).map(({ product_id, sku }) => [sku ?? '', product_id]),
      );
      const addresses = new Map(
        (await inBatches(slugs, (some) => db()('store_products').whereIn('slug', some).select('id', 'slug'))).map(
          ({ id, slug }) => [slug, id],
        ),
      );
      const atAddress = (slug: string): number | undefined =>
        spellings(slug)
          .map((one) => addresses.get(one))
          .find((id) => id !== undefined);
      return rows.map(({ type, sku = '', slug = '', parent = '' }) => {
        const own = products.get(sku);
        const version = own === undefined ? variations.get(sku) : undefined;
        if (type === 'variation' || (type !== 'product' && version !== undefined)) {
          return {
            id: own ?? version ?? products.get(parent) ?? variations.get(parent) ?? atAddress(parent) ?? 0,
            isProduct: false,
          };
        }
        return { id: own ?? version ?? (sku === '' ? atAddress(slug) : undefined) ?? 0, isProduct: true };
      });
    },
  };
}
