import { AsyncResource } from 'node:async_hooks';
import type { Timeouts, Waiting } from './timeouts.js';
import type { Run } from './hook-state.js';

/** Goes on when the promise that a run waits for has settled. */
interface Leader {
  readonly onValue: (value: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** What the runs of one site's hooks do when they go on. */
export interface Chain {
  readonly timeouts: Timeouts;
  /** Takes what the callback answered that was waited for. */
  settled(one: Later, value: unknown, failed: boolean): void;
  /** Goes on without that callback. */
  giveUp(one: Later): void;
}

/** A run that goes on later. */
export class Later implements Waiting {
  since = Infinity;
  place = 0;
  leader: Leader;
  /** Timers have no context of their own; this keeps the one the hook was fired in. */
  private readonly context = new AsyncResource('HOOK');

  constructor(
    readonly run: Run,
    private readonly chain: Chain,
    private readonly resolve: (value: unknown) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.leader = leaderOf(this, chain);
  }

  late(): void {
    this.context.runInAsyncScope(this.chain.giveUp, undefined, this);
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

/** Only a run's last leader is listened to: a callback that was given up may still answer one day. */
export function leaderOf(one: Later, { settled }: Chain): Leader {
  const leader: Leader = {
    onValue(value) {
      if (one.leader === leader) settled(one, value, false);
    },
    onError(error) {
      if (one.leader === leader) settled(one, error, true);
    },
  };
  return leader;
}
