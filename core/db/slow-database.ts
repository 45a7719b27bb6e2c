import type { Knex } from 'knex';

/** Milliseconds after which a statement is considered slow. */
const SLOW_MS = 1000;

/** Knex's connection pool, which has no public type. */
interface KnexPool {
  numPendingAcquires(): number;
}

/**
 * Watches the statements of a database.
 * @param now returns the milliseconds of a monotonic clock
 * @returns a function that tells whether the database is slow: a statement is slow, or waits for a connection
 */
export function watchStatements(knex: Knex, now: () => number = () => performance.now()): () => boolean {
  const startTimes = new Map<string, number>();
  const removeStatement = (_response: unknown, { __knexQueryUid: id }: { __knexQueryUid: string }): void =>
    void startTimes.delete(id);
  knex.on('query', ({ __knexQueryUid: id }: { __knexQueryUid?: string }) => {
    // No end is reported for a statement without a Knex ID, such as the COMMIT of a transaction.
    if (id !== undefined) startTimes.set(id, now());
  });
  knex.on('query-response', removeStatement);
  knex.on('query-error', removeStatement);
  return () => {
    const slowSince = now() - SLOW_MS;
    for (const since of startTimes.values()) {
      if (since < slowSince) return true;
    }
    const { pool } = knex.client as { pool?: KnexPool };
    return (pool?.numPendingAcquires() ?? 0) > 0;
  };
}
