import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';

type Row = Record<string, unknown>;

/** A reusable prepared statement. */
interface Statement {
  all(bindings: readonly unknown[]): Row[];
  run(bindings: readonly unknown[]): { readonly lastInsertRowid: number | bigint; readonly changes: number | bigint };
}

/** Pages repeat the same statements with other values; longer statements are one-time batches. */
const MAX_STATEMENTS = 500;
const CACHED_LENGTH = 4000;

/**
 * Prepares each statement of a connection once. Rows are read as arrays and converted here, because the driver's own
 * objects take twice as long to create and are slow to read.
 * @returns a function that returns the statement for an SQL text
 */
export function createStatements(connection: DatabaseSyncInstance): (sql: string) => Statement {
  const statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });
  const version = connection.prepare('PRAGMA schema_version');
  let known = -1;

  /** Another process may have added a column, which only `*` is affected by. */
  function forgetOldSchema(): void {
    const { schema_version: now } = version.get() as { schema_version: number };
    if (now !== known) statements.clear();
    known = now;
  }

  return (sql) => {
    if (sql.includes('*')) forgetOldSchema();
    const found = statements.get(sql);
    if (found) return found;
    const statement = prepare(connection, sql);
    if (sql.length <= CACHED_LENGTH) statements.set(sql, statement);
    return statement;
  };
}

function prepare(connection: DatabaseSyncInstance, sql: string): Statement {
  const statement: StatementSyncInstance = connection.prepare(sql);
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const blank: Row = Object.fromEntries(names.map((name) => [name, null]));
  return {
    all: (bindings) =>
      (statement.all(...(bindings as never[])) as unknown as unknown[][]).map((row) => named(names, row, blank)),
    run: (bindings) => statement.run(...(bindings as never[])),
  };
}

/**
 * Converts a row to a plain object with Buffers, as Knex's users expect. It starts as a copy of an object with all
 * columns, so that the engine knows its shape. An object to which more than a dozen properties are added becomes a
 * dictionary, which takes four times as long to create and a hundred times as long to copy.
 */
function named(names: readonly string[], row: readonly unknown[], blank: Row): Row {
  const out: Row = { ...blank };
  for (const [i, name] of names.entries()) {
    const value = row[i];
    out[name] = value instanceof Uint8Array ? Buffer.from(value) : value;
  }
  return out;
}
