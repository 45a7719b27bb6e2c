import { AsyncLocalStorage } from 'node:async_hooks';
import { asAsyncAnswer, type PendingAnswers } from './unawaited-promises.js';

/** A hook that runs, inside the one that fired it. */
export interface Frame {
  readonly hook: string;
  readonly parent: Frame | undefined;
}

/** Whose code runs now, and in which hook; it follows timers and promises, so late errors find their owner. */
export interface OwnerContext {
  /** The plugin; empty for the host. */
  readonly owner: string;
  /** `filter the_content`, `route GET /shop/v1/search`: what it was called for. */
  readonly place: string;
  readonly frame: Frame | undefined;
  /** What the entry asked and did not wait for; only while one entry alone has this name. */
  asked?: PendingAnswers | undefined;
}

const storage = new AsyncLocalStorage<OwnerContext>();

/** Runs work under a name. */
export const runBlamed: <T, A extends unknown[]>(ownerContext: OwnerContext, work: (...args: A) => T, ...args: A) => T =
  storage.run.bind(storage);

/** Puts the rest of this synchronous stretch under a name; who enters one puts the one before back. */
export function enterOwner(ownerContext: OwnerContext | undefined): void {
  storage.enterWith(ownerContext as OwnerContext);
}

/** Who is to blame for what happens now, also inside `uncaughtException` and `unhandledRejection` handlers. */
export function currentOwner(): OwnerContext | undefined {
  return storage.getStore();
}

/** A question of the code that runs now; see {@link asQuestion}. */
export function askedHere<T>(name: string, promise: Promise<T>): Promise<T> {
  const ownerContext = currentOwner();
  return asAsyncAnswer(promise, name, ownerContext?.owner ?? '', ownerContext?.asked);
}
