import { type Database, normalizeForSearch } from 'plinth';
import type { Bounds, EngineAnswer, EngineQuery, Hit } from '../engine/types.js';
import { nearnessOf } from '../engine/boosts.js';
import type { ProductRecord } from './catalogue.js';
import { indexRows, type ProductRange, type Rows, type Statement } from './index-sql.js';
import type { IndexTable } from './index-table.js';
import { unpackProduct } from './packed-product.js';
import { findWords, type Found } from './plain-search.js';
import { createSqlSelect, type Restriction } from './sql-select.js';
import { type LiftsBy, publishedSecond, readLifts, withPins } from './sql-boosts.js';

/**
 * Answers the queries of the in-memory engine from the index rows in plain SQL, without cached data and without code
 * shared with that engine.
 * It supports the built-in sources and sort orders only; those of extensions need the engine.
 * @since 0.1.0
 */
export interface SqlEngine {
  query(rows: Rows, query: EngineQuery): Promise<EngineAnswer>;
}

type Row = Readonly<Record<string, string | number | null>>;
/** Runs a select over the rows of the index. */
type Ask = (statement: Statement) => Promise<readonly Row[]>;

/**
 * Number of products per statement: MariaDB joins derived tables without an index, in quadratic time, and a site aborts
 * a statement after 15 seconds.
 */
const BATCH = 500;

export interface SqlEngineParts {
  readonly db: Database;
  readonly table: IndexTable;
  readonly batch?: number;
}

export function createSqlEngine({ db, table, batch = BATCH }: SqlEngineParts): SqlEngine {
  const select = createSqlSelect(db.engine);

  async function batchesOf(generation: number): Promise<ProductRange[]> {
    const ids = await db()('facet_products').where({ generation }).orderBy('product_id').pluck<number[]>('product_id');
    return Array.from({ length: Math.ceil(ids.length / batch) }, (_, n) => {
      const own = ids.slice(n * batch, (n + 1) * batch);
      return { first: Number(own[0]), last: Number(own.at(-1)) };
    });
  }

  /** All facts concern one product at a time, so the results of batches can be concatenated in order of product id. */
  async function askOf(rows: Rows): Promise<Ask> {
    const batches = await batchesOf(rows.generation);
    return async ({ sql, values }) => {
      const all: Row[] = [];
      for (const products of batches) {
        const before = indexRows(db.engine, rows, products, values);
        // Both parts consist of fixed text; values are passed as bindings.
        const statement = [before.sql, sql].join(' ');
        const result: unknown = await db().raw(statement, [...before.values, ...values]);
        for (const row of db.engine === 'mysql' ? (result as [Row[]])[0] : (result as Row[])) all.push(row);
      }
      return all;
    };
  }

  return {
    async query(rows, query) {
      const searched = query.search.trim() === '' ? undefined : await findWords(table, rows, query);
      const run = await askOf(rows);
      const { sql, values } = select.documents(query);
      const all = await run({
        sql: `select product_id, version, price from (${sql}) found order by product_id, price, version`,
        values,
      });
      const products = new Map<number, { price: number; versions: number[] }>();
      for (const row of all) {
        const [id, price, version] = [Number(row.product_id), Number(row.price), Number(row.version)];
        if (searched && !searched.scores.has(id)) continue;
        const known = products.get(id);
        if (known) known.versions.push(version);
        else products.set(id, { price, versions: [version] });
      }
      const pages = Math.max(1, Math.ceil(products.size / query.perPage));
      const page = Math.min(Math.max(1, query.page), pages);
      const records = await recordsOf(rows.generation, [...products.keys()]);
      const sort = query.sort === 'relevance' && !searched ? '' : query.sort;
      const placing = sort === '' || sort === 'relevance' ? query.placement : undefined;
      const lifts = placing && (await readLifts(placing, records, run));
      const plain = [...products]
        .map(([id, { price }]) => ({ id, price, record: records.get(id) }))
        .sort(comparison(sort, searched, lifts));
      const order = placing ? withPins(plain, placing) : plain;
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
        counts: await counts(run, query, searched),
        bounds: await bounds(run, query, searched),
      };
    },
  };

  async function recordsOf(generation: number, ids: readonly number[]): Promise<ReadonlyMap<number, ProductRecord>> {
    const records = new Map<number, ProductRecord>();
    for (let at = 0; at < ids.length; at += 500)
      for (const row of await table.rowsOf(generation, ids.slice(at, at + 500)))
        records.set(row.product_id, unpackProduct(row.product_id, row.packed));
    return records;
  }

  async function counts(run: Ask, query: EngineQuery, searched: Found | undefined): Promise<EngineAnswer['counts']> {
    const countsByKey = new Map(query.counts.map(({ key }) => [key, new Map<string, number>()]));
    const restricting = new Set([...query.selections, ...query.ranges].map(({ key }) => key));
    // Facets without a selection are counted over the same products, in one query.
    const free = query.counts.filter(({ key }) => !restricting.has(key));
    const groups = [free, ...query.counts.filter(({ key }) => restricting.has(key)).map((one) => [one])];
    for (const group of groups) {
      const [first] = group;
      if (!first) continue;
      const { sql, values } = select.documents(without(query, first.key));
      const groupSources = group.map(({ source }) => source);
      const found = await run({
        sql: `select distinct facts.product_id, facts.source, facts.value from facts join (${sql}) found on found.product_id = facts.product_id and found.version = facts.version where facts.source in (${groupSources.map(() => '?').join(', ')})`,
        values: [...values, ...groupSources],
      });
      for (const { product_id: id, source, value } of found) {
        if (searched && !searched.scores.has(Number(id))) continue;
        for (const { key } of group.filter((one) => one.source === source))
          countsByKey.get(key)?.set(String(value), (countsByKey.get(key)?.get(String(value)) ?? 0) + 1);
      }
    }
    return countsByKey;
  }

  async function bounds(run: Ask, query: EngineQuery, searched: Found | undefined): Promise<EngineAnswer['bounds']> {
    const boundsByKey = new Map<string, Bounds>();
    for (const { key, source } of query.bounds) {
      const ends = async (restriction: Restriction, within?: Found): Promise<[number | null, number | null]> => {
        const found = await run(select.numbers(restriction, source));
        const numbers = found
          .filter(({ product_id: id }) => !within || within.scores.has(Number(id)))
          .map(({ number }) => Number(number));
        return numbers.length === 0
          ? [null, null]
          : [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
      };
      const [[min, max], [fullMin, fullMax]] = [
        await ends(without(query, key), searched),
        await ends({ selections: [], ranges: [], scope: query.scope }),
      ];
      boundsByKey.set(key, { min, max, fullMin, fullMax });
    }
    return boundsByKey;
  }
}

/** Returns the query without one facet's selection; a facet that requires all of its values keeps it. */
function without(query: EngineQuery, key: string): Restriction {
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

function comparison(
  sort: EngineQuery['sort'],
  searched: Found | undefined,
  lifts?: LiftsBy,
): (a: SqlHit, b: SqlHit) => number {
  const text = ({ record }: SqlHit): string => normalizeForSearch(record?.name ?? '');
  const more =
    (number: (record: ProductRecord) => number) =>
    (a: SqlHit, b: SqlHit): number =>
      (b.record ? number(b.record) : 0) - (a.record ? number(a.record) : 0);
  const scoreOf = ({ id }: SqlHit): number => searched?.scores.get(id) ?? 0;
  const available = more(({ stock, variations }) =>
    Number(stock === 'instock' || variations.some((one) => one.stock === 'instock')),
  );
  const steps: Readonly<Record<EngineQuery['sort'], readonly ((a: SqlHit, b: SqlHit) => number)[]>> = {
    '': [
      (a, b) => -more(({ position }) => position)(a, b),
      (a, b) => (text(a) < text(b) ? -1 : Number(text(a) > text(b))),
    ],
    popularity: [more(({ sales }) => sales)],
    rating: [more(({ rating }) => rating), more(({ ratingCount }) => ratingCount)],
    date: [more(({ publishedAt }) => publishedSecond(publishedAt))],
    price: [(a, b) => a.price - b.price],
    'price-desc': [(a, b) => b.price - a.price],
    relevance: [(a, b) => scoreOf(b) - scoreOf(a), available, more(({ rating }) => rating)],
  };
  const lifted = (a: SqlHit, b: SqlHit): number => (lifts?.get(b.id) ?? 0) - (lifts?.get(a.id) ?? 0);
  const near = (a: SqlHit, b: SqlHit): number => nearnessOf(scoreOf(b)) - nearnessOf(scoreOf(a));
  const byLifts = sort === 'relevance' ? [near, lifted] : [lifted];
  const first = lifts ? byLifts : [];
  return (a, b) =>
    [...first, ...steps[sort]].map((step) => step(a, b)).find((difference) => difference !== 0) ?? a.id - b.id;
}
