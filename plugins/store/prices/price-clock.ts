import { AsyncLocalStorage } from 'node:async_hooks';
import type { PluginScope } from 'plinth';

/** Applies scheduled prices on time, without waiting for the cron event that runs every minute. */
export interface PriceClock {
  /**
   * Sets the timer for a price change. If the timer is already set for an earlier change, it is unchanged.
   * @param timestamp Unix time in milliseconds
   */
  schedule(timestamp: number): void;
}

interface PriceClockDeps {
  readonly scope: Pick<PluginScope, 'onDispose' | 'log'>;
  /** Writes the due prices; does nothing if another node has already written them. */
  applyDuePrices(): Promise<unknown>;
}

/**
 * Maximum delay of the timer, in milliseconds. Later changes are ignored; page views schedule them again.
 */
const MAX_DELAY_MS = 3_600_000;
/** Additional delay in milliseconds, because rows become due at a full second. */
const EXTRA_DELAY_MS = 20;
/** Pause after a failure, in milliseconds. The cron event retries the change. */
const PAUSE_MS = 60_000;

export function createPriceClock({ scope, applyDuePrices }: PriceClockDeps): PriceClock {
  // The timer must not inherit the async context of the request or transaction that set it.
  const runInOuterContext = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let pausedUntil = 0;
  const clear = (): void => {
    clearTimeout(timer);
    dueAt = Infinity;
  };
  scope.onDispose(clear);

  function onTimer(): void {
    clear();
    pausedUntil = Date.now() + PAUSE_MS;
    applyDuePrices().then(
      () => {
        pausedUntil = 0;
      },
      (error: unknown) => scope.log.warn('scheduled prices could not be applied', { error: String(error) }),
    );
  }

  return {
    schedule(timestamp) {
      const wait = timestamp - Date.now() + EXTRA_DELAY_MS;
      if (timestamp >= dueAt || wait > MAX_DELAY_MS || Date.now() < pausedUntil) return;
      clear();
      dueAt = timestamp;
      timer = runInOuterContext(() => setTimeout(onTimer, Math.max(0, wait)));
      timer.unref();
    },
  };
}
