import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';

type Row = Record<string, unknown>;

/** A statement that can be run again and again. */
interface Statement {
  all(bindings: readonly unknown[]): Row[];
  run(bindings: readonly unknown[]): { readonly lastInsertRowid: number | bigint; readonly changes: number | bigint };
}

/** Pages ask for the same things with other values; what is longer than this is a batch that comes once. */
const KEPT = 500;
const CACHED_LENGTH = 4000;

/**
 * The statements of one connection, each prepared once. Rows are read as lists and named here: the driver's own objects
 * take twice as long to make, and are slow to read.
 * @returns the statement of a text
 */
export function createStatements(connection: DatabaseSyncInstance): (sql: string) => Statement {
  const kept = new LRUCache<string, Statement>({ max: KEPT });
  const version = connection.prepare('PRAGMA schema_version');
  let known = -1;

  /** Another process may have added a column, which only a star is blind to. */
  function forgetOldSchema(): void {
    const { schema_version: now } = version.get() as { schema_version: number };
    if (now !== known) kept.clear();
    known = now;
  }

  return (sql) => {
    if (sql.includes('*')) forgetOldSchema();
    const found = kept.get(sql);
    if (found) return found;
    const made = prepare(connection, sql);
    if (sql.length <= CACHED_LENGTH) kept.set(sql, made);
    return made;
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
 * Knex's users expect plain objects and Buffers. A row begins as a copy of one that has all columns: the engine then knows where each lies. One to which
 * more than a dozen are added by name becomes a table, which takes four times as long to make and a hundred times to copy.
 */
function named(names: readonly string[], row: readonly unknown[], blank: Row): Row {
  const out: Row = { ...blank };
  for (const [i, name] of names.entries()) {
    const value = row[i];
    out[name] = value instanceof Uint8Array ? Buffer.from(value) : value;
  }
  return out;
}
