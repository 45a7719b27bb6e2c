import { PlinthError } from '../api/index.js';

/** Driver errors that mean that the server is unreachable, as opposed to errors in a query. */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_ENQUEUE_AFTER_QUIT',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_QUERY_INTERRUPTED',
  // Errors of a cluster node separated from the others, for any statement and for COMMIT.
  'ER_UNKNOWN_COM_ERROR',
  'ER_ERROR_DURING_COMMIT',
]);
const CODE = 'db_unreachable';
const DEEPEST_CAUSE = 5;

const BUSY = 'db_busy';

/** Errors of concurrent changes to the same rows; the transaction may be retried. */
const CONTENDED = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_ABORTED',
  'ER_XA_RBDEADLOCK',
  'ER_XA_RBTIMEOUT',
  'ER_CHECKREAD',
]);
/** SQLite primary result codes: busy, locked. */
const SQLITE_BUSY = 5;
const SQLITE_CONTENDED = new Set([SQLITE_BUSY, 6]);
/**
 * Error numbers of a statement that exceeded its session's time limit, on MariaDB and MySQL; the driver has no name for
 * the first.
 */
const OVERTIME = new Set([1969, 3024]);
/** Error number of a connection the server killed while it was working; the driver has no name for it. */
const KILLED = 1927;
/**
 * Errors of MySQL servers and SQLite that mean the database cannot work at the moment: rows are locked, or nothing can
 * be written.
 */
const HELD_UP = new Set([
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'ER_ERROR_ON_WRITE',
  'ER_ERROR_ON_READ',
  'ER_OUT_OF_RESOURCES',
  'ER_OUTOFMEMORY',
]);
/**
 * SQLite primary result codes: busy, locked, out of memory, read-only, I/O error, corrupt, full, cannot open, not a
 * database.
 */
const SQLITE_HELD_UP = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26]);
/** The same by message, for errors without a code. */
const SQLITE_SAYS: readonly (readonly [RegExp, number])[] = [
  [/database is locked$/, SQLITE_BUSY],
  [/database table is locked/, 6],
  [/out of memory$/, 7],
  [/attempt to write a readonly database$/, 8],
  [/disk I\/O error$/, 10],
  [/database disk image is malformed$/, 11],
  [/database or disk is full$/, 13],
  [/unable to open database file$/, 14],
  [/constraint failed/, 19],
  [/datatype mismatch$/, 20],
  [/string or blob too big$/, 18],
];
/** Errors about values that do not fit a column. */
const UNFIT = new Set([
  'ER_WARN_DATA_OUT_OF_RANGE',
  'ER_DATA_TOO_LONG',
  'ER_DUP_ENTRY',
  'ER_DUP_ENTRY_WITH_KEY_NAME',
  'ER_BAD_NULL_ERROR',
  'ER_TRUNCATED_WRONG_VALUE',
  'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD',
  'ER_NO_REFERENCED_ROW_2',
  'ER_ROW_IS_REFERENCED_2',
  'ER_CONSTRAINT_FAILED',
  'ER_CHECK_CONSTRAINT_VIOLATED',
  'ER_NET_PACKET_TOO_LARGE',
]);
/** SQLite primary result codes: too big, constraint, mismatch. */
const SQLITE_UNFIT = new Set([18, 19, 20]);

/**
 * Classifies a driver's error: an outage if the database cannot work at the moment, a refusal if a value does not fit
 * its column; undefined for an invalid statement and for other errors.
 */
export function databaseFailure(error: unknown): 'outage' | 'refusal' | undefined {
  const { name, result } = codeOf(error);
  if (nameOutage(error) !== error || HELD_UP.has(name) || SQLITE_HELD_UP.has(result)) return 'outage';
  return UNFIT.has(name) || SQLITE_UNFIT.has(result) ? 'refusal' : undefined;
}

/** Whether an error, or its cause, is a conflict over the same rows, so that a retry of the transaction may succeed. */
export function isContended(error: unknown): boolean {
  for (
    let at = error, depth = 0;
    typeof at === 'object' && at !== null && depth < DEEPEST_CAUSE;
    at = (at as { cause?: unknown }).cause, depth++
  ) {
    const { name, result } = codeOf(at);
    if (CONTENDED.has(name) || SQLITE_CONTENDED.has(result)) return true;
  }
  return false;
}

/** Whether an error, or its cause, is a timeout while waiting for locked rows or tables. */
export function isLockWait(error: unknown): boolean {
  for (
    let at = error, depth = 0;
    typeof at === 'object' && at !== null && depth < DEEPEST_CAUSE;
    at = (at as { cause?: unknown }).cause, depth++
  ) {
    if (codeOf(at).name === 'ER_LOCK_WAIT_TIMEOUT') return true;
  }
  return false;
}

/** Whether the server killed the statement's connection. */
export function isKilled(error: unknown): boolean {
  return ((error ?? {}) as { errno?: unknown }).errno === KILLED;
}

/** Whether a statement exceeded its session's time limit. */
function isOvertime(error: unknown): boolean {
  const { errno } = (error ?? {}) as { errno?: unknown };
  return typeof errno === 'number' && OVERTIME.has(errno);
}

function codeOf(error: unknown): { readonly name: string; readonly result: number } {
  const { code, errcode, message } = (error ?? {}) as { code?: unknown; errcode?: unknown; message?: unknown };
  const name = typeof code === 'string' ? code : '';
  if (name !== 'ERR_SQLITE_ERROR') return { name, result: -1 };
  // The driver omits the code if a statement that returns rows is rejected.
  if (errcode === undefined)
    return { name, result: SQLITE_SAYS.find(([pattern]) => pattern.test(String(message)))?.[1] ?? -1 };
  // SQLite stores the extended result code in the bits above the lowest eight.
  return { name, result: typeof errcode === 'number' ? errcode & 0xff : -1 };
}

/** Returns the error for a database that was locked for too long. */
export function busy(cause: unknown): PlinthError {
  if (cause instanceof PlinthError && cause.code === BUSY) return cause;
  return new PlinthError(BUSY, 'The database is busy.', {
    hint: 'Try again in a moment; if the error persists, look for a long-running query or transaction in the database.',
    status: 503,
    kind: 'outage',
    cause,
  });
}

/** Converts a driver's error: 503 if the database is unavailable or busy, otherwise unchanged. */
export function nameOutage(error: unknown): unknown {
  const { code, name, fatal } = (error ?? {}) as { code?: unknown; name?: unknown; fatal?: unknown };
  // The driver marks errors that end a connection as fatal, including those of statements queued on it.
  const isConnectionLost =
    fatal === true || isKilled(error) || (typeof code === 'string' && CODES.has(code)) || name === 'KnexTimeoutError';
  if (isConnectionLost) return outage(error);
  return isContended(error) || isOvertime(error) ? busy(error) : error;
}

/** Returns the error for a database that does not respond. */
export function outage(cause: unknown): PlinthError {
  return new PlinthError(
    CODE,
    `The database does not respond: ${cause instanceof Error && cause.message !== '' ? cause.message : String((cause as { code?: unknown } | undefined)?.code ?? cause)}`,
    {
      hint: 'Check DATABASE_URL, and that the server is running and the database exists; without DATABASE_URL, check that DATA_DIR is writable.',
      status: 503,
      kind: 'outage',
      cause,
    },
  );
}

/** SQLite primary result codes: corrupt, not a database. */
const SQLITE_DAMAGED = new Set([11, 26]);

/** Whether the SQLite file is damaged. */
export function isDamaged(error: unknown): boolean {
  return SQLITE_DAMAGED.has(codeOf(error).result);
}

/** Returns the error for a damaged database file, which retrying cannot fix. */
export function damaged(cause: unknown): PlinthError {
  return new PlinthError('db_damaged', `The database file is damaged: ${(cause as Error).message}.`, {
    hint: 'Keep a copy of it, and restore the latest backup (`plinth backup restore`) into an empty data folder.',
    status: 503,
    kind: 'outage',
    cause,
  });
}

/** Whether an error, or its cause, means that the database does not respond. */
export function isOutage(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST_CAUSE; at = at.cause, depth++) {
    if (at instanceof PlinthError && at.code === CODE) return true;
  }
  return false;
}

const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;

/** Whether a query failed because a unique key already contains the value; works on both database engines. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode, message } = (error ?? {}) as { code?: string; errcode?: number; message?: string };
  return (
    code === 'ER_DUP_ENTRY' ||
    errcode === SQLITE_CONSTRAINT_UNIQUE ||
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY ||
    (message ?? '').includes('UNIQUE constraint failed')
  );
}
