import { AsyncLocalStorage } from 'node:async_hooks';
import { PlinthError } from '../api/index.js';

interface Notes {
  hasOutage: boolean;
}

const storage = new AsyncLocalStorage<Notes>();

/** Whether a status means that the other site has an outage, or asks to retry later. */
export function isOutageStatus(status: unknown): boolean {
  return typeof status === 'number' && (status >= 500 || status === 408 || status === 429);
}

/** Records that another site did not respond, or reported an outage, for the enclosing `attributeOutages`. */
export function noteRemoteOutage(): void {
  const notes = storage.getStore();
  if (notes) notes.hasOutage = true;
}

/**
 * Runs work, and converts a plain error thrown after an outage of another site: `throw new Error('HTTP 503')` is not an
 * error of the caller.
 * Errors of another class, such as a TypeError, stay as they are.
 * @throws PlinthError `remote_unavailable`
 */
export function attributeOutages<T>(work: () => T | Promise<T>): Promise<T> {
  const notes: Notes = { hasOutage: false };
  return storage.run(notes, async () => {
    try {
      return await work();
    } catch (error) {
      if (!notes.hasOutage || !(error instanceof Error) || error.name !== 'Error') throw error;
      throw new PlinthError('remote_unavailable', error.message, { status: 503, kind: 'outage', cause: error });
    }
  });
}
