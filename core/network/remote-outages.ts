import { AsyncLocalStorage } from 'node:async_hooks';
import { PlinthError } from '../api/index.js';

interface Notes {
  isOut: boolean;
}

const storage = new AsyncLocalStorage<Notes>();

/** Whether a status says that the other site is at fault, or asks to come back later. */
export function isOutageStatus(status: unknown): boolean {
  return typeof status === 'number' && (status >= 500 || status === 408 || status === 429);
}

/** Notes that another site did not answer, or answered that it cannot now, for whoever listens above. */
export function noteRemoteOutage(): void {
  const notes = storage.getStore();
  if (notes) notes.isOut = true;
}

/**
 * Runs work, and makes an outage of a plain error that it throws after another site had one: `throw new Error('HTTP 503')` is no fault of who asked.
 * Errors of another kind, such as a TypeError, stay what they are.
 * @throws PlinthError `outside_unavailable`
 */
export function blameOutages<T>(work: () => T | Promise<T>): Promise<T> {
  const notes: Notes = { isOut: false };
  return storage.run(notes, async () => {
    try {
      return await work();
    } catch (error) {
      if (!notes.isOut || !(error instanceof Error) || error.name !== 'Error') throw error;
      throw new PlinthError('outside_unavailable', error.message, { status: 503, kind: 'outage', cause: error });
    }
  });
}
