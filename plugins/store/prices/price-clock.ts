import { AsyncLocalStorage } from 'node:async_hooks';
import type { PluginScope } from 'plinth';

/** Has planned prices begin and end at their moment, not with the next minute. */
export interface PriceClock {
  /** A price begins or ends then, in milliseconds since 1970; one that was expected for later comes after it. */
  expect(at: number): void;
}

interface PriceClockDeps {
  readonly scope: Pick<PluginScope, 'onDispose' | 'log'>;
  /** Writes the prices that are due; nothing when another node was faster. */
  settle(): Promise<unknown>;
}

/** Longer ahead is not waited for: a page that is looked at meanwhile says it again. */
const AHEAD_MS = 3_600_000;
/** A row is due with its whole second. */
const AFTER_MS = 20;
/** A price that could not be written is not tried again at once: the next minute's round does. */
const REST_MS = 60_000;

export function createPriceClock({ scope, settle }: PriceClockDeps): PriceClock {
  // A timer belongs to nobody's request, nor to the transaction that it was set in.
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
    settle().then(
      () => {
        restsUntil = 0;
      },
      (error: unknown) => scope.log.warn('planned prices could not be settled', { error: String(error) }),
    );
  }

  return {
    expect(at) {
      const wait = at - Date.now() + AFTER_MS;
      if (at >= due || wait > AHEAD_MS || Date.now() < restsUntil) return;
      clear();
      due = at;
      timer = outside(() => setTimeout(ring, Math.max(0, wait)));
      timer.unref();
    },
  };
}
