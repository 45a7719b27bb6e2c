import type { Engine } from '../kit/databases.js';

/** What an entry does instead of its work. */
export interface Failure {
  /** In the words of docs/reliability.md. */
  readonly says: string;
  /** Statements of an asynchronous function; `scope` is the plugin's. */
  readonly code: string;
  /** Whose doing it is: only a fault names anybody. */
  readonly kind: 'fault' | 'outage' | 'refusal' | 'nothing';
  /** Ends the process, and how that is named. */
  readonly ends?: 'synchronous work' | 'memory';
  readonly engine?: Engine;
  /** It takes the whole time that an entry is given. */
  readonly long?: boolean;
  /** The work itself comes out well; what breaks is left behind. */
  readonly later?: boolean;
  /** Made of the answer, so an entry whose answer nobody looks at does not fail. */
  readonly answer?: boolean;
  /** Thrown before anything is awaited, by a function that is not asynchronous. */
  readonly sync?: boolean;
}

const STATEMENT: Readonly<Record<'lost' | 'full' | 'deadlock', string>> = {
  lost: `await scope.db().raw('kill connection_id()')`,
  // A database of one page is full at once.
  full: `await scope.db().raw("attach database ':memory:' as tiny").catch(() => undefined); await scope.db().raw('pragma tiny.max_page_count = 1'); await scope.db().raw('create table tiny.t (a)')`,
  deadlock: `await scope.db.transaction(() => scope.db().raw("signal sqlstate '40001' set mysql_errno = 1213, message_text = 'Deadlock found when trying to get lock'"))`,
};

/** The rows of the matrix. */
export const FAILURES: Readonly<Record<string, Failure>> = {
  throws: { says: 'throws', code: `throw new Error('broke')`, kind: 'fault', sync: true },
  rejects: { says: 'rejects, or throws after pending', code: `await null; throw new Error('broke')`, kind: 'fault' },
  'throws-text': { says: 'throws what is no error', code: `await null; throw 'broke'`, kind: 'fault' },
  'wrong-kind': {
    says: 'answers something of another kind',
    code: `return WRONG`,
    kind: 'fault',
    answer: true,
    sync: true,
  },
  nothing: { says: 'answers nothing', code: `return undefined`, kind: 'fault', answer: true, sync: true },
  recursion: {
    says: 'calls itself until the stack is full',
    code: `const again = () => again() + 1; again()`,
    kind: 'fault',
    sync: true,
  },
  exits: { says: 'calls `process.exit()`', code: `process.exit(0)`, kind: 'fault', sync: true },
  'never-answers': {
    says: 'waits for what never comes',
    code: `await new Promise(() => undefined)`,
    kind: 'fault',
    long: true,
  },
  slow: {
    says: 'takes a second',
    code: `await new Promise((resolve) => setTimeout(resolve, 1000)); return FINE`,
    kind: 'nothing',
  },
  'forgets-a-promise': {
    says: 'leaves a promise that rejects',
    code: `Promise.reject(new Error('broke')); return FINE`,
    kind: 'fault',
    later: true,
    sync: true,
  },
  'leaves-a-timer': {
    says: 'leaves a timer that throws',
    code: `setTimeout(() => { throw new Error('broke'); }, 5); return FINE`,
    kind: 'fault',
    later: true,
    sync: true,
  },
  refuses: {
    says: 'refuses what it was asked for',
    code: `throw new (require('plinth').PlinthError)('too_late', 'Too late.', { status: 409, kind: 'refusal' })`,
    kind: 'refusal',
    sync: true,
  },
  'database-gone': { says: 'loses its connection to MariaDB', code: STATEMENT.lost, kind: 'outage', engine: 'mysql' },
  'database-full': { says: 'finds the database full', code: STATEMENT.full, kind: 'outage', engine: 'sqlite' },
  deadlock: {
    says: 'meets a deadlock that does not go away',
    code: STATEMENT.deadlock,
    kind: 'outage',
    engine: 'mysql',
  },
  'mail-dead': {
    says: 'sends a letter, and the mail server is dead',
    code: `await scope.mail({ to: 'somebody@shop.example', subject: 'A letter', text: 'A letter.' }); return FINE`,
    kind: 'nothing',
  },
  'network-dead': {
    says: 'asks another server that is dead',
    code: `await fetch('http://127.0.0.1:65531/')`,
    kind: 'outage',
  },
  loops: { says: 'loops without end', code: `for (;;);`, kind: 'fault', ends: 'synchronous work', sync: true },
  swells: {
    says: 'fills the memory',
    code: `const all = []; for (;;) all.push({ at: all.length, more: [all.length] })`,
    kind: 'fault',
    ends: 'memory',
    sync: true,
  },
};
