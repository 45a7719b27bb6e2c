import { tablesRead } from '../cache/statement-tables.js';
import { currentContext } from '../context/index.js';
import { busy, isLockWait } from './outage.js';

/** Tracks tables that are locked as a whole, so that not every request waits for them while holding a connection. */
export interface LockedTables {
  /**
   * Runs a statement. While a table is known to be locked, one statement that reads from it waits for the lock, and the
   * others are rejected; the waiting one detects when the table is free. A request that has waited for a table does not
   * wait for it again.
   * @throws PlinthError `db_busy` for a rejected statement; otherwise the errors of `work`
   */
  run<T>(sql: string, work: () => Promise<T>): Promise<T>;
}

/** A statement that tests whether tables are free. */
interface Trial {
  readonly startedAt: number;
  readonly finished: Promise<void>;
  end(isFree: boolean): void;
}

interface LockConflict {
  /** The server's error for the statement that waited. */
  readonly error: unknown;
  trial: Trial | undefined;
}

/**
 * Milliseconds after which a statement on a locked table is assumed to wait for the lock rather than for its result.
 */
const SOON_MS = 250;
/** Milliseconds for which a request that waited for a table is rejected for it. */
const ENOUGH_MS = 3000;
const WAITED_TABLES = 'waited_for_tables';
/** A SELECT without row locks; it can only wait for a table lock. */
const PLAIN_SELECT = /^\s*select\b(?!.*\b(?:for\s+(?:update|share)|lock\s+in\s+share\s+mode)\b)/is;

/** Returns the tables the current request has waited for, with the time from which it may try again. */
function waitedTables(): Map<string, number> | undefined {
  const memo = currentContext()?.memo;
  if (memo && !memo.has(WAITED_TABLES)) memo.set(WAITED_TABLES, new Map());
  return memo?.get(WAITED_TABLES) as Map<string, number> | undefined;
}

export function createLockedTables(now: () => number = () => performance.now()): LockedTables {
  const locked = new Map<string, LockConflict>();

  /** Makes a statement the test of these tables. */
  function startTrial(names: readonly string[]): Trial {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const trial: Trial = {
      finished: over,
      startedAt: now(),
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

  /** Resolves when a statement may run: with the test it performs, or with nothing if all its tables are free. */
  async function enter(sql: string): Promise<Trial | undefined> {
    for (;;) {
      const names = tablesRead(sql).filter((name) => locked.has(name));
      const [entry] = names
        .map((name) => locked.get(name))
        .sort((a, b) => Number(b?.trial !== undefined) - Number(a?.trial !== undefined));
      if (!entry) return undefined;
      if (names.some((name) => (waitedTables()?.get(name) ?? 0) > now())) throw busy(entry.error);
      if (!entry.trial) return startTrial(names);
      const left = entry.trial.startedAt + SOON_MS - now();
      if (left <= 0) throw busy(entry.error);
      await soon(entry.trial.finished, left);
    }
  }

  return {
    async run(sql, work) {
      const trial = locked.size > 0 && PLAIN_SELECT.test(sql) ? await enter(sql) : undefined;
      let isFree = false;
      try {
        const result = await work();
        isFree = true;
        return result;
      } catch (error) {
        if (isLockWait(error) && PLAIN_SELECT.test(sql)) {
          for (const name of tablesRead(sql)) {
            locked.set(name, { error, trial: locked.get(name)?.trial });
            waitedTables()?.set(name, now() + ENOUGH_MS);
          }
        }
        throw error;
      } finally {
        trial?.end(isFree);
      }
    },
  };
}

/** Waits for the end of a test, for a limited time. */
async function soon(over: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([over, new Promise<void>((resolve) => void (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
