import { tablesRead } from './read-tables.js';

/** What is kept in memory of the database: each has a counter, a row of `options_generation`, which writes raise. */
export const GENERATIONS = { options: 1, content: 2, users: 3 } as const;
export type GenerationName = keyof typeof GENERATIONS;

/** Whose rows are kept; options raise theirs themselves. */
const TABLES: Readonly<Record<string, GenerationName>> = {
  posts: 'content', postmeta: 'content', terms: 'content', term_taxonomy: 'content', term_relationships: 'content', termmeta: 'content', commentmeta: 'content',
  users: 'users', usermeta: 'users',
};
const WRITE = /^\s*(?:insert\s+(?:ignore\s+)?into|replace\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+[`"]?(\w+)/i;
/** What makes two answers to the same question differ. */
const CHANCE = /\brand(?:om)?\s*\(/i;

/** The generation that a statement raises; undefined when it changes nothing that is kept. */
export function generationOf(sql: string): GenerationName | undefined {
  const table = WRITE.exec(sql)?.[1].toLowerCase();
  return table !== undefined && Object.hasOwn(TABLES, table) ? TABLES[table] : undefined;
}

/** Whether the answer to a question is the same as long as nothing of a generation is written. */
export function dependsOnlyOn(name: GenerationName, sql: string): boolean {
  return !CHANCE.test(sql) && tablesRead(sql).every((table) => Object.hasOwn(TABLES, table.toLowerCase()) && TABLES[table.toLowerCase()] === name);
}

/** The statement that raises a generation. */
export function raising(name: GenerationName): string {
  return `update options_generation set generation = generation + 1 where id = ${GENERATIONS[name]}`;
}

/**
 * Watches what a database's connections write, so that each transaction raises the generations of what it changes: before its first such write,
 * in order that two of them wait for each other in one order only.
 */
export interface Writes {
  /** From now on generations are raised: the table of them is there. */
  begin(): void;
  /** The generation to raise before a statement, unless this transaction has raised it. */
  due(connection: object, sql: string): GenerationName | undefined;
  /** A generation was raised by the connection's open transaction. */
  raised(connection: object, name: GenerationName): void;
  /** A statement was done that may have ended a transaction. */
  done(connection: object, sql: string): void;
  /** Calls a listener with each generation that a committed transaction of this process has raised. */
  onCommit(listener: (name: GenerationName) => void): void;
}

const END = /^\s*(commit|rollback)\b/i;

export function createWrites(): Writes {
  const open = new WeakMap<object, Set<GenerationName>>();
  const listeners: ((name: GenerationName) => void)[] = [];
  let watching = false;
  return {
    begin: () => void (watching = true),
    due(connection, sql) {
      const name = watching ? generationOf(sql) : undefined;
      return name !== undefined && open.get(connection)?.has(name) ? undefined : name;
    },
    raised(connection, name) {
      const names = open.get(connection) ?? new Set<GenerationName>();
      open.set(connection, names.add(name));
    },
    done(connection, sql) {
      const names = open.get(connection);
      const end = names && END.exec(sql)?.[1].toLowerCase();
      if (!names || !end) return;
      // A rollback to a savepoint undoes what was raised behind it, so it is raised again at the next write.
      open.delete(connection);
      if (end === 'commit') for (const name of names) for (const listener of listeners) listener(name);
    },
    onCommit: (listener) => void listeners.push(listener),
  };
}
