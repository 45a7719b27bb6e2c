import { PlinthError } from '../api/index.js';

/** Driver error codes for a server that cannot be reached, as opposed to errors in a query. */
const UNREACHABLE_CODES = new Set([
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
const UNREACHABLE_ERROR = 'db_unreachable';
const MAX_CAUSE_DEPTH = 5;

const BUSY_ERROR = 'db_busy';

/** Error codes for concurrent changes to the same rows. The transaction can be retried. */
const CONTENTION_CODES = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_ABORTED',
  'ER_XA_RBDEADLOCK',
  'ER_XA_RBTIMEOUT',
  'ER_CHECKREAD',
]);
/** SQLite primary result codes for contention: busy (5) and locked (6). */
const SQLITE_BUSY = 5;
const SQLITE_CONTENTION_CODES = new Set([SQLITE_BUSY, 6]);
/**
 * Error numbers in MariaDB and MySQL for a statement that exceeded the time limit of its session. The driver has no
 * name for the first one.
 */
const TIME_LIMIT_ERRORS = new Set([1969, 3024]);
/** Error number for a connection that the server closed while it was in use. The driver has no name for it. */
const KILLED_ERROR = 1927;
/**
 * Error codes of MySQL servers for a database that cannot work at the moment, for example because nothing can be
 * written.
 */
const UNAVAILABLE_CODES = new Set([
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
const SQLITE_UNAVAILABLE_CODES = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26]);
/** SQLite error messages with their primary result codes, for errors without a code. */
const SQLITE_MESSAGES: readonly (readonly [RegExp, number])[] = [
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
/** Error codes for values that their column does not accept. */
const INVALID_VALUE_CODES = new Set([
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
/** SQLite primary result codes for invalid values: too big, constraint, mismatch. */
const SQLITE_INVALID_VALUE_CODES = new Set([18, 19, 20]);

/**
 * Classifies an error of the driver: an outage if the database cannot work at the moment, a refusal if a column does
 * not accept a value; undefined for an invalid statement and for other errors.
 */
export function classifyDatabaseError(error: unknown): 'outage' | 'refusal' | undefined {
  const { name, result } = readCode(error);
  if (toPlinthError(error) !== error || UNAVAILABLE_CODES.has(name) || SQLITE_UNAVAILABLE_CODES.has(result))
    return 'outage';
  return INVALID_VALUE_CODES.has(name) || SQLITE_INVALID_VALUE_CODES.has(result) ? 'refusal' : undefined;
}

/** Whether an error, or one of its causes, is a conflict over the same rows, so that a retry may succeed. */
export function isContention(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    typeof current === 'object' && current !== null && depth < MAX_CAUSE_DEPTH;
    current = (current as { cause?: unknown }).cause, depth++
  ) {
    const { name, result } = readCode(current);
    if (CONTENTION_CODES.has(name) || SQLITE_CONTENTION_CODES.has(result)) return true;
  }
  return false;
}

/** Whether an error, or one of its causes, is a timeout while waiting for locked rows or tables. */
export function isLockTimeout(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    typeof current === 'object' && current !== null && depth < MAX_CAUSE_DEPTH;
    current = (current as { cause?: unknown }).cause, depth++
  ) {
    if (readCode(current).name === 'ER_LOCK_WAIT_TIMEOUT') return true;
  }
  return false;
}

/** Whether the server closed the connection of the statement. */
export function isConnectionKilled(error: unknown): boolean {
  return ((error ?? {}) as { errno?: unknown }).errno === KILLED_ERROR;
}

/** Whether a statement exceeded the time limit of its session. */
function exceedsTimeLimit(error: unknown): boolean {
  const { errno } = (error ?? {}) as { errno?: unknown };
  return typeof errno === 'number' && TIME_LIMIT_ERRORS.has(errno);
}

function readCode(error: unknown): { readonly name: string; readonly result: number } {
  const { code, errcode, message } = (error ?? {}) as { code?: unknown; errcode?: unknown; message?: unknown };
  const name = typeof code === 'string' ? code : '';
  if (name !== 'ERR_SQLITE_ERROR') return { name, result: -1 };
  // The driver omits the code if SQLite rejects a statement that returns rows.
  if (errcode === undefined)
    return { name, result: SQLITE_MESSAGES.find(([pattern]) => pattern.test(String(message)))?.[1] ?? -1 };
  // The primary result code is in the lowest eight bits of the extended result code.
  return { name, result: typeof errcode === 'number' ? errcode & 0xff : -1 };
}

/** Returns the error for a database that was locked for too long. */
export function busyError(cause: unknown): PlinthError {
  if (cause instanceof PlinthError && cause.code === BUSY_ERROR) return cause;
  return new PlinthError(BUSY_ERROR, 'The database is busy.', {
    hint: 'Try again in a moment; if the error persists, look for a long-running query or transaction in the database.',
    status: 503,
    kind: 'outage',
    cause,
  });
}

/** Converts an error of the driver into an error with status 503 if the database is unavailable or busy. */
export function toPlinthError(error: unknown): unknown {
  const { code, name, fatal } = (error ?? {}) as { code?: unknown; name?: unknown; fatal?: unknown };
  // The driver marks errors as fatal if they end the connection, also for statements that wait on it.
  const isConnectionLost =
    fatal === true ||
    isConnectionKilled(error) ||
    (typeof code === 'string' && UNREACHABLE_CODES.has(code)) ||
    name === 'KnexTimeoutError';
  if (isConnectionLost) return unreachableError(error);
  return isContention(error) || exceedsTimeLimit(error) ? busyError(error) : error;
}

/** Returns the error for a database that does not respond. */
export function unreachableError(cause: unknown): PlinthError {
  const { message, code } = (cause ?? {}) as { message?: unknown; code?: unknown };
  const reason = typeof message === 'string' && message !== '' ? message : String(code ?? cause);
  return new PlinthError(UNREACHABLE_ERROR, `The database does not respond: ${reason}`, {
    hint: 'Check DATABASE_URL, and that the server is running and the database exists; without DATABASE_URL, check that DATA_DIR is writable.',
    status: 503,
    kind: 'outage',
    cause,
  });
}

/** SQLite primary result codes: corrupt, not a database. */
const SQLITE_DAMAGED_CODES = new Set([11, 26]);

/** Whether the SQLite file is damaged. */
export function isDamaged(error: unknown): boolean {
  return SQLITE_DAMAGED_CODES.has(readCode(error).result);
}

/** Returns the error for a damaged database file. A retry cannot fix it. */
export function damagedError(cause: unknown): PlinthError {
  return new PlinthError('db_damaged', `The database file is damaged: ${(cause as Error).message}.`, {
    hint: 'Keep a copy of it, and restore the latest backup (`plinth backup restore`) into an empty data folder.',
    status: 503,
    kind: 'outage',
    cause,
  });
}

/** Whether an error, or one of its causes, means that the database does not respond. */
export function isOutage(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < MAX_CAUSE_DEPTH;
    current = current.cause, depth++
  ) {
    if (current instanceof PlinthError && current.code === UNREACHABLE_ERROR) return true;
  }
  return false;
}

const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;

/** Whether a query failed because a unique key already contains the value, on both database engines. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode, message } = (error ?? {}) as { code?: string; errcode?: number; message?: string };
  return (
    code === 'ER_DUP_ENTRY' ||
    errcode === SQLITE_CONSTRAINT_UNIQUE ||
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY ||
    (message ?? '').includes('UNIQUE constraint failed')
  );
}
