import { MAX_SCORE } from '../engine/segment.js';
import type { EngineQuery } from '../engine/types.js';
import { runSync, upTo } from '../engine/work.js';
import { textSearch } from '../search/text-index.js';
import { toFacetRecord } from './facet-record.js';
import type { Rows } from './index-sql.js';
import type { IndexTable } from './index-table.js';
import { unpackProduct } from './packed-product.js';

/** Results of a search, with the score of each product. */
export interface SearchScores {
  readonly scores: ReadonlyMap<number, number>;
}

const BATCH = 200;
/** Number of exact matches from which typos are not tolerated; the same as in the in-memory engine. */
const MIN_EXACT_MATCHES = 3;

/** Scans the rows of the index in batches, one row at a time. */
export async function scanIndex(
  table: IndexTable,
  { generation, vocabulary }: Rows,
  { search, terms, scope }: Pick<EngineQuery, 'search' | 'terms' | 'scope'>,
): Promise<SearchScores> {
  const parsedSearch = textSearch.read(search, terms);
  const [exact, tolerant] = [new Map<number, number>(), new Map<number, number>()];
  let exactMatches = 0;
  let hasCodeMatch = false;
  for (let after = 0; ;) {
    const rows = await table.rows(generation, after, BATCH);
    const last = rows.at(-1);
    if (!last) break;
    after = last.product_id;
    const records = rows.map((row) => toFacetRecord(unpackProduct(row.product_id, row.packed), vocabulary));
    const collector = textSearch.createCollector();
    for (const { text } of records) collector.add(textSearch.prepare(text));
    const index = runSync(collector.finish(upTo(records.length), upTo(records.length)));
    const [exactScores, tolerantScores] = [index.match(parsedSearch, false), index.match(parsedSearch, true)];
    records.forEach(({ id, docs }, i) => {
      const inScope = docs.some((doc) =>
        scope.every(({ source, values }) => values.some((value) => doc.values[source]?.includes(value))),
      );
      const [score, tolerantScore] = [exactScores[i] ?? 0, tolerantScores[i] ?? 0];
      if (score > 0) exact.set(id, score);
      if (tolerantScore > 0) tolerant.set(id, tolerantScore);
      if (score > 0 && inScope) exactMatches++;
      if (score === MAX_SCORE && inScope) hasCodeMatch = true;
    });
  }
  return { scores: exactMatches >= MIN_EXACT_MATCHES || hasCodeMatch ? exact : tolerant };
}
