import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { CatalogTerm, ProductSummary } from '../contract/index.js';
import type { ProductRow } from '../products/tables.js';
import { createRelatedProducts } from './related-products.js';

interface RelatedCardsDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  readonly parts: Pick<CatalogParts, 'termProducts' | 'terms' | 'catalog'>;
}

/** Categories of a product. */
export interface ProductCategories {
  readonly categories: readonly CatalogTerm[];
  /** Path from the top-level category down to the product's first category. */
  readonly path: readonly CatalogTerm[];
}

/** Other products on a product page. */
interface RelatedCards {
  /**
   * Returns the cards of related products.
   * @param excludedIds IDs of products shown elsewhere on the page
   */
  related(row: ProductRow, context: ProductCategories, excludedIds: readonly number[]): Promise<string>;
  /** Returns products in stock from the same category as an out-of-stock product, bestsellers first. */
  alternatives(row: ProductRow, context: ProductCategories): Promise<readonly ProductSummary[]>;
}

const MAX_RELATED = 4;
/** Number of candidates from which alternatives in stock are selected. */
const MAX_CANDIDATES = 12;
const MAX_ALTERNATIVES = 3;

export function createRelatedCards({ scope, parts }: RelatedCardsDeps): RelatedCards {
  const findRelated = createRelatedProducts({ scope, termProducts: parts.termProducts });

  async function related(
    row: ProductRow,
    { categories, path }: ProductCategories,
    excludedIds: readonly number[],
  ): Promise<string> {
    const relatedIds = await findRelated(row.id, MAX_RELATED + excludedIds.length, {
      categories,
      path,
      all: await parts.terms.all('product_cat'),
    });
    const ids = relatedIds.filter((id) => !excludedIds.includes(id)).slice(0, MAX_RELATED);
    return ids.length > 0 ? await parts.catalog.renderCards(await parts.catalog.summaries(ids)) : '';
  }

  async function findAlternatives(
    row: ProductRow,
    { categories, path }: ProductCategories,
  ): Promise<readonly ProductSummary[]> {
    const ids = await findRelated(row.id, MAX_CANDIDATES, {
      categories,
      path,
      all: await parts.terms.all('product_cat'),
    });
    return (await parts.catalog.summaries(ids)).filter(({ stock }) => stock === 'instock').slice(0, MAX_ALTERNATIVES);
  }

  return { related, alternatives: findAlternatives };
}
