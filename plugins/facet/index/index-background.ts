import type { PluginLog } from 'plinth';

/** Maximum number of products for which the index is rebuilt while the reader waits. */
export const INLINE_PRODUCTS = 5000;

/** Runs long work in the background, one task at a time; readers keep the loaded data. */
export interface IndexBackground {
  /**
   * Starts work unless other work is running.
   * @returns a promise for the running work
   */
  start(work: () => Promise<void>): Promise<void>;
  /** Runs work in the background if there are many products, and otherwise waits for it. */
  renew(work: () => Promise<void>, products: number): Promise<void>;
}

export function createIndexBackground(log: PluginLog, signal: AbortSignal): IndexBackground {
  let currentWork: Promise<void> | undefined;

  function startWork(work: () => Promise<void>): Promise<void> {
    currentWork ??= work()
      .catch((error: unknown) => {
        if (!signal.aborted) log.error('the index could not be reloaded', { error: String(error) });
      })
      .finally(() => {
        currentWork = undefined;
      });
    return currentWork;
  }

  return {
    start: startWork,
    async renew(work, products) {
      if (products > INLINE_PRODUCTS) return void startWork(work);
      await currentWork;
      await startWork(work);
    },
  };
}
