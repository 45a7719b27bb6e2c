import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<true>();

/** Runs work whose statements have no time limit, because no response waits for it. */
export function unhurried<T>(work: () => Promise<T>): Promise<T> {
  return storage.run(true, work);
}

/** Whether the current work runs without time limits. */
export function isUnhurried(): boolean {
  return storage.getStore() === true;
}
