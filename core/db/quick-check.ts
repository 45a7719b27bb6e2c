import { setImmediate } from 'node:timers/promises';
import type { Database } from '../api/index.js';

const DAY_MS = 24 * 3_600_000;
/** Milliseconds after which no further table is checked. */
const MAX_MS = 5000;
/** SQLite primary result codes for a damaged file: corrupt, not a database. */
const DAMAGED_CODES = [11, 26];

/** Result of a check of the pages of a SQLite database. */
export interface QuickCheck {
  /** First damage found; empty for none. */
  readonly damage: string;
  /** Whether all tables were checked within the time limit. */
  readonly isComplete: boolean;
}

const results = new WeakMap<Database, { readonly at: number; readonly result: Promise<QuickCheck> }>();

/** Checks the pages of a SQLite database for damage, at most once a day in a process; other databases check themselves. */
export function quickCheck(db: Database, now: () => number = Date.now): Promise<QuickCheck> {
  if (db.engine !== 'sqlite') return Promise.resolve({ damage: '', isComplete: true });
  const earlier = results.get(db);
  if (earlier && now() - earlier.at < DAY_MS) return earlier.result;
  const result = checkTables(db, now);
  results.set(db, { at: now(), result });
  // A check that could not run is not a result.
  result.catch(() => results.delete(db));
  return result;
}

/** Checks one table at a time, so that requests are served in between. */
async function checkTables(db: Database, now: () => number): Promise<QuickCheck> {
  const until = now() + MAX_MS;
  try {
    const tables = await db()('sqlite_schema').where({ type: 'table' }).orderBy('name').pluck<string[]>('name');
    for (const table of tables) {
      if (now() > until) return { damage: '', isComplete: false };
      const rows: readonly { readonly quick_check: string }[] = await db().raw(
        'select quick_check from pragma_quick_check(?)',
        [table],
      );
      const damage = rows.map((row) => row.quick_check).find((text) => text !== 'ok');
      if (damage !== undefined) return { damage: `${table}: ${damage}`, isComplete: true };
      await setImmediate();
    }
    return { damage: '', isComplete: true };
  } catch (error) {
    const { errcode } = error as { errcode?: unknown };
    const message = error instanceof Error ? error.message : String(error);
    const isDamaged =
      (typeof errcode === 'number' && DAMAGED_CODES.includes(errcode & 0xff)) ||
      /malformed|not a database/.test(message);
    if (!isDamaged) throw error;
    return { damage: message, isComplete: true };
  }
}
