import { PlinthError } from '../../api/index.js';
import { withTimeout } from '../../hooks/index.js';

/** Milliseconds `/readyz` waits for the database. */
export const READY_TIMEOUT_MS = 2_000;
/**
 * Milliseconds for which database state is considered current for anonymous visitors and their cached pages, although
 * another process may have changed it.
 */
export const MAX_AGE_MS = 10;
/**
 * Milliseconds after which a cached page's freshness check is abandoned and the page is rendered, which fails like any
 * other request if the database does not respond.
 */
export const CHECK_TIMEOUT_MS = 1_000;
/** Milliseconds a visitor waits for an unresponsive database. */
export const REQUEST_TIMEOUT_MS = 4_000;

export function databaseTimeoutError(): PlinthError {
  return new PlinthError('db_unreachable', 'The database did not respond in time.', {
    hint: 'Check the database server, and the network between it and the site.',
    status: 503,
  });
}

/** Fails work that waits too long for the database. */
export async function withDatabaseTimeout(work: Promise<void>, ms: number): Promise<void> {
  await withTimeout(work, ms, databaseTimeoutError);
}
