import { PlinthError } from '../api/index.js';

/** What drivers say when the server, or the way to it, is gone; an error in a query is none of these. */
const CODES = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST', 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR', 'PROTOCOL_ENQUEUE_AFTER_QUIT', 'ER_CON_COUNT_ERROR', 'ER_SERVER_SHUTDOWN', 'ER_QUERY_INTERRUPTED',
]);
const CODE = 'db_unreachable';

/** An error of the driver as what it means: 503 when the database is gone, itself otherwise. */
export function nameOutage(error: unknown): unknown {
  const { code, name, fatal } = (error ?? {}) as { code?: unknown; name?: unknown; fatal?: unknown };
  // The driver marks as fatal what ends a connection, also for the statements that would have followed on it.
  const gone = fatal === true || (typeof code === 'string' && CODES.has(code)) || name === 'KnexTimeoutError';
  return gone ? outage(error) : error;
}

/** The error of a database that does not answer. */
export function outage(cause: unknown): PlinthError {
  return new PlinthError(CODE, `The database does not answer: ${cause instanceof Error && cause.message !== '' ? cause.message : String((cause as { code?: unknown } | undefined)?.code ?? cause)}`, {
    cure: 'Check DATABASE_URL, and that the server runs and the database exists; without DATABASE_URL check that DATA_DIR is writable.',
    status: 503,
    cause,
  });
}

/** Whether an error, or what caused it, is that the database does not answer. */
export function isOutage(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof PlinthError && at.code === CODE) return true;
  }
  return false;
}
