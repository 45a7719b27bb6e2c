import { type Database, normalizeForSearch } from 'plinth';
import type { Bounds, EngineResult, EngineQuery, Hit } from '../engine/types.js';
import { getNearness } from '../engine/boosts.js';
import type { ProductRecord } from './catalog.js';
import { indexRows, type ProductRange, type Rows, type Statement } from './index-sql.js';
import type { IndexTable } from './index-table.js';
import { unpackProduct } from './packed-product.js';
import { scanIndex, type SearchScores } from './plain-search.js';
import { createSqlSelect, type Restriction } from './sql-select.js';
import { type BoostDirections, toUnixTime, readBoosts, applyPins } from './sql-boosts.js';

/**
 * Answers the queries of the in-memory engine from the index rows in plain SQL, without cached data and without code
 * shared with that engine.
 * It supports the built-in sources and sort orders only; those of extensions need the engine.
 * @since 0.1.0
 */
export interface SqlEngine {
  query(rows: Rows, query: EngineQuery): Promise<EngineResult>;
}

type Row = Readonly<Record<string, string | number | null>>;
/** Runs a select over the rows of the index. */
export type RunSelect = (statement: Statement) => Promise<readonly Row[]>;

/**
 * Number of products per statement: MariaDB joins derived tables without an index, in quadratic time, and a site aborts
 * a statement after 15 seconds.
 */
const BATCH = 500;

export interface SqlEngineParts {
  readonly db: Database;
  readonly table: IndexTable;
  readonly batch?: number;
  /** Returns how selects over the rows are run; in batches by default. */
  createRunSelect?(rows: Rows): Promise<RunSelect>;
}

/** Runs a select that consists of fixed text; values are passed as bindings. */
export async function runStatement(db: Database, { sql, values }: Statement): Promise<readonly Row[]> {
  const result: unknown = await db().raw(sql, [...values]);
  return db.engine === 'mysql' ? (result as [Row[]])[0] : (result as Row[]);
}

/** Returns the products of a generation in ranges of one statement each. */
export async function productBatches(db: Database, generation: number, batch = BATCH): Promise<ProductRange[]> {
  const ids = await db()('facet_products').where({ generation }).orderBy('product_id').pluck<number[]>('product_id');
  return Array.from({ length: Math.ceil(ids.length / batch) }, (_, n) => {
    const batchIds = ids.slice(n * batch, (n + 1) * batch);
    return { first: Number(batchIds[0]), last: Number(batchIds.at(-1)) };
  });
}

export function createSqlEngine({ db, table, batch = BATCH, ...parts }: SqlEngineParts): SqlEngine {
  const select = createSqlSelect(db.engine);
  const createRunSelect = parts.createRunSelect ?? runInBatches;

  /** All facts concern one product at a time, so the results of batches can be concatenated in order of product id. */
  async function runInBatches(rows: Rows): Promise<RunSelect> {
    const batches = await productBatches(db, rows.generation, batch);
    return async ({ sql, values }) => {
      const allRows: Row[] = [];
      for (const products of batches) {
        const indexSql = indexRows(db.engine, rows, products, values);
        const statement = { sql: `${indexSql.sql} ${sql}`, values: [...indexSql.values, ...values] };
        for (const row of await runStatement(db, statement)) allRows.push(row);
      }
      return allRows;
    };
  }

  return {
    async query(rows, query) {
      const searchScores = query.search.trim() === '' ? undefined : await scanIndex(table, rows, query);
      const run = await createRunSelect(rows);
      const { sql, values } = select.documents(query);
      const documentRows = await run({
        sql: `select product_id, version, price from (${sql}) found order by product_id, stock = 'outofstock', price, version`,
        values,
      });
      const products = new Map<number, { price: number; versions: number[] }>();
      for (const row of documentRows) {
        const [id, price, version] = [Number(row.product_id), Number(row.price), Number(row.version)];
        if (searchScores && !searchScores.scores.has(id)) continue;
        const known = products.get(id);
        if (known) known.versions.push(version);
        else products.set(id, { price, versions: [version] });
      }
      const pages = Math.max(1, Math.ceil(products.size / query.perPage));
      const page = Math.min(Math.max(1, query.page), pages);
      const records = await recordsOf(table, rows.generation, [...products.keys()]);
      const sort = query.sort === 'relevance' && !searchScores ? '' : query.sort;
      const placing = sort === '' || sort === 'relevance' ? query.placement : undefined;
      const lifts = placing && (await readBoosts(placing, records, run));
      const sortedProducts = [...products]
        .map(([id, { price }]) => ({ id, price, record: records.get(id) }))
        .sort(createComparison(sort, searchScores, lifts));
      const order = placing ? applyPins(sortedProducts, placing) : sortedProducts;
      const hits = order.slice((page - 1) * query.perPage, page * query.perPage).map(({ id, price, record }): Hit => {
        const versions = products.get(id)?.versions ?? [];
        return versions.length < Math.max(1, record?.variations.length ?? 1)
          ? { id, price, variations: versions }
          : { id, price };
      });
      return {
        found: products.size,
        page,
        pages,
        hits,
        counts: await counts(run, query, searchScores),
        bounds: await bounds(run, query, searchScores),
      };
    },
  };

  async function counts(
    run: RunSelect,
    query: EngineQuery,
    searchScores: SearchScores | undefined,
  ): Promise<EngineResult['counts']> {
    const countsByKey = new Map(query.counts.map(({ key }) => [key, new Map<string, number>()]));
    const restrictedKeys = new Set([...query.selections, ...query.ranges].map(({ key }) => key));
    // Facets without a selection are counted over the same products, in one query.
    const isAlone = ({ key, anyDocument }: EngineQuery['counts'][number]): boolean =>
      restrictedKeys.has(key) || anyDocument === true;
    const unrestricted = query.counts.filter((one) => !isAlone(one));
    const groups = [unrestricted, ...query.counts.filter(isAlone).map((one) => [one])];
    for (const group of groups) {
      const [first] = group;
      if (!first) continue;
      const { sql, values } = select.documents(withoutFacet(query, first.key));
      const groupSources = group.map(({ source }) => source);
      const found = await run({
        sql: `select distinct facts.product_id, facts.source, facts.value from facts join (${sql}) found on found.product_id = facts.product_id ${first.anyDocument ? '' : 'and found.version = facts.version'} where facts.source in (${groupSources.map(() => '?').join(', ')})`,
        values: [...values, ...groupSources],
      });
      for (const { product_id: id, source, value } of found) {
        if (searchScores && !searchScores.scores.has(Number(id))) continue;
        for (const { key } of group.filter((one) => one.source === source))
          countsByKey.get(key)?.set(String(value), (countsByKey.get(key)?.get(String(value)) ?? 0) + 1);
      }
    }
    return countsByKey;
  }

  async function bounds(
    run: RunSelect,
    query: EngineQuery,
    searchScores: SearchScores | undefined,
  ): Promise<EngineResult['bounds']> {
    const boundsByKey = new Map<string, Bounds>();
    for (const { key, source } of query.bounds) {
      const minMaxOf = async (
        restriction: Restriction,
        within?: SearchScores,
      ): Promise<[number | null, number | null]> => {
        const found = await run(select.numbers(restriction, source));
        const numbers = found
          .filter(({ product_id: id }) => !within || within.scores.has(Number(id)))
          .map(({ number }) => Number(number));
        return numbers.length === 0
          ? [null, null]
          : [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
      };
      const [[min, max], [fullMin, fullMax]] = [
        await minMaxOf(withoutFacet(query, key), searchScores),
        await minMaxOf({ selections: [], ranges: [], scope: query.scope }),
      ];
      boundsByKey.set(key, { min, max, fullMin, fullMax });
    }
    return boundsByKey;
  }
}

/** Reads the records of the products from the index rows, in batches. */
async function recordsOf(
  table: IndexTable,
  generation: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductRecord>> {
  const records = new Map<number, ProductRecord>();
  for (let at = 0; at < ids.length; at += 500)
    for (const row of await table.rowsOf(generation, ids.slice(at, at + 500)))
      records.set(row.product_id, unpackProduct(row.product_id, row.packed));
  return records;
}

/** Returns the query without one facet's selection; a facet that requires all of its values keeps it. */
function withoutFacet(query: EngineQuery, key: string): Restriction {
  return {
    scope: query.scope,
    selections: query.selections.filter((one) => one.key !== key || one.operator === 'and'),
    ranges: query.ranges.filter((one) => one.key !== key),
  };
}

interface SqlHit {
  readonly id: number;
  readonly price: number;
  readonly record: ProductRecord | undefined;
}

function createComparison(
  sort: EngineQuery['sort'],
  searchScores: SearchScores | undefined,
  lifts?: BoostDirections,
): (a: SqlHit, b: SqlHit) => number {
  const text = ({ record }: SqlHit): string => normalizeForSearch(record?.name ?? '');
  const descending =
    (number: (record: ProductRecord) => number) =>
    (a: SqlHit, b: SqlHit): number =>
      (b.record ? number(b.record) : 0) - (a.record ? number(a.record) : 0);
  const scoreOf = ({ id }: SqlHit): number => searchScores?.scores.get(id) ?? 0;
  const available = descending(({ stock, variations }) =>
    Number(stock === 'instock' || variations.some((one) => one.stock === 'instock')),
  );
  const steps: Readonly<Record<EngineQuery['sort'], readonly ((a: SqlHit, b: SqlHit) => number)[]>> = {
    '': [
      (a, b) => -descending(({ position }) => position)(a, b),
      (a, b) => (text(a) < text(b) ? -1 : Number(text(a) > text(b))),
    ],
    popularity: [descending(({ sales }) => sales)],
    rating: [descending(({ rating }) => rating), descending(({ ratingCount }) => ratingCount)],
    date: [descending(({ publishedAt }) => toUnixTime(publishedAt))],
    price: [(a, b) => a.price - b.price],
    'price-desc': [(a, b) => b.price - a.price],
    relevance: [(a, b) => scoreOf(b) - scoreOf(a), available, descending(({ rating }) => rating)],
  };
  const byBoost = (a: SqlHit, b: SqlHit): number => (lifts?.get(b.id) ?? 0) - (lifts?.get(a.id) ?? 0);
  const byMatchLevel = (a: SqlHit, b: SqlHit): number => getNearness(scoreOf(b)) - getNearness(scoreOf(a));
  const byLifts = sort === 'relevance' ? [byMatchLevel, byBoost] : [byBoost];
  const first = lifts ? byLifts : [];
  return (a, b) =>
    [...first, ...steps[sort]].map((step) => step(a, b)).find((difference) => difference !== 0) ?? a.id - b.id;
}
