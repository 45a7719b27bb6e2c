import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';

type Row = Record<string, unknown>;

/** A reusable prepared statement. */
interface Statement {
  all(bindings: readonly unknown[]): Row[];
  run(bindings: readonly unknown[]): { readonly lastInsertRowid: number | bigint; readonly changes: number | bigint };
}

/** Maximum number of cached statements, and maximum length of one in characters. Longer ones are used only once. */
const MAX_STATEMENTS = 500;
const MAX_STATEMENT_LENGTH = 4000;

/**
 * Prepares each statement of a connection once. The driver returns rows as arrays, which are converted to objects here,
 * because the driver's own objects take twice as long to create and are slow to read.
 * @returns a function that returns the prepared statement for an SQL text
 */
export function createStatements(connection: DatabaseSyncInstance): (sql: string) => Statement {
  const statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });
  const version = connection.prepare('PRAGMA schema_version');
  let knownVersion = -1;

  /** Clears the cache if another process has changed the schema. Only statements with `*` are affected by this. */
  function clearAfterSchemaChange(): void {
    const { schema_version: now } = version.get() as { schema_version: number };
    if (now !== knownVersion) statements.clear();
    knownVersion = now;
  }

  return (sql) => {
    if (sql.includes('*')) clearAfterSchemaChange();
    const found = statements.get(sql);
    if (found) return found;
    const statement = prepareStatement(connection, sql);
    if (sql.length <= MAX_STATEMENT_LENGTH) statements.set(sql, statement);
    return statement;
  };
}

function prepareStatement(connection: DatabaseSyncInstance, sql: string): Statement {
  const statement: StatementSyncInstance = connection.prepare(sql);
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const blank: Row = Object.fromEntries(names.map((name) => [name, null]));
  return {
    all: (bindings) =>
      (statement.all(...(bindings as never[])) as unknown as unknown[][]).map((row) => toRowObject(names, row, blank)),
    run: (bindings) => statement.run(...(bindings as never[])),
  };
}

/**
 * Converts a row to a plain object with Buffers, as Knex returns them. It is a copy of an object with all columns, so
 * that the JavaScript engine knows its shape. Adding more than a dozen properties to an object turns it into a
 * dictionary, which takes four times as long to create and a hundred times as long to copy.
 */
function toRowObject(names: readonly string[], row: readonly unknown[], blank: Row): Row {
  const rowObject: Row = { ...blank };
  for (const [i, name] of names.entries()) {
    const value = row[i];
    rowObject[name] = value instanceof Uint8Array ? Buffer.from(value) : value;
  }
  return rowObject;
}
