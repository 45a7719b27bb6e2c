import type { Database } from 'plinth';

/**
 * Runs work in a transaction and retries it once if the database rejects it because of a key that was taken
 * concurrently.
 * Inside an open transaction it only joins that one, because a rollback would also undo the caller's work.
 */
export async function retryOnce<T>(db: Database, work: () => Promise<T>): Promise<T> {
  let outsideTransaction = false;
  await db.afterCommit(() => {
    outsideTransaction = true;
  });
  const canRetry = outsideTransaction;
  try {
    return await db.transaction(work);
  } catch (error) {
    if (!canRetry || !isDatabaseError(error)) throw error;
    return db.transaction(work);
  }
}

/** Driver errors have a number; those that reach this place are key conflicts. */
function isDatabaseError(error: unknown): boolean {
  const { errno, errcode } = (error ?? {}) as { errno?: unknown; errcode?: unknown };
  return typeof errno === 'number' || typeof errcode === 'number';
}
