import { type Database, foldText } from 'plinth';
import type { Bounds, EngineAnswer, EngineQuery, Hit, RangeSelection, Selection } from '../engine/types.js';
import { nearnessOf } from '../engine/placing.js';
import type { ProductRecord } from './catalogue.js';
import { fieldPath, indexRows, type Rows, type Statement } from './index-sql.js';
import type { IndexTable } from './index-table.js';
import { unpackProduct } from './packed-product.js';
import { findWords, type Found } from './plain-search.js';
import { type LiftsBy, publishedSecond, readLifts, withPins } from './sql-placing.js';

/**
 * Answers what the engine in memory answers, from the index's rows in plain SQL: nothing of it is kept, and nothing of it is shared with that engine.
 * It knows the filter's own sources and orders; what extensions add is asked of the engine alone.
 * @since 0.3.0
 */
export interface SqlEngine {
  query(rows: Rows, query: EngineQuery): Promise<EngineAnswer>;
}

type Row = Readonly<Record<string, string | number | null>>;
/** What products are restricted by. */
type Restriction = Pick<EngineQuery, 'selections' | 'ranges' | 'scope'>;

export function createSqlEngine({ db, table }: { readonly db: Database; readonly table: IndexTable }): SqlEngine {
  /** Runs a select over the rows of the index. */
  async function ask(rows: Rows, { sql, values }: Statement): Promise<readonly Row[]> {
    const before = indexRows(db.engine, rows);
    // Both are put together of fixed parts; what is asked for is bound.
    const statement = [before.sql, sql].join(' ');
    const answer: unknown = await db().raw(statement, [...before.values, ...values]);
    return db.engine === 'mysql' ? (answer as [Row[]])[0] : (answer as Row[]);
  }

  return {
    async query(rows, query) {
      const searched = query.search.trim() === '' ? undefined : await findWords(table, rows, query);
      const all = await ask(rows, {
        sql: `select product_id, version, price from (${select(query).sql}) found order by product_id, price, version`,
        values: select(query).values,
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
      const placing = sort === '' || sort === 'relevance' ? query.placing : undefined;
      const lifts = placing && (await readLifts(placing, records, (statement) => ask(rows, statement)));
      const plain = [...products]
        .map(([id, { price }]) => ({ id, price, record: records.get(id) }))
        .sort(comparison(sort, searched, lifts));
      const order = placing ? withPins(plain, placing) : plain;
      const hits = order.slice((page - 1) * query.perPage, page * query.perPage).map(({ id, price, record }): Hit => {
        const versions = products.get(id)?.versions ?? [];
        return versions.length < Math.max(1, record?.variations.length ?? 1) ? { id, price, versions } : { id, price };
      });
      return {
        found: products.size,
        page,
        pages,
        hits,
        counts: await counts(rows, query, searched),
        bounds: await bounds(rows, query, searched),
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

  async function counts(rows: Rows, query: EngineQuery, searched: Found | undefined): Promise<EngineAnswer['counts']> {
    const made = new Map(query.counts.map(({ key }) => [key, new Map<string, number>()]));
    const restricting = new Set([...query.selections, ...query.ranges].map(({ key }) => key));
    // Facets of which nothing is chosen are counted under the same products, in one go.
    const free = query.counts.filter(({ key }) => !restricting.has(key));
    const groups = [
      ...(free.length > 0 ? [free] : []),
      ...query.counts.filter(({ key }) => restricting.has(key)).map((one) => [one]),
    ];
    for (const group of groups) {
      const { sql, values } = select(without(query, group[0].key));
      const wanted = group.map(({ source }) => source);
      const found = await ask(rows, {
        sql: `select distinct facts.product_id, facts.source, facts.value from facts join (${sql}) found on found.product_id = facts.product_id and found.version = facts.version where facts.source in (${wanted.map(() => '?').join(', ')})`,
        values: [...values, ...wanted],
      });
      for (const { product_id: id, source, value } of found) {
        if (searched && !searched.scores.has(Number(id))) continue;
        for (const { key } of group.filter((one) => one.source === source))
          made.get(key)?.set(String(value), (made.get(key)?.get(String(value)) ?? 0) + 1);
      }
    }
    return made;
  }

  async function bounds(rows: Rows, query: EngineQuery, searched: Found | undefined): Promise<EngineAnswer['bounds']> {
    const made = new Map<string, Bounds>();
    for (const { key, source } of query.bounds) {
      const ends = async (restriction: Restriction, within?: Found): Promise<[number | null, number | null]> => {
        const { sql, values } = select(restriction);
        const found = await ask(rows, {
          sql: `select found.product_id, ${numberOf(source)} number from (${sql}) found join p on p.product_id = found.product_id where ${numberOf(source)} is not null`,
          values: [...numberValues(source), ...values, ...numberValues(source)],
        });
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
      made.set(key, { min, max, fullMin, fullMax });
    }
    return made;
  }

  /** A number of a document of `found`, whose product is `p`. */
  function numberOf(source: string): string {
    if (source === 'price') return 'found.price';
    return db.engine === 'sqlite'
      ? 'cast(json_extract(p.packed, ?) as real)'
      : 'cast(json_unquote(json_extract(p.packed, ?)) as double)';
  }

  function select({ selections, ranges, scope }: Restriction): Statement {
    const parts = [...scope, ...selections].map(chosen).concat(ranges.map(between));
    const where = parts.length > 0 ? `where ${parts.map(({ sql }) => sql).join(' and ')}` : '';
    return {
      sql: `select found.product_id, found.version, found.price from docs found join p on p.product_id = found.product_id ${where}`,
      values: parts.flatMap(({ values }) => values),
    };
  }

  function chosen({ source, values, operator }: Selection): Statement {
    if (values.length === 0) return { sql: operator === 'and' ? '1 = 1' : '1 = 0', values: [] };
    const having = (wanted: readonly string[]): Statement => ({
      sql: `(found.product_id, found.version) in (select product_id, version from facts where source = ? and value in (${wanted.map(() => '?').join(', ')}))`,
      values: [source, ...wanted],
    });
    const parts = operator === 'and' ? values.map((value) => having([value])) : [having(values)];
    return { sql: parts.map(({ sql }) => sql).join(' and '), values: parts.flatMap((part) => part.values) };
  }

  function between({ source, min, max }: RangeSelection): Statement {
    const ends = [
      { end: min, sign: '>=' },
      { end: max, sign: '<=' },
    ].flatMap(({ end, sign }): Statement[] =>
      end === null ? [] : [{ sql: `${numberOf(source)} ${sign} ?`, values: [...numberValues(source), end] }],
    );
    const known: Statement = { sql: `${numberOf(source)} is not null`, values: numberValues(source) };
    return {
      sql: [known, ...ends].map(({ sql }) => sql).join(' and '),
      values: [known, ...ends].flatMap(({ values }) => values),
    };
  }
}

/** Where a field stands in a row; prices are columns. */
const numberValues = (source: string): readonly string[] =>
  source === 'price' ? [] : [fieldPath(source.replace(/^field:/, ''))];

/** Everything that is chosen but one facet; of a facet that wants all of its values, nothing is left out. */
function without(query: EngineQuery, key: string): Restriction {
  return {
    scope: query.scope,
    selections: query.selections.filter((one) => one.key !== key || one.operator === 'and'),
    ranges: query.ranges.filter((one) => one.key !== key),
  };
}

interface Placed {
  readonly id: number;
  readonly price: number;
  readonly record: ProductRecord | undefined;
}

function comparison(
  sort: EngineQuery['sort'],
  searched: Found | undefined,
  lifts?: LiftsBy,
): (a: Placed, b: Placed) => number {
  const text = ({ record }: Placed): string => foldText(record?.name ?? '');
  const more =
    (number: (record: ProductRecord) => number) =>
    (a: Placed, b: Placed): number =>
      (b.record ? number(b.record) : 0) - (a.record ? number(a.record) : 0);
  const scoreOf = ({ id }: Placed): number => searched?.scores.get(id) ?? 0;
  const available = more(({ stock, variations }) =>
    Number(stock === 'instock' || variations.some((one) => one.stock === 'instock')),
  );
  const steps: Readonly<Record<EngineQuery['sort'], readonly ((a: Placed, b: Placed) => number)[]>> = {
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
  const lifted = (a: Placed, b: Placed): number => (lifts?.get(b.id) ?? 0) - (lifts?.get(a.id) ?? 0);
  const near = (a: Placed, b: Placed): number => nearnessOf(scoreOf(b)) - nearnessOf(scoreOf(a));
  const first = !lifts ? [] : sort === 'relevance' ? [near, lifted] : [lifted];
  return (a, b) =>
    [...first, ...steps[sort]].map((step) => step(a, b)).find((difference) => difference !== 0) ?? a.id - b.id;
}
