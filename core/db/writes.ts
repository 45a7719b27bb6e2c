import { LRUCache } from 'lru-cache';
import type { Undo } from '../api/index.js';
import { isReading, noteGeneration, noteOnce } from '../context/track-dependencies.js';
import type { GenerationName } from './table-version-ids.js';
import { readsList, tablesRead } from './locked-tables.js';

/** Whose rows are kept; options raise theirs themselves. */
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
const NEITHER = /^\s*(?:begin|commit|rollback|savepoint|release|set|pragma)\b/i;
/** What makes two answers to the same question differ. */
const CHANCE = /\brand(?:om)?\s*\(/i;
/** The counters themselves, which every request reads. */
const COUNTERS = 'options_generation';
/** Statements whose nature is remembered. */
const REMEMBERED = 2000;

/** The generation that a statement raises; undefined when it changes nothing that is kept. @param watched by table; those of the host when absent */
export function generationOf(
  sql: string,
  watched: ReadonlyMap<string, GenerationName> = OF_HOST,
): GenerationName | undefined {
  const table = WRITE.exec(sql)?.[1]?.toLowerCase();
  return table === undefined ? undefined : watched.get(table);
}

/** Whether the answer to a question is the same as long as nothing of a generation is written. */
export function dependsOnlyOn(name: GenerationName, sql: string): boolean {
  return !CHANCE.test(sql) && tablesRead(sql).every((table) => OF_HOST.get(table.toLowerCase()) === name);
}

/**
 * Watches what a database's connections write, so that each transaction raises the generations of what it changes: before its first such write,
 * in order that two of them wait for each other in one order only.
 */
export interface Writes {
  /** From now on generations are raised: the table of them is there. */
  begin(): void;
  /**
   * Has the writes to tables raise a generation, so that what is read of them can be kept.
   * @param name of the generation; one table belongs to one of them, the first that asks
   * @returns the generations of the tables
   */
  watch(
    name: GenerationName,
    tables: readonly string[],
  ): { readonly names: readonly GenerationName[]; readonly undo: Undo };
  /** Tells those who note what is read of a statement that is about to run. */
  note(sql: string): void;
  /** The generation to raise before a statement, unless this transaction has raised it. */
  due(connection: object, sql: string): GenerationName | undefined;
  /** A generation was raised by the connection's open transaction. */
  raised(connection: object, name: GenerationName): void;
  /** A statement was done that may have ended a transaction. */
  done(connection: object, sql: string): void;
  /** Calls a listener with each generation that a committed transaction of this process has raised. */
  onCommit(listener: (name: GenerationName) => void): void;
}

/** What somebody who keeps an answer has to know of a statement. */
interface Nature {
  readonly generations: readonly GenerationName[];
  /** Why the answer may be another one next time although none of them was raised; empty when it cannot. */
  readonly once: string;
}

const END = /^\s*(commit|rollback)\b/i;

export function createWrites(): Writes {
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
    if (NEITHER.test(sql)) return { generations: [], once: '' };
    if (!READ.test(sql)) return { generations: [], once: 'it writes' };
    if (readsList(sql)) return { generations: [], once: 'it reads a list of tables' };
    if (CHANCE.test(sql)) return { generations: [], once: 'it asks for chance' };
    const generations = new Set<GenerationName>();
    for (const table of tablesRead(sql).map((name) => name.toLowerCase())) {
      if (table === COUNTERS) continue;
      const name = table === 'options' ? 'options' : watched.get(table);
      if (name === undefined) return { generations: [], once: `it reads ${table}` };
      generations.add(name);
    }
    return { generations: [...generations], once: '' };
  }

  return {
    begin: () => void (watching = true),
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
      const { generations, once } = natureOf(sql);
      if (once !== '') noteOnce(once);
      for (const name of generations) noteGeneration(name);
    },
    due(connection, sql) {
      const name = watching ? generationOf(sql, watched) : undefined;
      return name !== undefined && open.get(connection)?.has(name) ? undefined : name;
    },
    raised(connection, name) {
      const names = open.get(connection) ?? new Set<GenerationName>();
      open.set(connection, names.add(name));
    },
    done(connection, sql) {
      const names = open.get(connection);
      const end = names && END.exec(sql)?.[1]?.toLowerCase();
      if (!names || !end) return;
      // A rollback to a savepoint undoes what was raised behind it, so it is raised again at the next write.
      open.delete(connection);
      if (end === 'commit') for (const name of names) for (const listener of listeners) listener(name);
    },
    onCommit: (listener) => void listeners.push(listener),
  };
}
