import type { RunningFilter } from '../facet-plugin.js';
import { variationsOf } from '../widget/filter-result.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

/** Current search results for a term. */
export interface TermSearch {
  /**
   * Number of matching products.
   * @param withoutSynonyms without synonyms
   */
  count(search: string, withoutSynonyms?: boolean): Promise<number>;
  /** The first products, in the order of the shop's list. */
  first(search: string): Promise<readonly { readonly name: string; readonly url: string }[]>;
}

const MAX_PRODUCTS = 8;
/** Placeholder search; only the rest of the resulting query is used. */
const PLACEHOLDER_SEARCH = 'x';

/** @returns undefined while there is no index to query */
export async function createTermSearch(running: RunningFilter): Promise<TermSearch | undefined> {
  const filterRequest = await running
    .container()
    .get('filter')
    .read({ sf_q: PLACEHOLDER_SEARCH }, NO_CONTEXT)
    .catch(() => undefined);
  if (!filterRequest) return undefined;
  const { engine, query } = filterRequest;
  const termsWithoutSynonyms = { synonyms: [], stopWords: query.terms?.stopWords ?? [] };
  const runQuery = async (search: string, perPage: number, withoutSynonyms = false) =>
    engine.query({
      ...query,
      search,
      ...(withoutSynonyms ? { terms: termsWithoutSynonyms } : {}),
      page: 1,
      perPage,
      counts: [],
      bounds: [],
    });
  return {
    count: async (search, withoutSynonyms) => (await runQuery(search, 1, withoutSynonyms)).found,
    async first(search) {
      const { hits } = await runQuery(search, MAX_PRODUCTS);
      return (
        await running.catalog().summaries(
          hits.map(({ id }) => id),
          variationsOf(hits),
        )
      ).map(({ name, url }) => ({ name, url }));
    },
  };
}
