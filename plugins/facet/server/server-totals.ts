import type { EngineStats } from '../engine/types.js';
import type { QueryTarget } from './server-query.js';
import { isWholeSource, NUMBER, OFFERED_PRICE, VALUE } from './server-tables.js';

/** Totals of the whole catalog; they are small, so each process caches them and refreshes them from time to time. */
export interface ServerTotals {
  readonly stats: EngineStats;
  /** By source: number of products per value. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By source: number of products with any value or number. */
  readonly coverage: ReadonlyMap<string, number>;
}

export const NO_TOTALS: ServerTotals = {
  stats: { products: 0, documents: 0, values: 0, pending: 0, bytes: () => 0 },
  values: new Map(),
  coverage: new Map(),
};

export async function readTotals({ client, tables, columns: allColumns }: QueryTarget): Promise<ServerTotals> {
  const columns = {
    values: new Map([...allColumns.values].filter(([source]) => !isWholeSource(source))),
    numbers: new Map([...allColumns.numbers].filter(([source]) => source !== OFFERED_PRICE)),
  };
  const parameters: Record<string, string> = {
    table: tables.docs,
    limit: '0',
    output_columns: '_id',
    'drilldowns[products].keys': 'product',
    'drilldowns[products].limit': '0',
  };
  const addSlice = (label: string, filter: string): void => {
    for (const [name, value] of [
      ['filter', filter],
      ['limit', '0'],
      ['output_columns', '_id'],
      ['drilldowns[covered].keys', 'product'],
      ['drilldowns[covered].limit', '0'],
    ] as const)
      parameters[`slices[${label}].${name}`] = value;
  };
  for (const n of columns.values.values()) {
    for (const [label, more] of [
      [`lone${n}`, { keys: VALUE.lone(n), limit: '-1' }],
      [`pairs${n}`, { keys: VALUE.paired(n), limit: '0' }],
      [`paired${n}`, { table: `pairs${n}`, keys: 'value', limit: '-1' }],
    ] as const) {
      for (const [name, value] of Object.entries({
        output_columns: label.startsWith('pairs') ? '_id' : '_key,_nsubrecs',
        ...more,
      }))
        parameters[`drilldowns[${label}].${name}`] = value;
    }
    addSlice(`values${n}`, VALUE.there(n));
  }
  for (const n of columns.numbers.values()) addSlice(`numbers${n}`, NUMBER.there(n));
  const result = await client.select(parameters);
  const values = new Map(
    [...columns.values].map(([source, n]) => {
      const counts = new Map<string, number>();
      for (const label of [`lone${n}`, `paired${n}`])
        for (const [value, products] of result.groups.get(label)?.rows ?? [])
          counts.set(String(value), (counts.get(String(value)) ?? 0) + Number(products));
      return [source, counts] as const;
    }),
  );
  const coveredCount = (label: string): number => result.slices.get(label)?.groups.get('covered')?.count ?? 0;
  const coverage = new Map([
    ...[...columns.values].map(([source, n]) => [source, coveredCount(`values${n}`)] as const),
    ...[...columns.numbers].map(([source, n]) => [source, coveredCount(`numbers${n}`)] as const),
  ]);
  const valueCount = [...values.values()].reduce((sum, { size }) => sum + size, 0);
  return {
    stats: {
      products: result.groups.get('products')?.count ?? 0,
      documents: result.count,
      values: valueCount,
      pending: 0,
      bytes: () => 0,
    },
    values,
    coverage,
  };
}
