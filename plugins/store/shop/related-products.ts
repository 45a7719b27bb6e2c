import { type PluginScope } from 'plinth';
import { isListed } from '../products/tables.js';
import type { CatalogTerm } from '../contract/index.js';
import type { TermProducts } from '../taxonomies/term-products.js';
import { categoryWithDescendants } from '../taxonomies/term-store.js';

interface RelatedProductsDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  readonly termProducts: TermProducts;
}

/** Number of newest products that are sorted. Sorting whole categories would be slow. */
const MAX_NEWEST = 60;

/**
 * Creates the function that finds related products: bestsellers among the newest products of the same categories, and
 * then of the same top-level category.
 */
export function createRelatedProducts({ scope: { db, cache }, termProducts }: RelatedProductsDeps) {
  /** Returns the bestsellers among the newest listed products of some terms. They are cached for all products. */
  const findBestsellers = (termIds: readonly number[]): Promise<readonly number[]> =>
    cache.get(`store:best:${JSON.stringify(termIds)}`, async () => {
      if (termIds.length === 0) return [];
      const newest = await termProducts.newest(termIds, Math.max(4, Math.ceil(MAX_NEWEST / termIds.length)));
      const rows = await db()('store_products')
        .whereIn('id', newest)
        .select('id', 'sales', 'status', 'visibility', 'price');
      return rows
        .filter(isListed)
        .sort((a, b) => b.sales - a.sales || a.id - b.id)
        .map((row) => row.id);
    });
  const findOtherBestsellers = async (termIds: readonly number[], except: number): Promise<readonly number[]> => {
    const ids = await findBestsellers(termIds);
    return ids.filter((id) => id !== except);
  };

  /**
   * @param max maximum number of products
   * @param context `categories`: categories of the product; `path`: path from the top-level category to the first of
   * them; `all`: all categories
   */
  return async (
    productId: number,
    max: number,
    { categories, path, all }: Readonly<Record<'categories' | 'path' | 'all', readonly CatalogTerm[]>>,
  ): Promise<readonly number[]> => {
    const sameCategoryIds = (
      await findOtherBestsellers(
        categories.map((term) => term.id),
        productId,
      )
    ).slice(0, max);
    const [top] = path;
    const topCategoryIds =
      top && sameCategoryIds.length < max
        ? await findOtherBestsellers(categoryWithDescendants(top.id, all), productId)
        : [];
    return [...new Set([...sameCategoryIds, ...topCategoryIds])].slice(0, max);
  };
}
