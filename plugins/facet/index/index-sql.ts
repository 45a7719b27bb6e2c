import type { Vocabulary } from './vocabulary.js';

/** An SQL statement with its bindings. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** The part of the index to query. */
export interface Rows {
  readonly generation: number;
  readonly vocabulary: Vocabulary;
}

/** A range of product ids, both inclusive. */
export interface ProductRange {
  readonly first: number;
  readonly last: number;
}

/** JSON functions of a database engine. */
interface Dialect {
  /** Returns one member of a list, by index. */
  member(json: string, at: number): string;
  /** Returns a table with one row per member of a list: `one.item`. */
  each(json: string, path: string): string;
}

const SQLITE: Dialect = {
  member: (json, at) => `json_extract(${json}, '$[${at}]')`,
  each: (json, path) => `(select value as item from json_each(${json}, '${path}')) one`,
};
// MariaDB materializes a `distinct` subquery in a temporary table with an index; merged, it would parse the JSON once
// per pair of rows.
const MYSQL: Dialect = {
  member: (json, at) => `json_unquote(json_extract(${json}, '$[${at}]'))`,
  each: (json, path) => `json_table(${json}, '${path}[*]' columns (item json path '$')) one`,
};

/** Indexes of the fields in the array that `packProduct` creates. */
const PRODUCT_INDEX = { price: 5, onSale: 7, stock: 8, rating: 9, termIds: 14, fields: 15, variations: 16 } as const;
const VARIATION_INDEX = { id: 0, price: 3, onSale: 4, stock: 5, termIds: 6 } as const;

/**
 * Returns the CTEs in front of a select:
 * `docs (product_id, version, price, stock, on_sale)`: a row per variation, or per product without variations;
 * `facts (product_id, version, source, value)`: a row per value, including the ancestors of a term.
 * @param requestedSources bindings of that select; facts of fields that it does not name are left out
 */
export function indexRows(
  engine: 'sqlite' | 'mysql',
  { generation, vocabulary }: Rows,
  { first, last }: ProductRange,
  requestedSources: Statement['values'],
): Statement {
  const { member, each } = engine === 'sqlite' ? SQLITE : MYSQL;
  const lineage = JSON.stringify(
    [...vocabulary.terms.keys()].flatMap((id) =>
      vocabulary.lineage(id).map((ancestor) => [id, `tax:${ancestor.taxonomy}`, ancestor.id]),
    ),
  );
  const text = (expression: string): string =>
    engine === 'sqlite' ? `cast(${expression} as text)` : `cast(${expression} as char)`;
  const number = (expression: string): string =>
    engine === 'sqlite' ? `cast(${expression} as real)` : `cast(${expression} as double)`;
  const flag = (expression: string): string => (engine === 'sqlite' ? `${expression}` : `(${expression} = 'true')`);
  const selectEach = (list: string, path: string, columns: string): string =>
    engine === 'sqlite'
      ? `select ${columns.replaceAll('one.item', 'one.value')} from ${list}, json_each(${list}.packed, '${path}') one`
      : `select distinct ${columns} from ${list}, ${each(`${list}.packed`, path)}`;
  const fields = [...vocabulary.fields.values()].map(({ key, type }) => ({
    type,
    source: `field:${key}`,
    path: fieldPath(key),
  }));
  const value =
    engine === 'sqlite' ? 'cast(json_extract(p.packed, ?) as text)' : 'json_unquote(json_extract(p.packed, ?))';
  const values: (string | number)[] = [lineage, generation, first, last];
  const discrete = fields
    .filter(({ type, source }) => type !== 'number' && requestedSources.includes(source))
    .map(({ type, source, path }) => {
      values.push(source, path, path, path);
      const valueSql =
        type === 'boolean'
          ? `case when ${value} in ('true', '1') then 'yes' else 'no' end`
          : `substr(trim(${value}), 1, 190)`;
      return `select d.product_id, d.version, ? source, ${valueSql} value from docs d join p on p.product_id = d.product_id where ${value} is not null and trim(${value}) <> ''`;
    });
  const lineageSql =
    engine === 'sqlite'
      ? `select cast(json_extract(value, '$[0]') as integer) term, json_extract(value, '$[1]') source, ${text(`json_extract(value, '$[2]')`)} value from json_each(?)`
      : `select distinct term, source, value from json_table(?, '$[*]' columns (term int path '$[0]', source varchar(80) path '$[1]', value varchar(190) path '$[2]')) l`;
  const sql = `with lineage as (${lineageSql}),
    p as (select product_id, packed from facet_products where generation = ? and product_id between ? and ?),
    versions as (${selectEach('p', `$[${PRODUCT_INDEX.variations}]`, 'p.product_id, one.item packed')}),
    docs as (
      select product_id, 0 version, ${number(member('packed', PRODUCT_INDEX.price))} price, ${member('packed', PRODUCT_INDEX.stock)} stock, ${flag(member('packed', PRODUCT_INDEX.onSale))} on_sale from p where product_id not in (select product_id from versions)
      union all select product_id, ${number(member('packed', VARIATION_INDEX.id))}, ${number(member('packed', VARIATION_INDEX.price))}, ${member('packed', VARIATION_INDEX.stock)}, ${flag(member('packed', VARIATION_INDEX.onSale))} from versions),
    shared as (select t.product_id, l.source, l.value from (${selectEach('p', `$[${PRODUCT_INDEX.termIds}]`, 'p.product_id, one.item term')}) t join lineage l on l.term = t.term),
    own as (select t.product_id, t.version, l.source, l.value from (${selectEach('versions', `$[${VARIATION_INDEX.termIds}]`, `versions.product_id, ${number(member('versions.packed', VARIATION_INDEX.id))} version, one.item term`)}) t join lineage l on l.term = t.term),
    facts as (
      select product_id, version, source, value from own
      union all select d.product_id, d.version, s.source, s.value from docs d join shared s on s.product_id = d.product_id
        left join (select distinct product_id, version, source from own) o on o.product_id = d.product_id and o.version = d.version and o.source = s.source where o.product_id is null
      union all select product_id, version, 'stock', stock from docs
      union all select product_id, version, 'on_sale', 'yes' from docs where on_sale
      union all select d.product_id, d.version, 'rating', stars.value from docs d join p on p.product_id = d.product_id join (select '1' value union all select '2' union all select '3' union all select '4' union all select '5') stars on ${number(member('p.packed', PRODUCT_INDEX.rating))} >= ${number('stars.value')}
      ${discrete.map((select) => `union all ${select}`).join(' ')})`;
  return { sql, values };
}

/** Returns the JSON path of a field in a product's row. */
export const fieldPath = (key: string): string => `$[${PRODUCT_INDEX.fields}]."${key.replace(/[^\w-]/g, '')}"`;
