import { PlinthError } from '../../core/api/index.js';
import type { EntryBreaker } from '../../core/plugins/isolation/breakers.js';
import { createPluginErrors, type PluginErrorOptions } from '../../core/plugins/isolation/plugin-errors.js';
import { failureKind } from '../../core/plugins/isolation/failure-kind.js';
import { scratchDatabase } from '../kit/databases.js';

/** Errors of drivers, Node and the mail library that are not caused by the plugin's code. */
const OUTAGES: Readonly<Record<string, unknown>> = {
  'a deadlock': Object.assign(new Error('Deadlock found when trying to get lock'), {
    code: 'ER_LOCK_DEADLOCK',
    errno: 1213,
  }),
  'a lock wait': Object.assign(new Error('Lock wait timeout exceeded'), { code: 'ER_LOCK_WAIT_TIMEOUT', errno: 1205 }),
  'a lost connection': Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true }),
  'a read-only server': Object.assign(new Error('The MariaDB server is running with the --read-only option'), {
    code: 'ER_OPTION_PREVENTS_STATEMENT',
  }),
  'a full disk': Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  'a busy SQLite file': Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
  'a busy SQLite file, in detail': Object.assign(new Error('database is locked'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 261,
  }),
  'a full SQLite file': Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  'a lock that another process holds': new PlinthError('db_lock_timeout', 'Held.', { status: 503, kind: 'outage' }),
  'a letter that may be sent later': Object.assign(new Error('Can’t send mail - all recipients were rejected'), {
    code: 'EENVELOPE',
    responseCode: 451,
  }),
  'a lock that another process holds, below an error of the plugin': new Error('could not save', {
    cause: new PlinthError('db_lock_timeout', 'Held.', { status: 503, kind: 'outage' }),
  }),
  'a mail server that is away': Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' }),
  'a network that is away, below fetch': new TypeError('fetch failed', {
    cause: Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' }),
  }),
  'a server that answers a client that it cannot now': Object.assign(new Error('HTTP 503'), {
    response: { status: 503 },
  }),
  'a server that asks a client to come back later': Object.assign(new Error('Too many'), { statusCode: 429 }),
  'an outage below an error of the plugin': new Error('could not save', {
    cause: Object.assign(new Error('Deadlock found'), { code: 'ER_LOCK_DEADLOCK' }),
  }),
};

/** Error codes of Node, `fetch` and the mail library for failures of disks, the network or other servers. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'a disk that is full, or over its quota': ['ENOSPC', 'EDQUOT'],
  'a disk that is read-only or broken': ['EROFS', 'EIO'],
  'a process or machine that has too many files open': ['EMFILE', 'ENFILE'],
  'a network that is down or gave up': ['ECONNABORTED', 'ENETDOWN', 'EADDRNOTAVAIL'],
  'a server that fetch waited for in vain': [
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_SOCKET',
  ],
  'a mail server that cannot be reached or trusted': ['ECONNECTION', 'ESOCKET', 'EDNS', 'ETLS', 'EREQUIRETLS'],
  'a mail server that says no': ['EAUTH', 'EPROTOCOL', 'ESTREAM'],
};

const REFUSALS: Readonly<Record<string, unknown>> = {
  'a value that is too large for its column': Object.assign(new Error('Out of range value'), {
    code: 'ER_WARN_DATA_OUT_OF_RANGE',
  }),
  'a row that is there already': Object.assign(new Error('UNIQUE constraint failed'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 2067,
  }),
  'a refused letter': Object.assign(new Error('Can’t send mail - all recipients were rejected'), {
    code: 'EENVELOPE',
    responseCode: 550,
  }),
  'a letter that the mail library itself refuses': Object.assign(new Error('No recipients defined'), {
    code: 'EENVELOPE',
  }),
  'a refusal of bad input': new PlinthError('wrong_input', 'No.', { status: 400 }),
};

const PLUGIN_ERRORS: Readonly<Record<string, unknown>> = {
  'a thrown error': new Error('broken'),
  'a wrong statement': Object.assign(new Error('no such column: nope'), { code: 'ERR_SQLITE_ERROR', errcode: 1 }),
  'a wrong statement on MariaDB': Object.assign(new Error("Unknown column 'nope'"), { code: 'ER_BAD_FIELD_ERROR' }),
  'a wrong response': new PlinthError('hook_invalid_return_type', 'No.'),
  'a thrown text': 'oops',
};

describe('failure classification', () => {
  const LATE = new PlinthError('hook_timeout', 'Late.');

  /** Whether the entry point and the plugin are paused after three such errors. */
  async function struck(
    error: unknown,
    options: Partial<PluginErrorOptions> = {},
  ): Promise<{ entry: boolean; plugin: boolean }> {
    const out: string[] = [];
    const { db, drop } = await scratchDatabase('sqlite');
    const pluginErrors = createPluginErrors({
      db,
      log: { error: () => undefined, warn: () => undefined },
      onErrorLimit: (plugin) => out.push(plugin),
      ...options,
    });
    let breaker: EntryBreaker | undefined;
    for (let i = 0; i < 3; i++) {
      breaker = pluginErrors.record('shop', 'hook x', error, breaker) ?? breaker;
      pluginErrors.recordUncaught('shop', 'later, from hook x', error);
    }
    await pluginErrors.flush();
    await drop();
    return { entry: breaker !== undefined && !breaker.allows(), plugin: out.includes('shop') };
  }

  it.each(Object.entries({ ...OUTAGES, ...REFUSALS }))('%s does not count as a plugin error', async (_name, error) => {
    expect(await struck(error)).toEqual({ entry: false, plugin: false });
  });

  it.each(Object.entries(ELSEWHERE))('%s counts as an outage', (_name, codes) => {
    for (const code of codes)
      expect([code, failureKind(Object.assign(new Error('x'), { code }))]).toEqual([code, 'outage']);
  });

  it('classifies a timeout as an outage, but an abort as a plugin error', () => {
    expect(failureKind(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).toBe('outage');
    expect(failureKind(new DOMException('This operation was aborted', 'AbortError'))).toBe('plugin_error');
  });

  it('handles circular causes and finds an outage five causes deep', () => {
    const round: Error = new Error('round');
    round.cause = new Error('and round', { cause: round });
    expect(failureKind(round)).toBe('plugin_error');
    let deep: Error = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    for (let i = 0; i < 4; i++) deep = new Error('could not save', { cause: deep });
    expect(failureKind(deep)).toBe('outage');
  });

  it('follows the kind stated by a PlinthError, whatever its cause', () => {
    expect(
      failureKind(
        new PlinthError('x', 'No.', {
          kind: 'plugin_error',
          cause: new PlinthError('wrong_input', 'No.', { status: 400 }),
        }),
      ),
    ).toBe('plugin_error');
    expect(
      failureKind(
        new PlinthError('x', 'No.', {
          kind: 'refusal',
          cause: Object.assign(new Error('x'), { code: 'ER_BAD_FIELD_ERROR' }),
        }),
      ),
    ).toBe('refusal');
    expect(
      failureKind(
        new PlinthError('x', 'No.', {
          status: 400,
          cause: Object.assign(new Error('x'), { code: 'ER_LOCK_DEADLOCK' }),
        }),
      ),
    ).toBe('outage');
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an object with a numeric code', { code: 28 }],
  ])('%s, thrown, counts as a plugin error', (_name, thrown) => {
    expect(failureKind(thrown)).toBe('plugin_error');
  });

  it.each(Object.entries(PLUGIN_ERRORS))(
    '%s counts as a plugin error and opens the circuit breaker',
    async (_name, error) => {
      expect(await struck(error)).toEqual({ entry: true, plugin: true });
    },
  );

  it('ignores lateness while the database is held up', async () => {
    expect(await struck(LATE, { isDelayed: () => true })).toEqual({ entry: false, plugin: false });
    expect(await struck(LATE, { isDelayed: () => false })).toEqual({ entry: true, plugin: true });
  });

  it('never pauses a plugin that ships with the shop', async () => {
    expect(await struck(new Error('broken'), { neverPaused: ['shop'] })).toEqual({ entry: true, plugin: false });
  });
});
