import { LRUCache } from 'lru-cache';
import type { Undo } from '../api/index.js';
import { isReading, noteGeneration, noteOnce } from '../context/track-dependencies.js';
import type { GenerationName } from './table-version-ids.js';
import { readsList, tablesRead } from './locked-tables.js';

/** Tables with cached rows; options increment their version themselves. */
const OF_HOST: ReadonlyMap<string, GenerationName> = new Map(
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
const CHANCE = /\brand(?:om)?\s*\(/i;
/** The counters themselves, which every request reads. */
const COUNTERS = 'options_generation';
/** Maximum number of cached statement classifications. */
const REMEMBERED = 2000;

/**
 * Returns the table version that a statement increments; undefined if it changes nothing that is cached.
 * @param watched table versions by table; those of the host when absent
 */
export function generationOf(
  sql: string,
  watched: ReadonlyMap<string, GenerationName> = OF_HOST,
): GenerationName | undefined {
  const table = WRITE.exec(sql)?.[1]?.toLowerCase();
  return table === undefined ? undefined : watched.get(table);
}

/** Whether a query's result can only change with a table version. */
export function dependsOnlyOn(name: GenerationName, sql: string): boolean {
  return !CHANCE.test(sql) && tablesRead(sql).every((table) => OF_HOST.get(table.toLowerCase()) === name);
}

/**
 * Watches the writes of a database's connections, so that each transaction increments the table versions it affects:
 * before its first such write, so that transactions always wait for each other in the same order.
 */
export interface WriteTracker {
  /** Enables incrementing once the table of versions exists. */
  enable(): void;
  /**
   * Makes writes to tables increment a table version, so that their rows can be cached.
   * @param name name of the table version; a table belongs to one of them, the first to watch it
   * @returns the table versions of the tables
   */
  watch(
    name: GenerationName,
    tables: readonly string[],
  ): { readonly names: readonly GenerationName[]; readonly undo: Undo };
  /** Reports a statement that is about to run to the dependency tracking. */
  note(sql: string): void;
  /** Returns the table version to increment before a statement, unless this transaction has already done so. */
  pendingIncrement(connection: object, sql: string): GenerationName | undefined;
  /** Records that the connection's open transaction has incremented a table version. */
  recordIncrement(connection: object, name: GenerationName): void;
  /** Handles the end of a statement that may have ended a transaction. */
  afterStatement(connection: object, sql: string): void;
  /** Calls a listener with each table version that a committed transaction of this process has incremented. */
  onCommit(listener: (name: GenerationName) => void): void;
}

/** What a cache must know about a statement. */
interface Nature {
  readonly generations: readonly GenerationName[];
  /** Why a repeated query may return a different result although no table version changed; empty if it cannot. */
  readonly uncacheableReason: string;
}

const END = /^\s*(commit|rollback)\b/i;

export function createWrites(): WriteTracker {
  const open = new WeakMap<object, Set<GenerationName>>();
  const listeners: ((name: GenerationName) => void)[] = [];
  const watched = new Map(OF_HOST);
  const natures = new LRUCache<string, Nature>({ max: REMEMBERED });
  let watching = false;

  function natureOf(sql: string): Nature {
    const known = natures.get(sql);
    if (known) return known;
    const nature = judge(sql);
    natures.set(sql, nature);
    return nature;
  }

  function judge(sql: string): Nature {
    if (NEUTRAL_STATEMENT.test(sql)) return { generations: [], uncacheableReason: '' };
    if (!READ.test(sql)) return { generations: [], uncacheableReason: 'it writes' };
    if (readsList(sql)) return { generations: [], uncacheableReason: 'its FROM clause lists several tables' };
    if (CHANCE.test(sql)) return { generations: [], uncacheableReason: 'it uses a random function' };
    const generations = new Set<GenerationName>();
    for (const table of tablesRead(sql).map((name) => name.toLowerCase())) {
      if (table === COUNTERS) continue;
      const name = table === 'options' ? 'options' : watched.get(table);
      if (name === undefined) return { generations: [], uncacheableReason: `it reads ${table}` };
      generations.add(name);
    }
    return { generations: [...generations], uncacheableReason: '' };
  }

  return {
    enable: () => void (watching = true),
    watch(name, tables) {
      const own = tables.map((table) => table.toLowerCase()).filter((table) => !watched.has(table));
      for (const table of own) watched.set(table, name);
      natures.clear();
      return {
        names: [...new Set(tables.map((table) => watched.get(table.toLowerCase()) ?? name))],
        undo() {
          for (const table of own) watched.delete(table);
          natures.clear();
        },
      };
    },
    note(sql) {
      if (!isReading()) return;
      const { generations, uncacheableReason } = natureOf(sql);
      if (uncacheableReason !== '') noteOnce(uncacheableReason);
      for (const name of generations) noteGeneration(name);
    },
    pendingIncrement(connection, sql) {
      const name = watching ? generationOf(sql, watched) : undefined;
      return name !== undefined && open.get(connection)?.has(name) ? undefined : name;
    },
    recordIncrement(connection, name) {
      const names = open.get(connection) ?? new Set<GenerationName>();
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
