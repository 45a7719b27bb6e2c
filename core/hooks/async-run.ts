import { AsyncResource } from 'node:async_hooks';
import type { Timeouts, TimedOperation } from './timeouts.js';
import type { HookRun } from './hook-state.js';

/** What is called when the awaited promise settles. */
interface SettleHandlers {
  readonly onValue: (value: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** The steps that continue the waiting runs of one site. */
export interface AsyncSteps {
  readonly timeouts: Timeouts;
  /** Takes the result of the awaited callback, and runs the next ones. */
  onSettled(asyncRun: AsyncRun, value: unknown, failed: boolean): void;
  /** Continues without the awaited callback, which has timed out. */
  onTimeout(asyncRun: AsyncRun): void;
}

/** A run that has met an asynchronous callback, with the promise that the caller of the hook received. */
export class AsyncRun implements TimedOperation {
  startTick = Infinity;
  index = 0;
  handlers: SettleHandlers;
  /** Timers have no async context of their own; this preserves the one in which the hook was fired. */
  private readonly context = new AsyncResource('HOOK');

  constructor(
    readonly run: HookRun,
    private readonly steps: AsyncSteps,
    private readonly resolve: (value: unknown) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.handlers = createHandlers(this, steps);
  }

  onTimeout(): void {
    this.context.runInAsyncScope(this.steps.onTimeout, undefined, this);
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
    this.steps.timeouts.end(this);
    this.run.list.end(this.run);
  }
}

/**
 * Creates the handlers for the awaited promises of a run. New ones replace them after a timeout; the old ones then do
 * nothing when the late promise settles.
 */
export function createHandlers(asyncRun: AsyncRun, { onSettled }: AsyncSteps): SettleHandlers {
  const handlers: SettleHandlers = {
    onValue(value) {
      if (asyncRun.handlers === handlers) onSettled(asyncRun, value, false);
    },
    onError(error) {
      if (asyncRun.handlers === handlers) onSettled(asyncRun, error, true);
    },
  };
  return handlers;
}
