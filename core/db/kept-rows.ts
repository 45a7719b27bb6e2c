import { LRUCache } from 'lru-cache';
import type { Database, Knex } from '../api/index.js';
import type { Generations } from './generations.js';
import { dependsOnlyOn, type GenerationName, type Writes } from './writes.js';

/** Rows that are kept in memory as long as nothing of their generation is written, by this process or another. */
export interface KeptRows {
  /**
   * What a question finds, from memory where it can. Whoever gets it must not change it.
   * @param key what tells this question from every other of its generation
   */
  keep<T>(name: GenerationName, key: string, ask: () => Promise<T>): Promise<T>;
  /** Learns what other processes wrote: at the start of each request. */
  refresh(): Promise<void>;
}

interface Group {
  /** Of the database, that what is kept belongs to; undefined while nothing may be kept. */
  generation: number | undefined;
  /** Raised whenever what is kept was thrown away, so that what was asked before is not kept after. */
  epoch: number;
  readonly rows: LRUCache<string, { readonly found: unknown }>;
}

/** Milliseconds after which long work looks again for what others wrote. */
const FRESH_MS = 1000;

/** Milliseconds after which rows are read again in any case: somebody may write with another program, such as a password that was forgotten. */
const LONGEST_MS = 60_000;

/** Nothing is kept: each question is asked. */
export const keepNothing: KeptRows = { keep: (_name, _key, ask) => ask(), refresh: () => Promise.resolve() };

/**
 * @param bytes how much may be kept of each generation, roughly
 * @param now milliseconds of a clock that never goes back
 */
export function createKeptRows(deps: { db: Database; writes: Writes; generations: Generations; bytes: number; now?: () => number }): KeptRows {
  const { db, writes, generations, now = () => performance.now() } = deps;
  const pool = db();
  const newGroup = (): Group => ({ generation: undefined, epoch: 0, rows: new LRUCache({ ttl: LONGEST_MS, ttlResolution: 0, perf: { now }, maxSize: deps.bytes, maxEntrySize: deps.bytes / 8, sizeCalculation: ({ found }, key) => sizeOf(found) + 2 * key.length }) });
  const groups: Record<Exclude<GenerationName, 'options'>, Group> = { content: newGroup(), users: newGroup() };

  function renew(group: Group, generation: number | undefined): void {
    if (group.generation === generation) return;
    group.generation = generation;
    group.epoch++;
    group.rows.clear();
  }

  writes.onCommit((name) => {
    if (name === 'options') return;
    generations.forget(name);
    renew(groups[name], undefined);
  });

  async function refresh(): Promise<void> {
    const epochs = [groups.content.epoch, groups.users.epoch];
    await generations.refresh();
    for (const [index, name] of (['content', 'users'] as const).entries()) {
      // What this process committed meanwhile may not be in what was read.
      if (groups[name].epoch === epochs[index]) renew(groups[name], generations.of(name));
    }
  }

  return {
    refresh,
    async keep(name, key, ask) {
      if (name === 'options' || db() !== pool) return ask();
      if (generations.age() > FRESH_MS) await refresh();
      const group = groups[name];
      const kept = group.rows.get(key);
      if (kept) return kept.found as Awaited<ReturnType<typeof ask>>;
      const { epoch } = group;
      const found = await ask();
      if (group.generation !== undefined && group.epoch === epoch) group.rows.set(key, { found });
      return found;
    },
  };
}

/** The rows that a question finds, by its own words; asked anew each time when more than what is kept decides about them. */
export async function keepFound<T extends object>(kept: KeptRows, name: GenerationName, question: Knex.QueryBuilder): Promise<T[]> {
  const ask = async (): Promise<T[]> => (await question) as T[];
  const { sql, bindings } = question.toSQL().toNative();
  if (!dependsOnlyOn(name, sql)) return ask();
  return (await kept.keep(name, `${sql} ${JSON.stringify(bindings)}`, ask)).map((row) => ({ ...row }));
}

/** Bytes of memory, roughly. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 64;
  for (const item of Object.values(value)) size += 16 + sizeOf(item);
  return size;
}
