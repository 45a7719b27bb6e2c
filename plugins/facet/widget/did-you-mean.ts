import type { FacetEngine, EngineQuery } from '../engine/types.js';
import type { Catalogue } from '../index/catalogue.js';
import { spelledAs } from '../search/normalize.js';

/** Products whose names say how a word is written. */
const SPELLING = 6;

/**
 * What was probably meant by words of which nobody knows one, when it finds something: spelled as products are.
 * @param query what was asked; its search is put right
 */
export async function suggestedSpelling({
  engine,
  query,
  catalogue,
}: {
  readonly engine: FacetEngine;
  readonly query: EngineQuery;
  readonly catalogue: Pick<Catalogue, 'summaries'>;
}): Promise<string | undefined> {
  const folded = query.search === '' ? undefined : engine.correction?.(query.search, query.terms);
  if (folded === undefined) return undefined;
  const { hits } = await engine.query({ ...query, search: folded, page: 1, perPage: SPELLING, counts: [], bounds: [] });
  if (hits.length === 0) return undefined;
  const products = await catalogue.summaries(hits.map(({ id }) => id));
  return spelledAs(
    folded,
    products.map(({ name }) => name),
  );
}
