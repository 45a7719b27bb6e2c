import type { Bounds, EngineAnswer, EngineQuery, Hit, RangeSelection, Selection } from '../engine/types.js';
import { type GroongaClient, quoted, type RowList, type Selected } from './groonga-client.js';
import { type Columns, NUMBER, type Tables, VALUE } from './server-tables.js';
import { searchFilter } from './server-terms.js';

/** What of a filling is asked. */
export interface Asked {
  readonly client: GroongaClient;
  readonly tables: Tables;
  readonly columns: Columns;
}

type Parameters = Record<string, string>;

/** The part of what is found that has the whole choice. */
const WHOLE = 'all';

/** What a question needs that the server knows less well than the tables do. */
export type Unknown = 'search' | 'placing';

/**
 * Why the tables answer better, where they can: they know how near words are, typing errors, and the owner’s places. What extensions add neither it nor the tables know: their orders are the shop's own,
 * and their types keep every product, as one that fails does.
 */
export function unknownIn({ search, placing, sort }: EngineQuery): Unknown | undefined {
  if (search.trim() !== '') return 'search';
  return placing && (sort === '' || sort === 'relevance') ? 'placing' : undefined;
}

/** Orders of products; `_min` is the price of the cheapest version that matches. */
const ORDERS: Readonly<Record<EngineQuery['sort'], string>> = {
  '': 'position,name,_key',
  popularity: '-sales,_key',
  rating: '-rating,-rating_count,_key',
  date: '-published,_key',
  price: '_min,_key',
  'price-desc': '-_min,_key',
  relevance: '-available,-rating,_key',
};

/** Without words, the best match is the shop’s own order. */
const orderOf = ({ sort, search }: EngineQuery): string =>
  ORDERS[sort === 'relevance' && search.trim() === '' ? '' : sort];

/** Numbers beyond these stand for the end: an expression of the server has no room for their zeros. */
const MAX_NUMBER = 1e15;

/** As many different numbers are divided into equal parts; more are left undivided, as the contract lets an engine do. */
export const MAX_NUMBERS = 20_000;

const written = (number: number): string => String(Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, number)));
const NOTHING = '_id < 1';
const EVERYTHING = '_id > 0';
/** The label of what has no choice: no part of what is found, but all of it. */
const UNDIVIDED = '';
const NO_ROWS: RowList = { count: 0, rows: [], groups: new Map() };

/** Asks for everything in one go: what is found under the whole choice, and besides under the choice without each facet that is counted. */
export async function queryServer(asked: Asked, query: EngineQuery): Promise<EngineAnswer> {
  const searched = searchFilter(query) !== undefined;
  // The ends of all products of a page are those without the search: of another list than everything else.
  const [first, unsearched] = await Promise.all([
    asked.client.select(selectOf(asked, query, query.page)),
    searched && query.bounds.length > 0 ? asked.client.select(endsOf(asked, query)) : undefined,
  ]);
  const found = partOf(first, labelOf(query, WHOLE)).groups.get('products')?.count ?? 0;
  const pages = Math.max(1, Math.ceil(found / query.perPage));
  const page = Math.min(Math.max(1, query.page), pages);
  const list =
    page === query.page
      ? first
      : await asked.client.select(selectOf(asked, { ...query, counts: [], bounds: [] }, page));
  return {
    found,
    page,
    pages,
    hits: await hitsOf(asked, query, list),
    counts: countsOf(query, first),
    bounds: boundsOf(query, first, unsearched ?? first),
  };
}

function selectOf({ tables, columns }: Asked, query: EngineQuery, page: number): Parameters {
  const parameters = basis(tables, filterOf(columns, { selections: [], ranges: [] }, query.scope, searchFilter(query)));
  group(parameters, `${slice(parameters, labelOf(query, WHOLE), filterOf(columns, query))}drilldowns[products]`, {
    keys: 'product',
    calc_types: 'MIN',
    calc_target: 'price',
    sort_keys: orderOf(query),
    output_columns: '_key,_min,_nsubrecs,versions',
    offset: String((Math.max(1, page) - 1) * query.perPage),
    limit: String(query.perPage),
  });
  const labels = labelsOf(query);
  const placeOf = (key: string): string =>
    slice(parameters, labels.get(key) ?? UNDIVIDED, filterOf(columns, without(query, key)));
  query.counts.forEach(({ key, source }, i) => {
    const n = columns.values.get(source);
    if (n === undefined) return;
    const place = placeOf(key);
    group(parameters, `${place}drilldowns[lone${i}]`, {
      keys: VALUE.lone(n),
      output_columns: '_key,_nsubrecs',
      limit: '-1',
    });
    group(parameters, `${place}drilldowns[pairs${i}]`, { keys: VALUE.paired(n), output_columns: '_id', limit: '0' });
    group(parameters, `${place}drilldowns[paired${i}]`, {
      table: `pairs${i}`,
      keys: 'value',
      output_columns: '_key,_nsubrecs',
      limit: '-1',
    });
  });
  query.bounds.forEach(({ key, source, quantiles }, i) => {
    const n = columns.numbers.get(source);
    if (n === undefined) return;
    if (quantiles !== undefined)
      group(parameters, `${placeOf(key)}drilldowns[numbers${i}]`, {
        keys: NUMBER.value(n),
        sort_keys: '_key',
        output_columns: '_key,_nsubrecs',
        limit: String(MAX_NUMBERS),
      });
    for (const place of [`${placeOf(key)}drilldowns[ends${i}]`, `drilldowns[ends${i}]`])
      group(parameters, place, ends(n));
  });
  return parameters;
}

/** Asks for the ends of numbers under the scope alone. */
function endsOf({ tables, columns }: Asked, query: EngineQuery): Parameters {
  const parameters = basis(tables, filterOf(columns, { selections: [], ranges: [] }, query.scope));
  query.bounds.forEach(({ source }, i) => {
    const n = columns.numbers.get(source);
    if (n !== undefined) group(parameters, `drilldowns[ends${i}]`, ends(n));
  });
  return parameters;
}

const ends = (n: number): Parameters => ({
  keys: NUMBER.there(n),
  calc_types: 'MIN,MAX',
  calc_target: NUMBER.value(n),
  output_columns: '_key,_min,_max,_nsubrecs',
  limit: '-1',
});

/** Everything is told by the absence of a filter, which would go through every row. */
const basis = ({ docs }: Tables, filter: string): Parameters => ({
  table: docs,
  limit: '0',
  output_columns: '_id',
  ...(filter === EVERYTHING ? {} : { filter }),
});

/** A part of what is found, or all of it. @returns where its groups are asked for */
function slice(parameters: Parameters, label: string, filter: string): string {
  if (label === UNDIVIDED) return '';
  const place = `slices[${label}]`;
  Object.assign(parameters, {
    [`${place}.filter`]: filter,
    [`${place}.limit`]: '0',
    [`${place}.output_columns`]: '_id',
  });
  return `${place}.`;
}

function group(parameters: Parameters, place: string, more: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(more)) parameters[`${place}.${name}`] = value;
}

type Choice = Pick<EngineQuery, 'selections' | 'ranges'>;

/** Whether a facet's own choice is left out when it is counted: of one that wants all of its values, nothing is. */
const restricts = ({ selections, ranges }: Choice, key: string): boolean =>
  selections.some((one) => one.key === key && one.operator === 'or') || ranges.some((one) => one.key === key);

const without = ({ selections, ranges }: Choice, key: string): Choice => ({
  selections: selections.filter((one) => one.key !== key || one.operator === 'and'),
  ranges: ranges.filter((one) => one.key !== key),
});

function filterOf(
  columns: Columns,
  { selections, ranges }: Choice,
  scope: readonly Selection[] = [],
  search?: string,
): string {
  const parts = [
    ...(search === undefined ? [] : [search]),
    ...[...scope, ...selections]
      .flatMap((one) => chosen(columns, one))
      .concat(ranges.map((one) => between(columns, one))),
  ];
  return parts.length === 0 ? EVERYTHING : parts.map((part) => `(${part})`).join(' && ');
}

function chosen({ values: columns }: Columns, { source, values, operator }: Selection): string[] {
  if (values.length === 0) return operator === 'and' ? [] : [NOTHING];
  const n = columns.get(source);
  if (n === undefined) return [NOTHING];
  return [values.map((value) => `${VALUE.all(n)} @ ${quoted(value)}`).join(operator === 'and' ? ' && ' : ' || ')];
}

function between({ numbers }: Columns, { source, min, max }: RangeSelection): string {
  const n = numbers.get(source);
  if (n === undefined) return NOTHING;
  return [
    NUMBER.there(n),
    ...(min === null ? [] : [`${NUMBER.value(n)} >= ${written(min)}`]),
    ...(max === null ? [] : [`${NUMBER.value(n)} <= ${written(max)}`]),
  ].join(' && ');
}

/** The products of the page. Of those with versions that do not match, the ones that do are asked for besides. */
async function hitsOf({ client, tables, columns }: Asked, query: EngineQuery, list: Selected): Promise<Hit[]> {
  const rows = (partOf(list, labelOf(query, WHOLE)).groups.get('products')?.rows ?? []).map(
    ([id, price, matching, versions]) => ({
      id: Number(id),
      price: Number(price),
      some: Number(matching) < Number(versions),
    }),
  );
  const told = rows.filter(({ some }) => some).map(({ id }) => id);
  const versions = new Map<number, number[]>();
  if (told.length > 0) {
    const filter = `in_values(product, ${told.join(', ')}) && ${filterOf(columns, query, query.scope, searchFilter(query))}`;
    const matching = await client.select({
      table: tables.docs,
      filter,
      output_columns: 'product,version',
      sort_keys: 'price,version',
      limit: '-1',
    });
    for (const [product, version] of matching.rows)
      versions.set(Number(product), [...(versions.get(Number(product)) ?? []), Number(version)]);
  }
  return rows.map(({ id, price }) => ({
    id,
    price,
    ...(versions.has(id) ? { variations: versions.get(id) ?? [] } : {}),
  }));
}

/** By facet: the part in which it is counted, which is everything but its own choice. */
function labelsOf(query: EngineQuery): ReadonlyMap<string, string> {
  const keys = [...new Set([...query.counts, ...query.bounds].map(({ key }) => key))];
  return new Map(
    keys.map((key, i) => [
      key,
      restricts(query, key) ? labelOf(without(query, key), `wide${i}`) : labelOf(query, WHOLE),
    ]),
  );
}

const labelOf = ({ selections, ranges }: Choice, label: string): string =>
  selections.length + ranges.length === 0 ? UNDIVIDED : label;
const partOf = (answer: Selected, label: string): RowList =>
  label === UNDIVIDED ? answer : (answer.slices.get(label) ?? NO_ROWS);

function placesIn(query: EngineQuery, answer: Selected): (key: string) => RowList {
  const labels = labelsOf(query);
  return (key) => partOf(answer, labels.get(key) ?? UNDIVIDED);
}

function countsOf(query: EngineQuery, answer: Selected): EngineAnswer['counts'] {
  const placeOf = placesIn(query, answer);
  return new Map(
    query.counts.map(({ key }, i) => {
      const counts = new Map<string, number>();
      for (const label of [`lone${i}`, `paired${i}`])
        for (const [value, products] of placeOf(key)?.groups.get(label)?.rows ?? [])
          counts.set(String(value), (counts.get(String(value)) ?? 0) + Number(products));
      return [key, counts];
    }),
  );
}

function boundsOf(query: EngineQuery, answer: Selected, unsearched: Selected): EngineAnswer['bounds'] {
  const placeOf = placesIn(query, answer);
  const found = (list: RowList | undefined): readonly [number | null, number | null] => {
    const there = list?.rows.find(([known]) => known === true);
    return there ? [Number(there[1]), Number(there[2])] : [null, null];
  };
  return new Map(
    query.bounds.map(({ key, quantiles }, i): [string, Bounds] => {
      const [[min, max], [fullMin, fullMax]] = [
        found(placeOf(key)?.groups.get(`ends${i}`)),
        found(unsearched.groups.get(`ends${i}`)),
      ];
      const parts = quantiles === undefined ? undefined : quantilesIn(placeOf(key), i, quantiles);
      return [key, { min, max, fullMin, fullMax, ...(parts ? { quantiles: parts } : {}) }];
    }),
  );
}

/** The numbers that divide the versions found into equal parts; undefined where there are too many different ones. */
function quantilesIn(place: RowList | undefined, i: number, parts: number): number[] | undefined {
  const numbers = place?.groups.get(`numbers${i}`);
  if (!numbers) return [];
  if (numbers.count > numbers.rows.length) return undefined;
  // Versions without a number stand at 0 there.
  const without = Number(place?.groups.get(`ends${i}`)?.rows.find(([known]) => known === false)?.[3] ?? 0);
  const counted = numbers.rows
    .map(([number, versions]): [number, number] => [
      Number(number),
      Number(versions) - (Number(number) === 0 ? without : 0),
    ])
    .filter(([, versions]) => versions > 0);
  const all = counted.reduce((sum, [, versions]) => sum + versions, 0);
  if (all === 0) return [];
  const ranks = Array.from({ length: parts + 1 }, (_, part) => Math.round((part / parts) * (all - 1)));
  const found: number[] = [];
  let passed = 0;
  for (const [number, versions] of counted) {
    passed += versions;
    for (let rank = ranks[found.length]; rank !== undefined && rank < passed; rank = ranks[found.length])
      found.push(number);
  }
  return found;
}
