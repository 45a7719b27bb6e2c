import type { RunningFilter } from '../facet-plugin.js';
import { variationsOf } from '../widget/filter-answer.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

/** Current search results for a term. */
export interface FoundTerms {
  /**
   * Number of matching products.
   * @param withoutSynonyms without synonyms
   */
  count(search: string, withoutSynonyms?: boolean): Promise<number>;
  /** The first products, in the order of the shop's list. */
  first(search: string): Promise<readonly { readonly name: string; readonly url: string }[]>;
}

const FIRST = 8;
/** Placeholder search; only the rest of the resulting query is used. */
const ANY = 'x';

/** @returns undefined while there is no index to query */
export async function readFoundTerms(running: RunningFilter): Promise<FoundTerms | undefined> {
  const reading = await running
    .container()
    .get('filter')
    .read({ sf_q: ANY }, NO_CONTEXT)
    .catch(() => undefined);
  if (!reading) return undefined;
  const { engine, query } = reading;
  const silent = { synonyms: [], stopWords: query.terms?.stopWords ?? [] };
  const runQuery = async (search: string, perPage: number, withoutSynonyms = false) =>
    engine.query({
      ...query,
      search,
      ...(withoutSynonyms ? { terms: silent } : {}),
      page: 1,
      perPage,
      counts: [],
      bounds: [],
    });
  return {
    count: async (search, withoutSynonyms) => (await runQuery(search, 1, withoutSynonyms)).found,
    async first(search) {
      const { hits } = await runQuery(search, FIRST);
      return (
        await running.catalogue().summaries(
          hits.map(({ id }) => id),
          variationsOf(hits),
        )
      ).map(({ name, url }) => ({ name, url }));
    },
  };
}
