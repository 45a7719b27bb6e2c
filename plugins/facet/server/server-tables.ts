import { PRICE_SOURCE } from '../engine/segment.js';
import type { FacetRecord } from '../engine/types.js';
import { type GroongaClient, INDEX_TIMEOUT_MS } from './groonga-client.js';

/** Numbers of the columns of an index record, by source. */
export interface Columns {
  /** Sources of discrete values. */
  readonly values: ReadonlyMap<string, number>;
  /** Sources of numbers. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** The tables of one index record. */
export interface Tables {
  /** Products, with their sort keys. */
  readonly products: string;
  /** One row per variation of a product. */
  readonly docs: string;
  /** Keys of discrete values of all sources. */
  readonly values: string;
  /** Words of products, sorted for prefix searches. */
  readonly text: string;
  /** Fragments of codes. */
  readonly fragments: string;
  /** Values of products with several variations: grouping by these first counts each product once. */
  readonly pairs: string;
}

export const tablesOf = (name: string, id: string): Tables => {
  const table = (kind: string): string => `${name}_${id}_${kind}`;
  return {
    products: table('products'),
    docs: table('docs'),
    values: table('values'),
    text: table('words'),
    fragments: table('pieces'),
    pairs: table('pairs'),
  };
};

/** Names of the columns of variations for one source. */
export const VALUE = {
  /** All values, for lookups. */
  all: (n: number) => `v${n}`,
  /** Values of products with one variation, counted directly. */
  lone: (n: number) => `l${n}`,
  /** Values of products with several variations, as pairs. */
  paired: (n: number) => `p${n}`,
  /** Whether there is any value. */
  there: (n: number) => `t${n}`,
  index: (n: number) => `i${n}`,
} as const;
export const NUMBER = {
  value: (n: number) => `n${n}`,
  /** Whether there is a number, since the server has no null numbers. */
  there: (n: number) => `h${n}`,
} as const;

/**
 * Source of the prices that bounds are taken from: those of sold-out variations are left out if others of the product
 * can be bought.
 */
export const OFFERED_PRICE = 'price/offered';
/** Returns the source of numbers that the bounds of a source are taken from. */
export const boundsSourceOf = (source: string): string => (source === PRICE_SOURCE ? OFFERED_PRICE : source);
export const numberSourceOf = (source: string): string => (source === OFFERED_PRICE ? PRICE_SOURCE : source);

/** Returns the source of the values that any variation of a product has, for products with several variations. */
export const wholeSourceOf = (source: string): string => `${source}${WHOLE}`;
const WHOLE = '/whole';
export const isWholeSource = (source: string): boolean => source.endsWith(WHOLE);
/** Returns the values of a source for each document of a product. */
export const valuesOf = (source: string, { docs }: Pick<FacetRecord, 'docs'>): (readonly string[])[] => {
  if (!isWholeSource(source)) return docs.map(({ values }) => [...new Set(values[source] ?? [])]);
  const own = source.slice(0, -WHOLE.length);
  const whole = docs.length > 1 ? [...new Set(docs.flatMap(({ values }) => values[own] ?? []))] : [];
  return docs.map(() => whole);
};

/**
 * Added to the prices of sold-out variations of which others can be bought, so that the minimum of the matching ones is
 * the price to show. Above every price.
 */
export const SOLD_OUT_OFFSET = 1e12;
export const rankedPrice = (price: number, isSetAside: boolean): number =>
  isSetAside ? price + SOLD_OUT_OFFSET : price;
/** Returns the price that a ranked price stands for. */
export const shownPrice = (ranked: number): number => (ranked >= SOLD_OUT_OFFSET ? ranked - SOLD_OUT_OFFSET : ranked);

type Column = readonly [name: string, flags: string, type: string];

const PRODUCT_COLUMNS: readonly Column[] = [
  ['position', 'COLUMN_SCALAR', 'Float'],
  ['name', 'COLUMN_SCALAR', 'Text'],
  ['rating', 'COLUMN_SCALAR', 'Float'],
  ['rating_count', 'COLUMN_SCALAR', 'Float'],
  ['sales', 'COLUMN_SCALAR', 'Float'],
  ['published', 'COLUMN_SCALAR', 'Float'],
  ['versions', 'COLUMN_SCALAR', 'UInt32'],
  ['available', 'COLUMN_SCALAR', 'Bool'],
  ['codes', 'COLUMN_SCALAR', 'Text'],
];

async function addColumn(client: GroongaClient, table: string, [name, flags, type]: Column): Promise<void> {
  await client.run('column_create', { table, name, flags, type });
}

export async function createTables(
  client: GroongaClient,
  { products, docs, values, text, fragments, pairs }: Tables,
): Promise<void> {
  await client.run('table_create', { name: values, flags: 'TABLE_HASH_KEY', key_type: 'ShortText' });
  await client.run('table_create', { name: products, flags: 'TABLE_HASH_KEY', key_type: 'Int64' });
  await client.run('table_create', { name: text, flags: 'TABLE_PAT_KEY', key_type: 'ShortText' });
  await client.run('table_create', {
    name: fragments,
    flags: 'TABLE_PAT_KEY',
    key_type: 'ShortText',
    default_tokenizer: 'TokenBigramSplitSymbolAlphaDigit',
  });
  for (const column of PRODUCT_COLUMNS) await addColumn(client, products, column);
  for (const column of [
    ['words', 'COLUMN_VECTOR', text],
    ['stems', 'COLUMN_VECTOR', values],
    ['whole_codes', 'COLUMN_VECTOR', values],
  ] as const)
    await addColumn(client, products, column);
  await client.run('table_create', { name: pairs, flags: 'TABLE_HASH_KEY', key_type: 'ShortText' });
  await addColumn(client, pairs, ['value', 'COLUMN_SCALAR', values]);
  await client.run('table_create', { name: docs, flags: 'TABLE_HASH_KEY', key_type: 'ShortText' });
  for (const column of [
    ['product', 'COLUMN_SCALAR', products],
    ['number', 'COLUMN_SCALAR', 'UInt32'],
    ['version', 'COLUMN_SCALAR', 'Int64'],
    ['price', 'COLUMN_SCALAR', 'Float'],
  ] as const)
    await addColumn(client, docs, column);
}

const valueSourcesOf = ({ docs }: FacetRecord): string[] =>
  docs
    .flatMap(({ values }) => Object.keys(values))
    .flatMap((source) => (docs.length > 1 ? [source, wholeSourceOf(source)] : [source]));

const numberSourcesOf = ({ docs }: FacetRecord): string[] =>
  docs
    .flatMap(({ numbers }) => Object.keys(numbers))
    .flatMap((source) => (source === PRICE_SOURCE ? [source, OFFERED_PRICE] : [source]));

/**
 * Adds columns for the sources of records.
 * @param isIndexed whether their values are indexed already; otherwise {@link indexTables} follows
 */
export async function addColumns(
  client: GroongaClient,
  tables: Tables,
  existing: Columns,
  records: readonly FacetRecord[],
  isIndexed: boolean,
): Promise<Columns> {
  const [values, numbers] = [new Map(existing.values), new Map(existing.numbers)];
  for (const record of records) {
    for (const source of valueSourcesOf(record)) if (!values.has(source)) values.set(source, values.size);
    for (const source of numberSourcesOf(record)) if (!numbers.has(source)) numbers.set(source, numbers.size);
  }
  for (const [source, n] of values) {
    if (existing.values.has(source)) continue;
    for (const column of [
      [VALUE.all(n), 'COLUMN_VECTOR', tables.values],
      [VALUE.lone(n), 'COLUMN_VECTOR', tables.values],
      [VALUE.paired(n), 'COLUMN_VECTOR', tables.pairs],
      [VALUE.there(n), 'COLUMN_SCALAR', 'Bool'],
    ] as const)
      await addColumn(client, tables.docs, column);
    if (isIndexed) await indexValues(client, tables, n);
  }
  for (const [source, n] of numbers) {
    if (existing.numbers.has(source)) continue;
    for (const column of [
      [NUMBER.value(n), 'COLUMN_SCALAR', 'Float'],
      [NUMBER.there(n), 'COLUMN_SCALAR', 'Bool'],
    ] as const)
      await addColumn(client, tables.docs, column);
  }
  return { values, numbers };
}

const indexValues = (client: GroongaClient, { values, docs }: Tables, n: number): Promise<unknown> =>
  client.run(
    'column_create',
    { table: values, name: VALUE.index(n), flags: 'COLUMN_INDEX', type: docs, source: VALUE.all(n) },
    INDEX_TIMEOUT_MS,
  );

/**
 * Indexes values and products for lookups of variations. Called at the end, since indexing existing rows takes a single
 * step.
 */
export async function indexTables(client: GroongaClient, tables: Tables, { values }: Columns): Promise<void> {
  await client.run(
    'column_create',
    { table: tables.products, name: 'docs', flags: 'COLUMN_INDEX', type: tables.docs, source: 'product' },
    INDEX_TIMEOUT_MS,
  );
  for (const n of values.values()) await indexValues(client, tables, n);
  for (const [table, source, flags] of [
    [tables.text, 'words', 'COLUMN_INDEX'],
    [tables.values, 'stems', 'COLUMN_INDEX'],
    [tables.values, 'whole_codes', 'COLUMN_INDEX'],
    [tables.fragments, 'codes', 'COLUMN_INDEX|WITH_POSITION'],
  ] as const)
    await client.run(
      'column_create',
      { table, name: `of_${source}`, flags, type: tables.products, source },
      INDEX_TIMEOUT_MS,
    );
}

/**
 * Deletes tables that are no longer read.
 * @param keptIds ids of the tables to keep
 */
export async function dropTables(client: GroongaClient, name: string, keptIds: readonly string[]): Promise<void> {
  for (const table of await client.tables(`${name}_`)) {
    const filling = /_([0-9a-f]+)_docs$/.exec(table)?.[1];
    if (filling === undefined || keptIds.includes(filling)) continue;
    const { docs, products, pairs, values, text, fragments } = tablesOf(name, filling);
    // Tables that reference others are deleted first.
    for (const item of [docs, products, pairs, values, text, fragments])
      await client.run('table_remove', { name: item, dependent: 'yes' });
  }
}
