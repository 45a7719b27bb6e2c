import { AsyncLocalStorage } from 'node:async_hooks';
import { asQuestion, type OpenQuestions } from './questions.js';

/** A hook that runs, inside the one that fired it. */
export interface Frame {
  readonly hook: string;
  readonly parent: Frame | undefined;
}

/** Whose code runs now, and in which hook; it follows timers and promises, so late errors find their owner. */
export interface Blame {
  /** The plugin; empty for the host. */
  readonly owner: string;
  /** `filter the_content`, `route GET /shop/v1/search`: what it was called for. */
  readonly place: string;
  readonly frame: Frame | undefined;
  /** What the entry asked and did not wait for; only while one entry alone has this name. */
  asked?: OpenQuestions | undefined;
}

const storage = new AsyncLocalStorage<Blame>();

/** Runs work under a name. */
export const runBlamed: <T, A extends unknown[]>(blame: Blame, work: (...args: A) => T, ...args: A) => T =
  storage.run.bind(storage);

/** Puts the rest of this synchronous stretch under a name; who enters one puts the one before back. */
export function enterBlame(blame: Blame | undefined): void {
  storage.enterWith(blame as Blame);
}

/** Who is to blame for what happens now, also inside `uncaughtException` and `unhandledRejection` handlers. */
export function currentBlame(): Blame | undefined {
  return storage.getStore();
}

/** A question of the code that runs now; see {@link asQuestion}. */
export function askedHere<T>(name: string, promise: Promise<T>): Promise<T> {
  const blame = currentBlame();
  return asQuestion(promise, name, blame?.owner ?? '', blame?.asked);
}
