import { type MaybePromise, type PluginScope } from 'plinth';
import { isListed } from '../products/tables.js';
import type { CatalogueTerm } from '../contract/index.js';
import type { TermProducts } from '../taxonomies/term-products.js';
import { below } from '../taxonomies/term-store.js';

interface RelatedProductsDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  readonly termProducts: TermProducts;
}

/** Number of newest products to choose from: sorting a whole category would slow down as it grows. */
const NEWEST = 60;

/** Finds the bestsellers among the newest products of a product's categories, then of the surrounding ones. */
export function createRelatedProducts({ scope: { db, cache }, termProducts }: RelatedProductsDeps) {
  /** Bestsellers among the newest listed products, shared by all products of a category. */
  const best = (termIds: readonly number[]): MaybePromise<readonly number[]> =>
    cache.get(`store:best:${JSON.stringify(termIds)}`, async () => {
      if (termIds.length === 0) return [];
      const newest = await termProducts.newest(termIds, Math.max(4, Math.ceil(NEWEST / termIds.length)));
      const rows = await db()('store_products')
        .whereIn('id', newest)
        .select('id', 'sales', 'status', 'visibility', 'price');
      return rows
        .filter(isListed)
        .sort((a, b) => b.sales - a.sales || a.id - b.id)
        .map((row) => row.id);
    });
  const bestOf = async (termIds: readonly number[], except: number): Promise<readonly number[]> => {
    const ids = await best(termIds);
    return ids.filter((id) => id !== except);
  };

  /**
   * @param categories categories of the product
   * @param path from the top-level category down to the first of them
   * @param all all categories
   */
  return async (
    productId: number,
    max: number,
    { categories, path, all }: Readonly<Record<'categories' | 'path' | 'all', readonly CatalogueTerm[]>>,
  ): Promise<readonly number[]> => {
    const near = (
      await bestOf(
        categories.map((term) => term.id),
        productId,
      )
    ).slice(0, max);
    const [top] = path;
    const around = top && near.length < max ? await bestOf(below(top.id, all), productId) : [];
    return [...new Set([...near, ...around])].slice(0, max);
  };
}
