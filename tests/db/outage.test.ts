import { PlinthError } from '../../core/api/index.js';
import {
  busyError,
  classifyDatabaseError,
  isContention,
  isConnectionKilled,
  isOutage,
  toPlinthError,
  unreachableError,
} from '../../core/db/outage.js';

const server = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });
/** SQLite's driver sets a result code if it can, and only a message for queries that return rows. */
const sqlite = (errcode: number | undefined, message = 'x'): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
const under = (cause: unknown, deep: number): unknown =>
  deep === 0 ? cause : new Error('could not save', { cause: under(cause, deep - 1) });

const OUTAGE_ERRORS: Readonly<Record<string, readonly unknown[]>> = {
  'cannot be reached': ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].map(
    (code) => server(code),
  ),
  'hung up': [
    'ECONNRESET',
    'EPIPE',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
    'PROTOCOL_ENQUEUE_AFTER_QUIT',
  ].map((code) => server(code)),
  'takes nobody in, or shuts down': ['ER_CON_COUNT_ERROR', 'ER_SERVER_SHUTDOWN', 'ER_QUERY_INTERRUPTED'].map((code) =>
    server(code),
  ),
  'is a node that lost its cluster': ['ER_UNKNOWN_COM_ERROR', 'ER_ERROR_DURING_COMMIT'].map((code) => server(code)),
  'ended the connection': [
    server('ANY', { fatal: true }),
    Object.assign(new Error('Connection was killed'), { errno: 1927 }),
  ],
  'has no connection to spare': [
    Object.assign(new Error('Timeout acquiring a connection'), { name: 'KnexTimeoutError' }),
  ],
};
const CONTENDED: Readonly<Record<string, readonly unknown[]>> = {
  'chose who of two must give way': ['ER_LOCK_DEADLOCK', 'ER_XA_RBDEADLOCK', 'ER_CHECKREAD'].map((code) =>
    server(code),
  ),
  'waited for a row in vain': ['ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_ABORTED', 'ER_XA_RBTIMEOUT'].map((code) =>
    server(code),
  ),
  'is a file that another process writes to': [5, 6, 5 + 256, 6 + 512]
    .map((code) => sqlite(code))
    .concat(sqlite(undefined, 'insert … - database is locked'), sqlite(undefined, 'database table is locked: things')),
};
const HELD_UP: Readonly<Record<string, readonly unknown[]>> = {
  'takes in no more of this account': ['ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'].map((code) =>
    server(code),
  ),
  'is read-only': [
    ...['ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE', 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION'].map((code) =>
      server(code),
    ),
    sqlite(8),
    sqlite(undefined, 'attempt to write a readonly database'),
  ],
  'has no room or memory left': [
    ...['ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ER_OUT_OF_RESOURCES', 'ER_OUTOFMEMORY'].map((code) => server(code)),
    sqlite(7),
    sqlite(13),
    sqlite(undefined, 'out of memory'),
    sqlite(undefined, 'database or disk is full'),
  ],
  'cannot read or write its files': [
    ...['ER_ERROR_ON_WRITE', 'ER_ERROR_ON_READ'].map((code) => server(code)),
    sqlite(10),
    sqlite(10 + 256),
    sqlite(14),
    sqlite(undefined, 'disk I/O error'),
    sqlite(undefined, 'unable to open database file'),
  ],
  'is broken, or none at all': [sqlite(11), sqlite(26), sqlite(undefined, 'database disk image is malformed')],
};
const UNFIT: Readonly<Record<string, readonly unknown[]>> = {
  'is too large or too long': [
    ...['ER_WARN_DATA_OUT_OF_RANGE', 'ER_DATA_TOO_LONG', 'ER_NET_PACKET_TOO_LARGE'].map((code) => server(code)),
    sqlite(18),
    sqlite(undefined, 'string or blob too big'),
  ],
  'is there already': [
    ...['ER_DUP_ENTRY', 'ER_DUP_ENTRY_WITH_KEY_NAME'].map((code) => server(code)),
    sqlite(2067),
    sqlite(1555),
    sqlite(undefined, 'UNIQUE constraint failed: things.name'),
  ],
  'is of another kind, or missing': [
    ...['ER_BAD_NULL_ERROR', 'ER_TRUNCATED_WRONG_VALUE', 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD'].map((code) =>
      server(code),
    ),
    sqlite(20),
    sqlite(undefined, 'datatype mismatch'),
  ],
  'breaks a rule of its table': [
    ...['ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2', 'ER_CONSTRAINT_FAILED', 'ER_CHECK_CONSTRAINT_VIOLATED'].map(
      (code) => server(code),
    ),
    sqlite(19),
    sqlite(undefined, 'NOT NULL constraint failed: things.name'),
  ],
};
const OTHER_ERRORS: readonly unknown[] = [
  server('ER_PARSE_ERROR'),
  server('ER_BAD_FIELD_ERROR', { errno: 1054 }),
  sqlite(1),
  sqlite(1 + 256),
  sqlite(undefined, 'no such column: locked'),
  sqlite(undefined, 'near "constraint": syntax error'),
  // SQLite's codes and messages in errors of other origin.
  Object.assign(new Error('database is locked'), { errcode: 5 }),
  Object.assign(new Error('x'), { code: 5 }),
  Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: '5' }),
  Object.assign(new Error('x'), { errno: '1969', fatal: 'no' }),
  new Error('broken'),
  'oops',
  7,
  null,
  undefined,
  {},
];

describe('database error classification', () => {
  it.each(Object.entries(OUTAGE_ERRORS))(
    'reports an outage with the driver’s message when the database %s',
    (_name, errors) => {
      for (const error of errors) {
        expect(toPlinthError(error)).toMatchObject({
          code: 'db_unreachable',
          status: 503,
          kind: 'outage',
          message: `The database does not respond: ${(error as Error).message}`,
          cause: error,
        });
        expect([classifyDatabaseError(error), isContention(error), isOutage(toPlinthError(error))]).toEqual([
          'outage',
          false,
          true,
        ]);
      }
    },
  );

  it.each(Object.entries(CONTENDED))('reports a retryable db_busy when the server %s', (_name, errors) => {
    for (const error of errors) {
      expect(toPlinthError(error)).toMatchObject({ code: 'db_busy', status: 503, kind: 'outage', cause: error });
      expect([
        classifyDatabaseError(error),
        isContention(error),
        isContention(toPlinthError(error)),
        isOutage(toPlinthError(error)),
      ]).toEqual(['outage', true, true, false]);
    }
  });

  it.each(Object.entries(HELD_UP))('reports an outage without a retry when the database %s', (_name, errors) => {
    for (const error of errors)
      expect([error, classifyDatabaseError(error), isContention(error)]).toEqual([error, 'outage', false]);
  });

  it.each(Object.entries(UNFIT))(
    'treats a value that %s as a refusal and keeps the error unchanged',
    (_name, errors) => {
      for (const error of errors)
        expect([classifyDatabaseError(error), isContention(error), toPlinthError(error)]).toEqual([
          'refusal',
          false,
          error,
        ]);
    },
  );

  it('leaves wrong statements and foreign errors unclassified', () => {
    for (const error of OTHER_ERRORS)
      expect([error, classifyDatabaseError(error), isContention(error), isOutage(error), toPlinthError(error)]).toEqual(
        [error, undefined, false, false, error],
      );
  });

  it('reports an exceeded statement time as db_busy without a retry', () => {
    for (const errno of [1969, 3024]) {
      const error = Object.assign(new Error('max_statement_time exceeded'), { errno });
      expect(toPlinthError(error)).toMatchObject({ code: 'db_busy', cause: error });
      expect([classifyDatabaseError(error), isContention(error)]).toEqual(['outage', false]);
    }
  });

  it('recognizes a connection that the server killed', () => {
    expect([
      isConnectionKilled({ errno: 1927 }),
      isConnectionKilled({ errno: 1928 }),
      isConnectionKilled('oops'),
      isConnectionKilled(null),
      isConnectionKilled(undefined),
    ]).toEqual([true, false, false, false, false]);
  });

  it('finds the cause below wrapped errors, even circular ones', () => {
    const [deadlock, lostConnection] = [server('ER_LOCK_DEADLOCK'), unreachableError(server('EPIPE'))];
    for (const deep of [1, 4])
      expect([
        isContention(under(deadlock, deep)),
        isOutage(under(lostConnection, deep)),
        isOutage(under(deadlock, deep)),
      ]).toEqual([true, true, false]);
    // From a different realm.
    expect(isContention({ cause: { code: 'ER_LOCK_DEADLOCK' } })).toBe(true);
    const round: Error = new Error('round');
    round.cause = new Error('and round', { cause: round });
    expect([isContention(round), isOutage(round), classifyDatabaseError(round)]).toEqual([false, false, undefined]);
  });

  it('ignores outages of other services', () => {
    expect(isOutage(new PlinthError('mail_unreachable', 'No.', { status: 503, kind: 'outage' }))).toBe(false);
  });

  it('names the code when the driver has no message, with a hint', () => {
    expect(unreachableError(Object.assign(new Error(''), { code: 'ECONNREFUSED' })).message).toBe(
      'The database does not respond: ECONNREFUSED',
    );
    expect([
      unreachableError('oops').message,
      unreachableError(undefined).message,
      unreachableError({ code: 'EPIPE' }).message,
    ]).toEqual([
      'The database does not respond: oops',
      'The database does not respond: undefined',
      'The database does not respond: EPIPE',
    ]);
    expect(unreachableError('x').hint).toMatch(/DATABASE_URL.*DATA_DIR/);
  });

  it('wraps an error as db_busy only once', () => {
    const first = busyError(server('ER_LOCK_DEADLOCK'));
    expect(busyError(first)).toBe(first);
    expect([first.message, first.hint]).toEqual([
      'The database is busy.',
      expect.stringContaining('long-running query'),
    ]);
    expect(busyError(new PlinthError('other', 'x'))).toMatchObject({ code: 'db_busy', cause: { code: 'other' } });
  });
});
