import type { PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { CatalogueTerm, ProductSummary } from '../contract/index.js';
import type { ProductRow } from '../products/tables.js';
import { createRelatedProducts } from './related-products.js';

interface RelatedCardsDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  readonly parts: Pick<CatalogueParts, 'termProducts' | 'terms' | 'catalogue'>;
}

/** Categories of a product. */
export interface ProductCategories {
  readonly categories: readonly CatalogueTerm[];
  /** Path from the top-level category down to the product's first category. */
  readonly path: readonly CatalogueTerm[];
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
    return ids.length > 0 ? await parts.catalogue.renderCards(await parts.catalogue.summaries(ids)) : '';
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
    return (await parts.catalogue.summaries(ids)).filter(({ stock }) => stock === 'instock').slice(0, MAX_ALTERNATIVES);
  }

  return { related, alternatives: findAlternatives };
}
