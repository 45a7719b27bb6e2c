import { AsyncLocalStorage } from 'node:async_hooks';
import { trackAwait, type PendingCalls } from './checks/unawaited-calls.js';

/** A running hook, linked to the hook that fired it. */
export interface Frame {
  readonly hook: string;
  readonly parent: Frame | undefined;
}

/**
 * Owner of the running code and the hook it runs in; follows timers and promises, so that late errors can be
 * attributed.
 */
export interface OwnerContext {
  /** The plugin; empty for the host. */
  readonly owner: string;
  /** The entry point, such as `filter the_content` or `route GET /shop/v1/search`. */
  readonly entryPoint: string;
  readonly frame: Frame | undefined;
  /** Unawaited calls made by the entry; set only while a single entry uses this context. */
  pendingCalls?: PendingCalls | undefined;
}

const storage = new AsyncLocalStorage<OwnerContext>();

/** Runs work in an owner context. */
export const runOwned: <T, A extends unknown[]>(ownerContext: OwnerContext, work: (...args: A) => T, ...args: A) => T =
  storage.run.bind(storage);

/** Puts the rest of this synchronous section into an owner context; the caller restores the previous one. */
export function enterOwner(ownerContext: OwnerContext | undefined): void {
  storage.enterWith(ownerContext as OwnerContext);
}

/** Returns the owner of the running code, also inside `uncaughtException` and `unhandledRejection` handlers. */
export function currentOwner(): OwnerContext | undefined {
  return storage.getStore();
}

/** Tracks a promise returned to the running code; see {@link trackAwait}. */
export function trackCall<T>(name: string, promise: Promise<T>): Promise<T> {
  const ownerContext = currentOwner();
  return trackAwait(promise, name, ownerContext?.owner ?? '', ownerContext?.pendingCalls);
}
