import type { Knex } from 'knex';

/** Milliseconds a statement may take before whoever waits for it is held up by the database. */
const SLOW_MS = 1000;

/** Knex's pool, of which it publishes no type. */
interface Pool {
  numPendingAcquires(): number;
}

/**
 * Watches a database's statements.
 * @param now milliseconds of a clock that never goes back
 * @returns whether the database keeps somebody waiting now: with a statement that takes long, or for a connection
 */
export function watchStatements(knex: Knex, now: () => number = () => performance.now()): () => boolean {
  const started = new Map<string, number>();
  const ended = (_answer: unknown, { __knexQueryUid: id }: { __knexQueryUid: string }): void => void started.delete(id);
  knex.on('query', ({ __knexQueryUid: id }: { __knexQueryUid?: string }) => {
    // A statement that Knex gives no id, such as a transaction's COMMIT, is never said to have ended.
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
