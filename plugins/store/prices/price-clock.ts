import { AsyncLocalStorage } from 'node:async_hooks';
import type { PluginScope } from 'plinth';

/** Starts and ends scheduled prices on time instead of with the next minute's run. */
export interface PriceClock {
  /**
   * Registers a price change at a moment in milliseconds since 1970; a change expected later waits until this one has
   * run.
   */
  schedule(at: number): void;
}

interface PriceClockDeps {
  readonly scope: Pick<PluginScope, 'onDispose' | 'log'>;
  /** Writes the prices that are due; does nothing when another node was faster. */
  applyDuePrices(): Promise<unknown>;
}

/**
 * Maximum time to wait ahead, in milliseconds. Later changes are registered again when a page is viewed in the
 * meantime.
 */
const AHEAD_MS = 3_600_000;
/** Delay in milliseconds, since rows become due at a full second. */
const AFTER_MS = 20;
/** Pause after a price could not be written, in milliseconds: the next minute's run retries it. */
const REST_MS = 60_000;

export function createPriceClock({ scope, applyDuePrices }: PriceClockDeps): PriceClock {
  // The timer must not inherit the async context of the request or transaction that set it.
  const outside = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let due = Infinity;
  let restsUntil = 0;
  const clear = (): void => {
    clearTimeout(timer);
    due = Infinity;
  };
  scope.onDispose(clear);

  function ring(): void {
    clear();
    restsUntil = Date.now() + REST_MS;
    applyDuePrices().then(
      () => {
        restsUntil = 0;
      },
      (error: unknown) => scope.log.warn('scheduled prices could not be applied', { error: String(error) }),
    );
  }

  return {
    schedule(at) {
      const wait = at - Date.now() + AFTER_MS;
      if (at >= due || wait > AHEAD_MS || Date.now() < restsUntil) return;
      clear();
      due = at;
      timer = outside(() => setTimeout(ring, Math.max(0, wait)));
      timer.unref();
    },
  };
}
