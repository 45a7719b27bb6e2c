import { AsyncLocalStorage } from 'node:async_hooks';
import { PlinthError } from '../api/index.js';

interface OutageState {
  hasOutage: boolean;
}

const storage = new AsyncLocalStorage<OutageState>();

/** Whether a status means that the other site has an outage, or that the request should be retried later. */
export function isOutageStatus(status: unknown): boolean {
  return typeof status === 'number' && (status >= 500 || status === 408 || status === 429);
}

/** Records for the enclosing `attributeOutages` that another site did not respond, or reported an outage. */
export function recordRemoteOutage(): void {
  const notes = storage.getStore();
  if (notes) notes.hasOutage = true;
}

/**
 * Runs a function. If it throws a plain `Error` after an outage of another site, such as `new Error('HTTP 503')`, this
 * is converted into an outage, because it is not an error of the plugin. Errors of other classes, such as a TypeError,
 * are not converted.
 * @throws PlinthError `remote_unavailable`
 */
export function attributeOutages<T>(work: () => T | Promise<T>): Promise<T> {
  const notes: OutageState = { hasOutage: false };
  return storage.run(notes, async () => {
    try {
      return await work();
    } catch (error) {
      if (!notes.hasOutage || !(error instanceof Error) || error.name !== 'Error') throw error;
      throw new PlinthError('remote_unavailable', error.message, { status: 503, kind: 'outage', cause: error });
    }
  });
}
