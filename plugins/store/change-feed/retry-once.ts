import type { Database } from 'plinth';

/**
 * Runs work in a transaction, and once more when the database refused it because somebody else has just taken the same key.
 * Inside an open transaction it only joins that one, since what was done there before is lost as well.
 */
export async function onceMore<T>(db: Database, work: () => Promise<T>): Promise<T> {
  let alone = false;
  await db.afterCommit(() => {
    alone = true;
  });
  const mayRepeat = alone;
  try {
    return await db.transaction(work);
  } catch (error) {
    if (!mayRepeat || !isDatabaseError(error)) throw error;
    return db.transaction(work);
  }
}

/** Errors of the drivers carry a number: what is left of them here are taken keys. */
function isDatabaseError(error: unknown): boolean {
  const { errno, errcode } = (error ?? {}) as { errno?: unknown; errcode?: unknown };
  return typeof errno === 'number' || typeof errcode === 'number';
}
