import type { Knex } from 'knex';

/** Milliseconds after which a statement counts as delayed by the database. */
const SLOW_MS = 1000;

/** Knex's pool, which has no public type. */
interface Pool {
  numPendingAcquires(): number;
}

/**
 * Watches a database's statements.
 * @param now milliseconds of a monotonic clock
 * @returns a function that tells whether the database is delaying any work, with a slow statement or for lack of a
 * connection
 */
export function watchStatements(knex: Knex, now: () => number = () => performance.now()): () => boolean {
  const started = new Map<string, number>();
  const ended = (_response: unknown, { __knexQueryUid: id }: { __knexQueryUid: string }): void =>
    void started.delete(id);
  knex.on('query', ({ __knexQueryUid: id }: { __knexQueryUid?: string }) => {
    // For a statement without a Knex ID, such as a transaction's COMMIT, no end is reported.
    if (id !== undefined) started.set(id, now());
  });
  knex.on('query-response', ended);
  knex.on('query-error', ended);
  return () => {
    const longAgo = now() - SLOW_MS;
    for (const since of started.values()) {
      if (since < longAgo) return true;
    }
    const { pool } = knex.client as { pool?: Pool };
    return (pool?.numPendingAcquires() ?? 0) > 0;
  };
}
