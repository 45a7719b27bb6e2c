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
export interface ProductPlace {
  readonly categories: readonly CatalogueTerm[];
  /** Path from the top-level category down to the product's first category. */
  readonly path: readonly CatalogueTerm[];
}

/** Other products on a product page. */
interface RelatedCards {
  /**
   * Cards of related products.
   * @param excludedIds IDs of products shown elsewhere on the page
   */
  related(row: ProductRow, context: ProductPlace, excludedIds: readonly number[]): Promise<string>;
  /** Alternatives that can be bought instead of a sold-out product: of the same category, bestsellers first. */
  alternatives(row: ProductRow, context: ProductPlace): Promise<readonly ProductSummary[]>;
}

const RELATED = 4;
/** Number of candidates from which available alternatives are chosen. */
const LOOKED_AT = 12;
const INSTEAD = 3;

export function createRelatedCards({ scope, parts }: RelatedCardsDeps): RelatedCards {
  const relatedTo = createRelatedProducts({ scope, termProducts: parts.termProducts });

  async function related(
    row: ProductRow,
    { categories, path }: ProductPlace,
    excludedIds: readonly number[],
  ): Promise<string> {
    const near = await relatedTo(row.id, RELATED + excludedIds.length, {
      categories,
      path,
      all: await parts.terms.all('product_cat'),
    });
    const ids = near.filter((id) => !excludedIds.includes(id)).slice(0, RELATED);
    return ids.length > 0 ? await parts.catalogue.renderCards(await parts.catalogue.summaries(ids)) : '';
  }

  async function instead(row: ProductRow, { categories, path }: ProductPlace): Promise<readonly ProductSummary[]> {
    const ids = await relatedTo(row.id, LOOKED_AT, { categories, path, all: await parts.terms.all('product_cat') });
    return (await parts.catalogue.summaries(ids)).filter(({ stock }) => stock === 'instock').slice(0, INSTEAD);
  }

  return { related, alternatives: instead };
}
