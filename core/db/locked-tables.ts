import { tablesRead } from '../cache/statement-tables.js';
import { currentContext } from '../context/index.js';
import { busyError, isLockTimeout } from './outage.js';

/** Records tables that are locked as a whole, so that requests do not wait for them and occupy all connections. */
export interface LockedTables {
  /**
   * Runs a statement. If a table is locked, one statement that reads it waits for the lock and thereby detects when the
   * table is unlocked; the others are rejected. A request that has waited for a table does not wait for it again.
   * @throws PlinthError `db_busy` for a rejected statement; otherwise the errors of `work`
   */
  run<T>(sql: string, work: () => Promise<T>): Promise<T>;
}

/** A statement that tests whether tables are still locked. */
interface LockTest {
  readonly startedAt: number;
  readonly finished: Promise<void>;
  end(isFree: boolean): void;
}

interface LockConflict {
  /** The server's error for the statement that waited too long. */
  readonly error: unknown;
  trial: LockTest | undefined;
}

/** Milliseconds after which a statement on a locked table is considered to wait for the lock, not for its result. */
const LOCK_TEST_MS = 250;
/** Milliseconds for which statements of a request on a table are rejected after it has waited for the table. */
const REJECT_MS = 3000;
const WAITED_TABLES_KEY = 'waited_for_tables';
/** A SELECT without row locks, which can only wait for a table lock. */
const PLAIN_SELECT = /^\s*select\b(?!.*\b(?:for\s+(?:update|share)|lock\s+in\s+share\s+mode)\b)/is;

/** Returns the tables for which the current request has waited, with the time until which it is rejected. */
function waitedTables(): Map<string, number> | undefined {
  const memo = currentContext()?.memo;
  if (memo && !memo.has(WAITED_TABLES_KEY)) memo.set(WAITED_TABLES_KEY, new Map());
  return memo?.get(WAITED_TABLES_KEY) as Map<string, number> | undefined;
}

export function createLockedTables(now: () => number = () => performance.now()): LockedTables {
  const locked = new Map<string, LockConflict>();

  /** Uses a statement as the test of these tables. */
  function startLockTest(names: readonly string[]): LockTest {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const trial: LockTest = {
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

  /** Resolves when a statement may run: with the test that it performs, or undefined if its tables are not locked. */
  async function waitForTables(sql: string): Promise<LockTest | undefined> {
    for (;;) {
      const names = tablesRead(sql).filter((name) => locked.has(name));
      const [entry] = names
        .map((name) => locked.get(name))
        .sort((a, b) => Number(b?.trial !== undefined) - Number(a?.trial !== undefined));
      if (!entry) return undefined;
      if (names.some((name) => (waitedTables()?.get(name) ?? 0) > now())) throw busyError(entry.error);
      if (!entry.trial) return startLockTest(names);
      const remainingMs = entry.trial.startedAt + LOCK_TEST_MS - now();
      if (remainingMs <= 0) throw busyError(entry.error);
      await waitFor(entry.trial.finished, remainingMs);
    }
  }

  return {
    async run(sql, work) {
      const trial = locked.size > 0 && PLAIN_SELECT.test(sql) ? await waitForTables(sql) : undefined;
      let isFree = false;
      try {
        const result = await work();
        isFree = true;
        return result;
      } catch (error) {
        if (isLockTimeout(error) && PLAIN_SELECT.test(sql)) {
          for (const name of tablesRead(sql)) {
            locked.set(name, { error, trial: locked.get(name)?.trial });
            waitedTables()?.set(name, now() + REJECT_MS);
          }
        }
        throw error;
      } finally {
        trial?.end(isFree);
      }
    },
  };
}

/** Waits for the end of a test, but not longer than `ms` milliseconds. */
async function waitFor(testEnd: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([testEnd, new Promise<void>((resolve) => void (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
