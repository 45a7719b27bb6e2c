import type { EnginePosition } from '../engine/types.js';
import { type GroongaClient, quoted } from './groonga-client.js';
import type { Columns } from './server-tables.js';

/** The state of the index on the server: which tables are current. A single value in a single row, so that it changes atomically. */
export interface IndexState extends EnginePosition {
  /** Identifies the tables. */
  readonly id: string;
  /** Id of the previous tables, which remain for current readers; empty for none. */
  readonly previous: string;
  readonly columns: Columns;
}

interface StoredState extends EnginePosition {
  readonly id: string;
  readonly previous: string;
  readonly values: readonly (readonly [string, number])[];
  readonly numbers: readonly (readonly [string, number])[];
}

const ROW_KEY = 'filling';
const stateTableOf = (name: string): string => `${name}_state`;

/** @returns undefined if the server has no tables of this site */
export async function readIndexState(client: GroongaClient, name: string): Promise<IndexState | undefined> {
  if (!(await client.tables(stateTableOf(name))).includes(stateTableOf(name))) return undefined;
  const { rows } = await client.select({
    table: stateTableOf(name),
    filter: `_key == ${quoted(ROW_KEY)}`,
    output_columns: 'text',
  });
  const text = rows.at(0)?.at(0);
  if (typeof text !== 'string' || text === '') return undefined;
  const { values, numbers, ...rest } = JSON.parse(text) as StoredState;
  return { ...rest, columns: { values: new Map(values), numbers: new Map(numbers) } };
}

export async function writeIndexState(
  client: GroongaClient,
  name: string,
  { columns, ...rest }: IndexState,
): Promise<void> {
  const text = JSON.stringify({
    ...rest,
    values: [...columns.values],
    numbers: [...columns.numbers],
  } satisfies StoredState);
  await client.load(stateTableOf(name), [{ _key: ROW_KEY, text }]);
}

/** Creates the table of the state if necessary. */
export async function createStateTable(client: GroongaClient, name: string): Promise<void> {
  if ((await client.tables(stateTableOf(name))).includes(stateTableOf(name))) return;
  await client.run('table_create', { name: stateTableOf(name), flags: 'TABLE_HASH_KEY', key_type: 'ShortText' });
  await client.run('column_create', {
    table: stateTableOf(name),
    name: 'text',
    flags: 'COLUMN_SCALAR',
    type: 'LongText',
  });
}
