import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<true>();

/** Runs a function whose statements have no time limit, because no request waits for it. */
export function withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return storage.run(true, work);
}

/** Whether the current code runs without time limits. */
export function hasNoTimeLimit(): boolean {
  return storage.getStore() === true;
}
