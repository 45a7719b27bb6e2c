import { LRUCache } from 'lru-cache';
import type { Undo } from '../api/index.js';
import { isTracking, dependOnTables, bypassCaching } from './dependencies.js';
import type { TableVersionName } from './version-rows.js';
import { readsList, tablesRead } from './statement-tables.js';

/** The tables of the core that are cached, with their table versions; options increment their version themselves. */
const CORE_TABLES: ReadonlyMap<string, TableVersionName> = new Map(
  Object.entries({
    posts: 'content',
    postmeta: 'content',
    terms: 'content',
    term_taxonomy: 'content',
    term_relationships: 'content',
    termmeta: 'content',
    comments: 'comments',
    commentmeta: 'comments',
    users: 'users',
    usermeta: 'users',
    application_passwords: 'users',
  }),
);
const WRITE =
  /^\s*(?:insert\s+(?:ignore\s+)?into|replace\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+[`"]?(\w+)/i;
const READ = /^\s*(?:select|with)\b/i;
/** Statements that neither read nor write. */
const NEUTRAL_STATEMENT = /^\s*(?:begin|commit|rollback|savepoint|release|set|pragma)\b/i;
/** Functions that make repeated queries return different results. */
const RANDOM = /\brand(?:om)?\s*\(/i;
/** The versions themselves, which every request reads. */
const VERSIONS = 'table_versions';
/** Maximum number of cached statement classifications. */
const MAX_STATEMENTS = 2000;

/**
 * Returns the table version that a statement increments; undefined if it changes nothing that is cached.
 * @param watched table versions by table; those of the host when absent
 */
export function versionWrittenBy(
  sql: string,
  watched: ReadonlyMap<string, TableVersionName> = CORE_TABLES,
): TableVersionName | undefined {
  const table = WRITE.exec(sql)?.[1]?.toLowerCase();
  return table === undefined ? undefined : watched.get(table);
}

/** Whether a query's result can only change with a table version. */
export function dependsOnlyOn(name: TableVersionName, sql: string): boolean {
  return !RANDOM.test(sql) && tablesRead(sql).every((table) => CORE_TABLES.get(table.toLowerCase()) === name);
}

/**
 * Watches the writes of a database's connections, so that each transaction increments the table versions it affects:
 * before its first such write, so that transactions always wait for each other in the same order.
 */
export interface TableTracker {
  /** Enables incrementing once the table of versions exists. */
  enable(): void;
  /**
   * Makes writes to tables increment a table version, so that their rows can be cached.
   * @param name name of the table version; a table belongs to one of them, the first to watch it
   * @returns the table versions of the tables
   */
  track(
    name: TableVersionName,
    tables: readonly string[],
  ): { readonly names: readonly TableVersionName[]; readonly undo: Undo };
  /** Reports a statement that is about to run to the dependency tracking. */
  recordReads(sql: string): void;
  /** Returns the table version to increment before a statement, unless this transaction has already done so. */
  pendingIncrement(connection: object, sql: string): TableVersionName | undefined;
  /** Records that the connection's open transaction has incremented a table version. */
  recordIncrement(connection: object, name: TableVersionName): void;
  /** Handles the end of a statement that may have ended a transaction. */
  afterStatement(connection: object, sql: string): void;
  /** Calls a listener with each table version that a committed transaction of this process has incremented. */
  onCommit(listener: (name: TableVersionName) => void): void;
}

/** What a cache must know about a statement. */
interface StatementReads {
  readonly tables: readonly TableVersionName[];
  /** Why a repeated query may return a different result although no table version changed; empty if it cannot. */
  readonly bypassReason: string;
}

const END = /^\s*(commit|rollback)\b/i;

export function createTableTracker(): TableTracker {
  const open = new WeakMap<object, Set<TableVersionName>>();
  const listeners: ((name: TableVersionName) => void)[] = [];
  const watched = new Map(CORE_TABLES);
  const readsBySql = new LRUCache<string, StatementReads>({ max: MAX_STATEMENTS });
  let watching = false;

  function readsOf(sql: string): StatementReads {
    const known = readsBySql.get(sql);
    if (known) return known;
    const reads = analyze(sql);
    readsBySql.set(sql, reads);
    return reads;
  }

  function analyze(sql: string): StatementReads {
    if (NEUTRAL_STATEMENT.test(sql)) return { tables: [], bypassReason: '' };
    if (!READ.test(sql)) return { tables: [], bypassReason: 'it writes' };
    if (readsList(sql)) return { tables: [], bypassReason: 'its FROM clause lists several tables' };
    if (RANDOM.test(sql)) return { tables: [], bypassReason: 'it uses a random function' };
    const tables = new Set<TableVersionName>();
    for (const table of tablesRead(sql).map((name) => name.toLowerCase())) {
      if (table === VERSIONS) continue;
      const name = table === 'options' ? 'options' : watched.get(table);
      if (name === undefined) return { tables: [], bypassReason: `it reads ${table}` };
      tables.add(name);
    }
    return { tables: [...tables], bypassReason: '' };
  }

  return {
    enable: () => void (watching = true),
    track(name, tables) {
      const own = tables.map((table) => table.toLowerCase()).filter((table) => !watched.has(table));
      for (const table of own) watched.set(table, name);
      readsBySql.clear();
      return {
        names: [...new Set(tables.map((table) => watched.get(table.toLowerCase()) ?? name))],
        undo() {
          for (const table of own) watched.delete(table);
          readsBySql.clear();
        },
      };
    },
    recordReads(sql) {
      if (!isTracking()) return;
      const { tables, bypassReason } = readsOf(sql);
      if (bypassReason !== '') bypassCaching(bypassReason);
      for (const name of tables) dependOnTables(name);
    },
    pendingIncrement(connection, sql) {
      const name = watching ? versionWrittenBy(sql, watched) : undefined;
      return name !== undefined && open.get(connection)?.has(name) ? undefined : name;
    },
    recordIncrement(connection, name) {
      const names = open.get(connection) ?? new Set<TableVersionName>();
      open.set(connection, names.add(name));
    },
    afterStatement(connection, sql) {
      const names = open.get(connection);
      const end = names && END.exec(sql)?.[1]?.toLowerCase();
      if (!names || !end) return;
      // A rollback to a savepoint reverts later increments, so they are repeated at the next write.
      open.delete(connection);
      if (end === 'commit') for (const name of names) for (const listener of listeners) listener(name);
    },
    onCommit: (listener) => void listeners.push(listener),
  };
}
