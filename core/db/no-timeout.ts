import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<true>();

/** Runs work whose statements take as long as they take: nobody waits for an answer to it. */
export function unhurried<T>(work: () => Promise<T>): Promise<T> {
  return storage.run(true, work);
}

/** Whether the work that runs now may take its time. */
export function isUnhurried(): boolean {
  return storage.getStore() === true;
}
