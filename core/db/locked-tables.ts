import { currentContext } from '../context/index.js';
import { busy, isLockWait } from './outage.js';

const READ = /\b(?:from|join)\s+[`"]?([\w$]+)/gi;
/** A list of tables, of which only the first would be seen. */
const LIST = /\bfrom\s+[`"\w.$]+(?:\s+(?:as\s+)?[`"\w$]+)?\s*,/i;

/** The tables that a statement reads from, each once. */
export function tablesRead(sql: string): string[] {
  return [...new Set([...sql.matchAll(READ)].map(([, name = '']) => name))];
}

/** Whether {@link tablesRead} would miss some. */
export function readsList(sql: string): boolean {
  return LIST.test(sql);
}

/** What is known of tables that somebody holds as a whole, so that not everybody waits for them with a connection in hand. */
export interface LockedTables {
  /**
   * Runs a statement. While a table is known to be locked, one that reads from it waits for the lock, and the others are refused;
   * that one shows when the table is free. A request that waited for a table does not wait for it again.
   * @throws PlinthError `db_busy` for a statement that is refused; anything else as `work` throws it
   */
  ask<T>(sql: string, work: () => Promise<T>): Promise<T>;
}

/** A statement that tries whether tables are free. */
interface Trial {
  readonly since: number;
  readonly over: Promise<void>;
  end(isFree: boolean): void;
}

interface Locked {
  /** What the server said to whoever waited. */
  readonly error: unknown;
  trial: Trial | undefined;
}

/** Milliseconds after which a statement on a locked table waits for the lock, and not for its answer. */
const SOON_MS = 250;
/** Milliseconds for which whoever waited for a table is refused it. */
const ENOUGH_MS = 3000;
const WAITED = 'waited_for_tables';
/** Reading needs no rows for itself: what it waits for is a table. */
const READS = /^\s*select\b(?!.*\b(?:for\s+(?:update|share)|lock\s+in\s+share\s+mode)\b)/is;

/** Which tables the running request waited for, with the moment from which it may try again. */
function waited(): Map<string, number> | undefined {
  const memo = currentContext()?.memo;
  if (memo && !memo.has(WAITED)) memo.set(WAITED, new Map());
  return memo?.get(WAITED) as Map<string, number> | undefined;
}

export function createLockedTables(now: () => number = () => performance.now()): LockedTables {
  const locked = new Map<string, Locked>();

  /** Makes a statement the one that tries these tables. */
  function tries(names: readonly string[]): Trial {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const trial: Trial = {
      over,
      since: now(),
      end(isFree) {
        for (const name of names) {
          const entry = locked.get(name);
          if (isFree) locked.delete(name);
          else if (entry?.trial === trial) entry.trial = undefined;
        }
        end();
      },
    };
    for (const name of names) {
      const entry = locked.get(name);
      if (entry) entry.trial = trial;
    }
    return trial;
  }

  /** Comes back as soon as a statement may be asked: with what it tries, or with nothing when all its tables are free. */
  async function enter(sql: string): Promise<Trial | undefined> {
    for (;;) {
      const names = tablesRead(sql).filter((name) => locked.has(name));
      const [entry] = names
        .map((name) => locked.get(name))
        .sort((a, b) => Number(b?.trial !== undefined) - Number(a?.trial !== undefined));
      if (!entry) return undefined;
      if (names.some((name) => (waited()?.get(name) ?? 0) > now())) throw busy(entry.error);
      if (!entry.trial) return tries(names);
      const left = entry.trial.since + SOON_MS - now();
      if (left <= 0) throw busy(entry.error);
      await soon(entry.trial.over, left);
    }
  }

  return {
    async ask(sql, work) {
      const trial = locked.size > 0 && READS.test(sql) ? await enter(sql) : undefined;
      let isFree = false;
      try {
        const answer = await work();
        isFree = true;
        return answer;
      } catch (error) {
        if (isLockWait(error) && READS.test(sql)) {
          for (const name of tablesRead(sql)) {
            locked.set(name, { error, trial: locked.get(name)?.trial });
            waited()?.set(name, now() + ENOUGH_MS);
          }
        }
        throw error;
      } finally {
        trial?.end(isFree);
      }
    },
  };
}

/** Waits for an end, but not for long. */
async function soon(over: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([over, new Promise<void>((resolve) => void (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
