import type { Bounds, EngineResult, EngineQuery, Hit, RangeSelection, Selection } from '../engine/types.js';
import { type GroongaClient, quoted, type RowList, type SelectResult } from './groonga-client.js';
import {
  boundsSourceOf,
  type Columns,
  NUMBER,
  shownPrice,
  SOLD_OUT_OFFSET,
  type Tables,
  VALUE,
  wholeSourceOf,
} from './server-tables.js';
import { searchFilter } from './server-terms.js';

/** The tables to query. */
export interface QueryTarget {
  readonly client: GroongaClient;
  readonly tables: Tables;
  readonly columns: Columns;
}

type Parameters = Record<string, string>;

/** Label of the slice with the whole selection applied. */
const FULL_LABEL = 'all';
/** Label of the slice without sold-out variations of which others can be bought. */
const OFFERED_LABEL = 'offered';

/** The part of a query that SQL supports and the server does not. */
export type UnsupportedPart = 'search' | 'placing';

/**
 * Returns the part of a query that SQL supports better than the server: match quality, typos, and the owner’s
 * placement. Neither supports what extensions add: their sort orders fall back to the default one, and their facet
 * types match every product, as a failing type does.
 */
export function findUnsupported({ search, placement, sort }: EngineQuery): UnsupportedPart | undefined {
  if (search.trim() !== '') return 'search';
  return placement && (sort === '' || sort === 'relevance') ? 'placing' : undefined;
}

/**
 * Sort keys of products; `_min` is the ranked price of the first matching variation, which is its price unless only
 * sold-out variations match.
 */
const ORDERS: Readonly<Record<EngineQuery['sort'], string>> = {
  '': 'position,name,_key',
  popularity: '-sales,_key',
  rating: '-rating,-rating_count,_key',
  date: '-published,_key',
  price: '_min,_key',
  'price-desc': '-_min,_key',
  relevance: '-available,-rating,_key',
};

/** Without a search, the order by relevance is the default order. */
const orderOf = ({ sort, search }: EngineQuery): string =>
  ORDERS[sort === 'relevance' && search.trim() === '' ? '' : sort];

/**
 * Maximum absolute value of a bound; larger ones are clamped, since the server does not parse numbers with more digits.
 */
const MAX_NUMBER = 1e15;

/** Maximum number of different numbers for quantiles; with more, no quantiles are returned. */
export const MAX_DISTINCT_NUMBERS = 20_000;

const formatNumber = (number: number): string => String(Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, number)));
const MATCH_NONE = '_id < 1';
const MATCH_ALL = '_id > 0';
/** Label for queries without a selection, which use the whole result rather than a slice. */
const WHOLE_RESULT = '';
const NO_ROWS: RowList = { count: 0, rows: [], groups: new Map() };

/**
 * Requests everything at once: the result of the whole selection, and of the selection without each facet that is
 * counted.
 */
export async function queryServer(target: QueryTarget, query: EngineQuery): Promise<EngineResult> {
  const hasSearch = searchFilter(query) !== undefined;
  // The bounds of all products of a page ignore the search, so they need a separate request.
  const [first, unsearched] = await Promise.all([
    target.client.select(createSelect(target, query, query.page)),
    hasSearch && query.bounds.length > 0 ? target.client.select(createBoundsSelect(target, query)) : undefined,
  ]);
  const found = getPart(first, labelOf(query, FULL_LABEL)).groups.get('products')?.count ?? 0;
  const pages = Math.max(1, Math.ceil(found / query.perPage));
  const page = Math.min(Math.max(1, query.page), pages);
  const rows =
    isByPrice(query) && countOffered(first) < found
      ? await readPageByPrice(target, query, page)
      : productRows(
          page === query.page ? first : await target.client.select(createSelect(target, withoutCounts(query), page)),
          query,
        );
  return {
    found,
    page,
    pages,
    hits: await readHits(target, query, rows),
    counts: countsOf(query, first),
    bounds: boundsOf(query, first, unsearched ?? first),
  };
}

const withoutCounts = (query: EngineQuery): EngineQuery => ({ ...query, counts: [], bounds: [] });
const isByPrice = ({ sort }: EngineQuery): boolean => sort === 'price' || sort === 'price-desc';

/** Returns how many products have matching variations other than sold-out ones beside ones that can be bought. */
const countOffered = (result: SelectResult): number =>
  getPart(result, OFFERED_LABEL).groups.get('products')?.count ?? 0;

/**
 * Returns the products of a page in the order of the prices that are shown. The server sorts by ranked prices, so this
 * order is made here if only sold-out variations of a product match.
 */
async function readPageByPrice(target: QueryTarget, query: EngineQuery, page: number): Promise<ProductGroup[]> {
  const all = await target.client.select(createSelect(target, withoutCounts(query), 1, { offset: '0', limit: '-1' }));
  const direction = query.sort === 'price' ? 1 : -1;
  return productRows(all, query)
    .sort((a, b) => direction * (a.price - b.price) || a.id - b.id)
    .slice((page - 1) * query.perPage, page * query.perPage);
}

function createSelect(
  { tables, columns }: QueryTarget,
  query: EngineQuery,
  page: number,
  part: Parameters = {
    offset: String((Math.max(1, page) - 1) * query.perPage),
    limit: String(query.perPage),
  },
): Parameters {
  const parameters = baseParameters(
    tables,
    filterOf(columns, { selections: [], ranges: [] }, query.scope, searchFilter(query)),
  );
  addGroup(
    parameters,
    `${addSlice(parameters, labelOf(query, FULL_LABEL), filterOf(columns, query))}drilldowns[products]`,
    {
      keys: 'product',
      calc_types: 'MIN',
      calc_target: 'price',
      sort_keys: orderOf(query),
      output_columns: '_key,_min,_nsubrecs,versions',
      ...part,
    },
  );
  if (isByPrice(query))
    addGroup(
      parameters,
      `${addSlice(parameters, OFFERED_LABEL, `(${filterOf(columns, query)}) && price < ${SOLD_OUT_OFFSET}`)}drilldowns[products]`,
      { keys: 'product', output_columns: '_id', limit: '0' },
    );
  const labels = labelsOf(query);
  const sliceOf = (key: string): string =>
    addSlice(parameters, labels.get(key) ?? WHOLE_RESULT, filterOf(columns, withoutFacet(query, key)));
  query.counts.forEach(({ key, source, anyDocument }, i) => {
    const n = columns.values.get(source);
    if (n === undefined) return;
    const paired = (anyDocument ? columns.values.get(wholeSourceOf(source)) : undefined) ?? n;
    const prefix = sliceOf(key);
    addGroup(parameters, `${prefix}drilldowns[lone${i}]`, {
      keys: VALUE.lone(n),
      output_columns: '_key,_nsubrecs',
      limit: '-1',
    });
    addGroup(parameters, `${prefix}drilldowns[pairs${i}]`, {
      keys: VALUE.paired(paired),
      output_columns: '_id',
      limit: '0',
    });
    addGroup(parameters, `${prefix}drilldowns[paired${i}]`, {
      table: `pairs${i}`,
      keys: 'value',
      output_columns: '_key,_nsubrecs',
      limit: '-1',
    });
  });
  query.bounds.forEach(({ key, source, quantiles }, i) => {
    const n = columns.numbers.get(boundsSourceOf(source));
    if (n === undefined) return;
    if (quantiles !== undefined)
      addGroup(parameters, `${sliceOf(key)}drilldowns[numbers${i}]`, {
        keys: NUMBER.value(n),
        sort_keys: '_key',
        output_columns: '_key,_nsubrecs',
        limit: String(MAX_DISTINCT_NUMBERS),
      });
    for (const prefix of [`${sliceOf(key)}drilldowns[ends${i}]`, `drilldowns[ends${i}]`])
      addGroup(parameters, prefix, boundsParameters(n));
  });
  return parameters;
}

/** Returns the parameters to request the bounds within the scope alone. */
function createBoundsSelect({ tables, columns }: QueryTarget, query: EngineQuery): Parameters {
  const parameters = baseParameters(tables, filterOf(columns, { selections: [], ranges: [] }, query.scope));
  query.bounds.forEach(({ source }, i) => {
    const n = columns.numbers.get(boundsSourceOf(source));
    if (n !== undefined) addGroup(parameters, `drilldowns[ends${i}]`, boundsParameters(n));
  });
  return parameters;
}

const boundsParameters = (n: number): Parameters => ({
  keys: NUMBER.there(n),
  calc_types: 'MIN,MAX',
  calc_target: NUMBER.value(n),
  output_columns: '_key,_min,_max,_nsubrecs',
  limit: '-1',
});

/** Matching everything is expressed by omitting the filter, which would scan every row. */
const baseParameters = ({ docs }: Tables, filter: string): Parameters => ({
  table: docs,
  limit: '0',
  output_columns: '_id',
  ...(filter === MATCH_ALL ? {} : { filter }),
});

/**
 * Adds a slice of the result, or uses the whole result.
 * @returns the prefix of the parameters of its groups
 */
function addSlice(parameters: Parameters, label: string, filter: string): string {
  if (label === WHOLE_RESULT) return '';
  const prefix = `slices[${label}]`;
  Object.assign(parameters, {
    [`${prefix}.filter`]: filter,
    [`${prefix}.limit`]: '0',
    [`${prefix}.output_columns`]: '_id',
  });
  return `${prefix}.`;
}

function addGroup(parameters: Parameters, prefix: string, groupParameters: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(groupParameters)) parameters[`${prefix}.${name}`] = value;
}

type FacetSelection = Pick<EngineQuery, 'selections' | 'ranges'>;

/** Whether a facet's own selection is ignored when counting; a facet that requires all of its values keeps it. */
const restricts = ({ selections, ranges }: FacetSelection, key: string): boolean =>
  selections.some((selection) => selection.key === key && selection.operator === 'or') ||
  ranges.some((range) => range.key === key);

const withoutFacet = ({ selections, ranges }: FacetSelection, key: string): FacetSelection => ({
  selections: selections.filter((selection) => selection.key !== key || selection.operator === 'and'),
  ranges: ranges.filter((range) => range.key !== key),
});

function filterOf(
  columns: Columns,
  { selections, ranges }: FacetSelection,
  scope: readonly Selection[] = [],
  search?: string,
): string {
  const parts = [
    ...(search === undefined ? [] : [search]),
    ...[...scope, ...selections]
      .flatMap((entry) => selectionFilters(columns, entry))
      .concat(ranges.map((range) => rangeFilter(columns, range))),
  ];
  return parts.length === 0 ? MATCH_ALL : parts.map((part) => `(${part})`).join(' && ');
}

function selectionFilters(
  { values: columns }: Columns,
  { source, values, operator, anyDocument }: Selection,
): string[] {
  if (values.length === 0) return operator === 'and' ? [] : [MATCH_NONE];
  const n = columns.get(source);
  const whole = anyDocument ? columns.get(wholeSourceOf(source)) : undefined;
  if (n === undefined) return [MATCH_NONE];
  const hasValue = (value: string): string =>
    whole === undefined
      ? `${VALUE.all(n)} @ ${quoted(value)}`
      : `(${VALUE.all(n)} @ ${quoted(value)} || ${VALUE.all(whole)} @ ${quoted(value)})`;
  return [values.map(hasValue).join(operator === 'and' ? ' && ' : ' || ')];
}

function rangeFilter({ numbers }: Columns, { source, min, max }: RangeSelection): string {
  const n = numbers.get(source);
  if (n === undefined) return MATCH_NONE;
  return [
    NUMBER.there(n),
    ...(min === null ? [] : [`${NUMBER.value(n)} >= ${formatNumber(min)}`]),
    ...(max === null ? [] : [`${NUMBER.value(n)} <= ${formatNumber(max)}`]),
  ].join(' && ');
}

/** A product of the result. */
interface ProductGroup {
  readonly id: number;
  readonly price: number;
  /** Whether only some of its variations match. */
  readonly some: boolean;
}

function productRows(list: SelectResult, query: EngineQuery): ProductGroup[] {
  return (getPart(list, labelOf(query, FULL_LABEL)).groups.get('products')?.rows ?? []).map(
    ([id, price, matching, versions]) => ({
      id: Number(id),
      price: shownPrice(Number(price)),
      some: Number(matching) < Number(versions),
    }),
  );
}

/**
 * Returns the products of the page. For products of which only some variations match, the matching ones are requested
 * separately.
 */
async function readHits(
  { client, tables, columns }: QueryTarget,
  query: EngineQuery,
  rows: readonly ProductGroup[],
): Promise<Hit[]> {
  const partialIds = rows.filter(({ some }) => some).map(({ id }) => id);
  const versions = new Map<number, number[]>();
  if (partialIds.length > 0) {
    const filter = `in_values(product, ${partialIds.join(', ')}) && ${filterOf(columns, query, query.scope, searchFilter(query))}`;
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

/** Returns, by facet, the slice in which it is counted, which ignores its own selection. */
function labelsOf(query: EngineQuery): ReadonlyMap<string, string> {
  const keys = [...new Set([...query.counts, ...query.bounds].map(({ key }) => key))];
  return new Map(
    keys.map((key, i) => [
      key,
      restricts(query, key) ? labelOf(withoutFacet(query, key), `wide${i}`) : labelOf(query, FULL_LABEL),
    ]),
  );
}

const labelOf = ({ selections, ranges }: FacetSelection, label: string): string =>
  selections.length + ranges.length === 0 ? WHOLE_RESULT : label;
const getPart = (result: SelectResult, label: string): RowList =>
  label === WHOLE_RESULT ? result : (result.slices.get(label) ?? NO_ROWS);

function createPartOf(query: EngineQuery, result: SelectResult): (key: string) => RowList {
  const labels = labelsOf(query);
  return (key) => getPart(result, labels.get(key) ?? WHOLE_RESULT);
}

function countsOf(query: EngineQuery, result: SelectResult): EngineResult['counts'] {
  const placeOf = createPartOf(query, result);
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

function boundsOf(query: EngineQuery, result: SelectResult, unsearched: SelectResult): EngineResult['bounds'] {
  const placeOf = createPartOf(query, result);
  const minMaxOf = (list: RowList | undefined): readonly [number | null, number | null] => {
    const row = list?.rows.find(([known]) => known === true);
    return row ? [Number(row[1]), Number(row[2])] : [null, null];
  };
  return new Map(
    query.bounds.map(({ key, quantiles }, i): [string, Bounds] => {
      const [[min, max], [fullMin, fullMax]] = [
        minMaxOf(placeOf(key)?.groups.get(`ends${i}`)),
        minMaxOf(unsearched.groups.get(`ends${i}`)),
      ];
      const parts = quantiles === undefined ? undefined : quantilesIn(placeOf(key), i, quantiles);
      return [key, { min, max, fullMin, fullMax, ...(parts ? { quantiles: parts } : {}) }];
    }),
  );
}

/** Returns the quantiles of the variations found; undefined if there are too many different numbers. */
function quantilesIn(rowList: RowList | undefined, i: number, parts: number): number[] | undefined {
  const numbers = rowList?.groups.get(`numbers${i}`);
  if (!numbers) return [];
  if (numbers.count > numbers.rows.length) return undefined;
  // Variations without a number are stored as 0.
  const missingCount = Number(rowList?.groups.get(`ends${i}`)?.rows.find(([known]) => known === false)?.[3] ?? 0);
  const versionCounts = numbers.rows
    .map(([number, versions]): [number, number] => [
      Number(number),
      Number(versions) - (Number(number) === 0 ? missingCount : 0),
    ])
    .filter(([, versions]) => versions > 0);
  const total = versionCounts.reduce((sum, [, versions]) => sum + versions, 0);
  if (total === 0) return [];
  const ranks = Array.from({ length: parts + 1 }, (_, part) => Math.round((part / parts) * (total - 1)));
  const found: number[] = [];
  let cumulative = 0;
  for (const [number, versions] of versionCounts) {
    cumulative += versions;
    for (let rank = ranks[found.length]; rank !== undefined && rank < cumulative; rank = ranks[found.length])
      found.push(number);
  }
  return found;
}
