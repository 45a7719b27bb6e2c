import type { EnginePosition } from '../engine/types.js';
import { type GroongaClient, quoted } from './groonga-client.js';
import type { Columns } from './server-tables.js';

/** The record on the server about the current tables: a single value in a single row, so that it changes atomically. */
export interface IndexRecord extends EnginePosition {
  /** Identifies the tables. */
  readonly id: string;
  /** The previous filling, whose tables remain for current readers. */
  readonly previous: string;
  readonly columns: Columns;
}

interface StoredRecord extends EnginePosition {
  readonly id: string;
  readonly previous: string;
  readonly values: readonly (readonly [string, number])[];
  readonly numbers: readonly (readonly [string, number])[];
}

const ROW = 'filling';
const tableOf = (name: string): string => `${name}_state`;

/** @returns undefined if the server has no tables of this site */
export async function readFilling(client: GroongaClient, name: string): Promise<IndexRecord | undefined> {
  if (!(await client.tables(tableOf(name))).includes(tableOf(name))) return undefined;
  const { rows } = await client.select({
    table: tableOf(name),
    filter: `_key == ${quoted(ROW)}`,
    output_columns: 'text',
  });
  const text = rows.at(0)?.at(0);
  if (typeof text !== 'string' || text === '') return undefined;
  const { values, numbers, ...rest } = JSON.parse(text) as StoredRecord;
  return { ...rest, columns: { values: new Map(values), numbers: new Map(numbers) } };
}

export async function writeFilling(
  client: GroongaClient,
  name: string,
  { columns, ...rest }: IndexRecord,
): Promise<void> {
  const text = JSON.stringify({
    ...rest,
    values: [...columns.values],
    numbers: [...columns.numbers],
  } satisfies StoredRecord);
  await client.load(tableOf(name), [{ _key: ROW, text }]);
}

/** Creates the table of the record if necessary. */
export async function prepareFillings(client: GroongaClient, name: string): Promise<void> {
  if ((await client.tables(tableOf(name))).includes(tableOf(name))) return;
  await client.run('table_create', { name: tableOf(name), flags: 'TABLE_HASH_KEY', key_type: 'ShortText' });
  await client.run('column_create', { table: tableOf(name), name: 'text', flags: 'COLUMN_SCALAR', type: 'LongText' });
}
