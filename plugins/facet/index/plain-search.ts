import { MAX_SCORE } from '../engine/segment.js';
import type { EngineQuery } from '../engine/types.js';
import { atOnce, upTo } from '../engine/work.js';
import { textSearch } from '../search/text-index.js';
import { toFacetRecord } from './facet-record.js';
import type { Rows } from './index-sql.js';
import type { IndexTable } from './index-table.js';
import { unpackProduct } from './packed-product.js';

/** Results of a search, with the score of each product. */
export interface Found {
  readonly scores: ReadonlyMap<number, number>;
}

const BATCH = 200;
/** The same as in the in-memory engine. */
const ENOUGH = 3;

/** Scans the rows of the index in batches, one row at a time. */
export async function findWords(
  table: IndexTable,
  { generation, vocabulary }: Rows,
  { search, terms, scope }: Pick<EngineQuery, 'search' | 'terms' | 'scope'>,
): Promise<Found> {
  const reading = textSearch.read(search, terms);
  const [exact, tolerant] = [new Map<number, number>(), new Map<number, number>()];
  let here = 0;
  let code = false;
  for (let after = 0; ;) {
    const rows = await table.rows(generation, after, BATCH);
    const last = rows.at(-1);
    if (!last) break;
    after = last.product_id;
    const records = rows.map((row) => toFacetRecord(unpackProduct(row.product_id, row.packed), vocabulary));
    const collector = textSearch.createCollector();
    for (const { text } of records) collector.add(textSearch.prepare(text));
    const index = atOnce(collector.finish(upTo(records.length), upTo(records.length)));
    const [plain, forgiving] = [index.match(reading, false), index.match(reading, true)];
    records.forEach(({ id, docs }, i) => {
      const inScope = docs.some((doc) =>
        scope.every(({ source, values }) => values.some((value) => doc.values[source]?.includes(value))),
      );
      const [score, forgivingScore] = [plain[i] ?? 0, forgiving[i] ?? 0];
      if (score > 0) exact.set(id, score);
      if (forgivingScore > 0) tolerant.set(id, forgivingScore);
      if (score > 0 && inScope) here++;
      if (score === MAX_SCORE && inScope) code = true;
    });
  }
  return { scores: here >= ENOUGH || code ? exact : tolerant };
}
