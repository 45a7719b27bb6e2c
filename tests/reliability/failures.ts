import type { Engine } from '../kit/databases.js';

/** What the function of an entry point does instead of its work. */
export interface Failure {
  /** Description in docs/reliability.md, and part of the test names; completes “An entry point that …”. */
  readonly title: string;
  /** Statements of the function; `scope` is the scope of the plugin. */
  readonly code: string;
  /** `plugin_error` is a plugin error, the only kind that is reported for the plugin. */
  readonly kind: 'plugin_error' | 'outage' | 'refusal' | 'nothing';
  /** Set if the process ends: the place under which the error is reported. */
  readonly ends?: 'synchronous work' | 'memory';
  readonly engine?: Engine;
  /** Lasts until the timeout of the entry point. */
  readonly long?: boolean;
  /** The function returns normally; a promise or timer that it started fails afterwards. */
  readonly later?: boolean;
  /** Concerns the return value, so that entry points whose return value is ignored do not fail. */
  readonly concernsReturnValue?: boolean;
  /** The function is synchronous. */
  readonly sync?: boolean;
}

const STATEMENT: Readonly<Record<'lost' | 'full' | 'deadlock', string>> = {
  lost: `await scope.db().raw('kill connection_id()')`,
  // A database with a maximum size of one page is full immediately.
  full: `await scope.db().raw("attach database ':memory:' as tiny").catch(() => undefined); await scope.db().raw('pragma tiny.max_page_count = 1'); await scope.db().raw('create table tiny.t (a)')`,
  deadlock: `await scope.db.transaction(() => scope.db().raw("signal sqlstate '40001' set mysql_errno = 1213, message_text = 'Deadlock found when trying to get lock'"))`,
};

/** The rows of the first table in docs/reliability.md. */
export const FAILURES: Readonly<Record<string, Failure>> = {
  throws: { title: 'throws an error', code: `throw new Error('broke')`, kind: 'plugin_error', sync: true },
  rejects: {
    title: 'throws an error after an `await`',
    code: `await null; throw new Error('broke')`,
    kind: 'plugin_error',
  },
  'throws-text': {
    title: 'throws a value that is not an `Error`',
    code: `await null; throw 'broke'`,
    kind: 'plugin_error',
  },
  'wrong-kind': {
    title: 'returns a value of the wrong type',
    code: `return WRONG`,
    kind: 'plugin_error',
    concernsReturnValue: true,
    sync: true,
  },
  nothing: {
    title: 'returns `undefined`',
    code: `return undefined`,
    kind: 'plugin_error',
    concernsReturnValue: true,
    sync: true,
  },
  recursion: {
    title: 'recurses until the stack overflows',
    code: `const again = () => again() + 1; again()`,
    kind: 'plugin_error',
    sync: true,
  },
  exits: { title: 'calls `process.exit()`', code: `process.exit(0)`, kind: 'plugin_error', sync: true },
  'never-settles': {
    title: 'awaits a promise that never settles',
    code: `await new Promise(() => undefined)`,
    kind: 'plugin_error',
    long: true,
  },
  slow: {
    title: 'takes one second',
    code: `await new Promise((resolve) => setTimeout(resolve, 1000)); return FINE`,
    kind: 'nothing',
  },
  'forgets-a-promise': {
    title: 'does not await a promise that rejects',
    code: `Promise.reject(new Error('broke')); return FINE`,
    kind: 'plugin_error',
    later: true,
    sync: true,
  },
  'leaves-a-timer': {
    title: 'starts a timer whose callback throws',
    code: `setTimeout(() => { throw new Error('broke'); }, 5); return FINE`,
    kind: 'plugin_error',
    later: true,
    sync: true,
  },
  refuses: {
    title: 'throws a refusal with status 409',
    code: `throw new (require('plinth').PlinthError)('too_late', 'Too late.', { status: 409, kind: 'refusal' })`,
    kind: 'refusal',
    sync: true,
  },
  'database-gone': { title: 'loses its MariaDB connection', code: STATEMENT.lost, kind: 'outage', engine: 'mysql' },
  'database-full': { title: 'writes to a full database', code: STATEMENT.full, kind: 'outage', engine: 'sqlite' },
  deadlock: {
    title: 'runs into a deadlock on every retry',
    code: STATEMENT.deadlock,
    kind: 'outage',
    engine: 'mysql',
  },
  'mail-dead': {
    title: 'sends an email while the mail server is down',
    code: `await scope.mail({ to: 'somebody@shop.example', subject: 'An email', text: 'An email.' }); return FINE`,
    kind: 'nothing',
  },
  'network-dead': {
    title: 'sends a request to a server that is down',
    code: `await fetch('http://127.0.0.1:65531/')`,
    kind: 'outage',
  },
  loops: { title: 'loops forever', code: `for (;;);`, kind: 'plugin_error', ends: 'synchronous work', sync: true },
  swells: {
    title: 'allocates memory until none is left',
    code: `const all = []; for (;;) all.push({ at: all.length, more: [all.length] })`,
    kind: 'plugin_error',
    ends: 'memory',
    sync: true,
  },
};
