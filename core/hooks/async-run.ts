import { AsyncResource } from 'node:async_hooks';
import type { Timeouts, Waiter } from './timeouts.js';
import type { HookRun } from './hook-state.js';

/** Continues a run when the promise it waits for has settled. */
interface Leader {
  readonly onValue: (value: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** How the runs of one site's hooks continue after a wait. */
export interface Chain {
  readonly timeouts: Timeouts;
  /** Takes the result of the callback that was awaited. */
  onSettled(one: AsyncRun, value: unknown, failed: boolean): void;
  /** Continues without that callback. */
  skipCallback(one: AsyncRun): void;
}

/** A run that continues later. */
export class AsyncRun implements Waiter {
  startTick = Infinity;
  index = 0;
  continuation: Leader;
  /** Timers have no async context of their own; this preserves the one in which the hook was fired. */
  private readonly context = new AsyncResource('HOOK');

  constructor(
    readonly run: HookRun,
    private readonly chain: Chain,
    private readonly resolve: (value: unknown) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.continuation = leaderOf(this, chain);
  }

  onTimeout(): void {
    this.context.runInAsyncScope(this.chain.skipCallback, undefined, this);
  }

  finish(): void {
    this.end();
    this.resolve(this.run.filtering ? this.run.args[0] : undefined);
  }

  fail(error: unknown): void {
    this.end();
    this.reject(error);
  }

  private end(): void {
    this.chain.timeouts.end(this);
    this.run.list.end(this.run);
  }
}

/** Only a run's most recent leader has an effect: a callback whose wait was abandoned may still settle later. */
export function leaderOf(one: AsyncRun, { onSettled }: Chain): Leader {
  const leader: Leader = {
    onValue(value) {
      if (one.continuation === leader) onSettled(one, value, false);
    },
    onError(error) {
      if (one.continuation === leader) onSettled(one, error, true);
    },
  };
  return leader;
}
