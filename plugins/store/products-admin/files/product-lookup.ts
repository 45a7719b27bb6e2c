import type { Database } from 'plinth';
import { slugVariants } from '../../products/slugs.js';
import type { Cells } from './product-cells.js';

/** The product that a row of a file refers to. */
export interface FoundProduct {
  /** ID of the product, or of the parent product of a variation; 0 when it does not exist. */
  readonly id: number;
  /** Whether the row is a product row; false for a variation. */
  readonly isProduct: boolean;
}

export interface ProductLookup {
  /**
   * Finds the products of rows. Products are found by SKU, or by slug if they have no SKU. Variations are found by
   * their SKU or that of their parent product.
   */
  find(rows: readonly Cells[]): Promise<FoundProduct[]>;
}

const possibleSlugs = (slug = ''): readonly string[] => (slug === '' ? [] : slugVariants(slug));

/** Number of values per query. */
const BATCH_SIZE = 500;

export function createProductLookup(db: Database): ProductLookup {
  async function readInBatches<T>(
    values: Iterable<string | undefined>,
    read: (some: readonly string[]) => PromiseLike<T[]>,
  ): Promise<T[]> {
    const uniqueValues = [...new Set(values)].filter((value): value is string => value !== undefined && value !== '');
    const found: T[] = [];
    for (let offset = 0; offset < uniqueValues.length; offset += BATCH_SIZE)
      found.push(...(await read(uniqueValues.slice(offset, offset + BATCH_SIZE))));
    return found;
  }

  return {
    async find(rows) {
      const skus = rows.flatMap(({ sku, parent }) => [sku, parent]);
      const slugs = rows.flatMap(({ sku, slug, parent }) => [
        ...possibleSlugs(sku ? '' : slug),
        ...possibleSlugs(parent),
      ]);
      const products = new Map(
        (await readInBatches(skus, (some) => db()('store_products').whereIn('sku', some).select('id', 'sku'))).map(
          ({ id, sku }) => [sku ?? '', id],
        ),
      );
      const variations = new Map(
        (
          await readInBatches(skus, (some) => db()('store_variations').whereIn('sku', some).select('product_id', 'sku'))
        ).map(({ product_id, sku }) => [sku ?? '', product_id]),
      );
      const productsBySlug = new Map(
        (await readInBatches(slugs, (some) => db()('store_products').whereIn('slug', some).select('id', 'slug'))).map(
          ({ id, slug }) => [slug, id],
        ),
      );
      const findBySlug = (slug: string): number | undefined =>
        possibleSlugs(slug)
          .map((spelling) => productsBySlug.get(spelling))
          .find((id) => id !== undefined);
      return rows.map(({ type, sku = '', slug = '', parent = '' }) => {
        const productId = products.get(sku);
        const parentId = productId === undefined ? variations.get(sku) : undefined;
        if (type === 'variation' || (type !== 'product' && parentId !== undefined)) {
          return {
            id: productId ?? parentId ?? products.get(parent) ?? variations.get(parent) ?? findBySlug(parent) ?? 0,
            isProduct: false,
          };
        }
        return { id: productId ?? parentId ?? (sku === '' ? findBySlug(slug) : undefined) ?? 0, isProduct: true };
      });
    },
  };
}
