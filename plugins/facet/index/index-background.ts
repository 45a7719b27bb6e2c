import type { PluginLog } from 'plinth';

/** Catalogues up to this size are rebuilt while the reader waits. */
export const INLINE_PRODUCTS = 5000;

/** Long work that readers do not wait for, one at a time; they keep what is loaded. */
export interface IndexBackground {
  /** Begins work, unless other work is under way. @returns when whatever is under way is done */
  begin(work: () => Promise<void>): Promise<void>;
  /** Does work behind the readers where there are many products, and otherwise at once. */
  renew(work: () => Promise<void>, products: number): Promise<void>;
}

export function createIndexBackground(log: PluginLog, signal: AbortSignal): IndexBackground {
  let background: Promise<void> | undefined;

  function begin(work: () => Promise<void>): Promise<void> {
    background ??= work()
      .catch((error: unknown) => {
        if (!signal.aborted) log.error('the index could not be renewed', { error: String(error) });
      })
      .finally(() => {
        background = undefined;
      });
    return background;
  }

  return {
    begin,
    async renew(work, products) {
      if (products > INLINE_PRODUCTS) return void begin(work);
      await background;
      await begin(work);
    },
  };
}
