import type { FacetEngine, EngineQuery } from '../engine/types.js';
import type { Catalog } from '../index/catalog.js';
import { restoreSpelling } from '../search/normalize.js';

/** Number of products whose names are used to spell a word. */
const MAX_PRODUCTS = 6;

/**
 * Returns a correction of a search with unknown words if it finds products; spelled as in product names.
 * @param query the query whose search is corrected
 */
export async function suggestCorrection({
  engine,
  query,
  catalog,
}: {
  readonly engine: FacetEngine;
  readonly query: EngineQuery;
  readonly catalog: Pick<Catalog, 'summaries'>;
}): Promise<string | undefined> {
  const folded = query.search === '' ? undefined : engine.correction?.(query.search, query.terms);
  if (folded === undefined) return undefined;
  const { hits } = await engine.query({
    ...query,
    search: folded,
    page: 1,
    perPage: MAX_PRODUCTS,
    counts: [],
    bounds: [],
  });
  if (hits.length === 0) return undefined;
  const products = await catalog.summaries(hits.map(({ id }) => id));
  return restoreSpelling(
    folded,
    products.map(({ name }) => name),
  );
}
