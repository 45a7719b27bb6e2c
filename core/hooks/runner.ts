import { isThenable, PlinthError } from '../api/index.js';
import { AsyncRun, type Chain, leaderOf } from './async-run.js';
import { type Breaker, type CallbackList, type Entry, NO_ENTRIES } from './callback-list.js';
import { callCallback, type HookRun, type HookState, ownerOf, stopAt } from './hook-state.js';
import type { Guard } from './checks/owned-functions.js';
import { currentOwner, enterOwner, type Frame, runOwned } from './owner-context.js';
import { createTimeouts, within } from './timeouts.js';
import { switchTally } from './tracing/trace.js';
import { hasUnawaited, trackedCalls, unawaitedError, unawaitedSince } from './checks/unawaited-calls.js';

/** A plugin error inside a hook. */
export interface HookError {
  readonly owner: string;
  readonly hook: string;
  readonly error: unknown;
  /** The circuit breaker already in front of the callback. */
  readonly breaker?: Breaker;
}

interface RunnerOptions {
  readonly onError: (pluginError: HookError) => Breaker | undefined;
  /** Whether a failure of a plugin aborts the operation, because the plugin protects the feature or the whole site. */
  mustFailClosed(pluginId: string, feature: string | undefined): boolean;
  /** Attributes running code to its owner and counts its time. */
  readonly ownerContext: boolean;
  /** Milliseconds a plugin's asynchronous callback may take. */
  readonly budgetMs: number;
}

/** How a hook is run outside a page: without a timeout, or synchronously, without waiting at all. */
export type RunMode = 'untimed' | 'sync';

/** Runs the callbacks of hooks one after another, each plugin's in its owner context, and contains their errors. */
interface Runner {
  /**
   * Runs every callback of a list. The value of a filter is returned in `args[0]` and, when one of the callbacks was
   * asynchronous, by the promise.
   */
  run(
    point: HookState,
    list: CallbackList,
    args: unknown[],
    filtering: boolean,
    mode?: RunMode,
  ): Promise<unknown> | undefined;
  /** Returns the innermost running hook. */
  currentFrame(): Frame | undefined;
}

export function createRunner({ onError, mustFailClosed, ownerContext, budgetMs }: RunnerOptions): Runner {
  const timeouts = createTimeouts(budgetMs);
  const chain: Chain = { timeouts, onSettled, skipCallback: giveUp };
  // The innermost hook of the running synchronous code; asynchronous code finds its own through the owner context.
  let active: Frame | undefined;

  function currentFrame(): Frame | undefined {
    return active ?? currentOwner()?.frame;
  }

  function run(
    point: HookState,
    list: CallbackList,
    args: unknown[],
    filtering: boolean,
    mode?: RunMode,
  ): Promise<unknown> | undefined {
    const outer = active;
    // Only the owner context carries a hook across asynchronous code; without it there is nothing to look up.
    const parent = outer ?? (ownerContext ? currentOwner()?.frame : undefined);
    const frame: Frame = parent ? { hook: point.name, parent } : point.frame;
    const one: HookRun = {
      point,
      list,
      args,
      filtering,
      untimed: mode === 'untimed',
      sync: mode === 'sync',
      frame,
      priorities: list.order,
      index: 0,
      current: 0,
      group: NO_ENTRIES,
      next: 0,
      waited: undefined,
      pendingCalls: undefined,
      tally: undefined,
      started: -1,
      entered: undefined,
      outer: undefined,
    };
    list.begin(one);
    one.group = list.group(one);
    active = frame;
    let promised: PromiseLike<unknown> | undefined;
    try {
      promised = advance(one);
    } catch (error) {
      // As in WordPress, a hook left by an exception stays the current one; here only until this turn of the event loop
      // ends.
      queueMicrotask(() => void (active = undefined));
      list.end(one);
      throw error;
    }
    active = active === frame ? outer : active?.parent;
    if (!promised) {
      list.end(one);
      return undefined;
    }
    const completion = later(one, promised);
    if (one.entered) enterOwner(one.outer);
    return completion;
  }

  /**
   * Runs callbacks from the run's current position; stops at the first promise, in the owner context of the callback
   * that returned it.
   */
  function advance(run: HookRun): PromiseLike<unknown> | undefined {
    let promised: PromiseLike<unknown> | undefined;
    try {
      for (;;) {
        promised = runGroup(run);
        if (promised) return promised;
        run.index++;
        if (run.index >= run.priorities.length) break;
        run.group = run.list.group(run);
        run.next = 0;
      }
      switchTally(run.tally, run.started, undefined);
      return undefined;
    } finally {
      if (!promised && run.entered) enterOwner(run.outer);
    }
  }

  /** Switches to the owner context of a callback's plugin and counts time there; an empty owner is the host. */
  function turnTo(run: HookRun, { owner, tally }: Entry): void {
    if (owner === '') {
      run.started = switchTally(run.tally, run.started, undefined);
      if (run.entered) enterOwner(run.outer);
      run.entered = undefined;
    } else {
      if (!run.entered) run.outer = currentOwner();
      enterOwner((run.entered = ownerOf(run, tally)));
      run.started = switchTally(run.tally, run.started, tally);
    }
    run.tally = tally;
  }

  /** Whether a callback is called now; its circuit breaker may be open. Switches to the plugin's owner context. */
  function mayRun(run: HookRun, entry: Entry): boolean {
    if (ownerContext && entry.tally !== run.tally) turnTo(run, entry);
    if (entry.breaker === undefined || entry.breaker.allows()) return true;
    passOver(run, entry);
    return false;
  }

  /** Runs the callbacks of a priority, of a filter or an action; stops at the first promise. */
  function runGroup(run: HookRun): PromiseLike<unknown> | undefined {
    const { group } = run;
    for (let index = run.next; index < group.length; index++) {
      const entry = group[index];
      if (entry === undefined || !mayRun(run, entry)) continue;
      const before = trackedCalls.count;
      let result: unknown;
      try {
        result = callCallback(run, entry);
      } catch (error) {
        contain(run, entry, error);
        continue;
      }
      if (trackedCalls.count !== before && didNotAwait(run, entry, before, result)) continue;
      if (isThenable(result)) {
        if (!run.sync || entry.owner === '') return stopAt(run, entry, index + 1, result);
        tooLate(run, entry, result);
        continue;
      }
      if (!run.filtering || take(run, entry, result)) entry.breaker?.recordSuccess();
    }
    return undefined;
  }

  function later(run: HookRun, promised: PromiseLike<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const one = new AsyncRun(run, chain, resolve, reject);
      timeouts.begin(one);
      wait(one, promised);
    });
  }

  /** Continues without the callback being awaited; its late result is ignored. */
  function giveUp(one: AsyncRun): void {
    const { run } = one;
    one.continuation = leaderOf(one, chain);
    if (run.entered) enterOwner(run.entered);
    onSettled(one, budgetError(run.point.name, budgetMs), true);
  }

  function wait(one: AsyncRun, promised: PromiseLike<unknown>): void {
    const { run, continuation } = one;
    one.startTick = run.untimed || run.waited?.owner === '' ? Infinity : timeouts.now;
    void Promise.resolve(promised).then(continuation.onValue, continuation.onError);
  }

  /** One step: takes the callback's result and continues up to the next asynchronous one. */
  function onSettled(one: AsyncRun, value: unknown, failed: boolean): void {
    const { run } = one;
    const outer = active;
    let promised: PromiseLike<unknown> | undefined;
    try {
      const entry = run.waited as Entry;
      const { pendingCalls } = run;
      run.pendingCalls = undefined;
      if (run.entered) run.entered.pendingCalls = undefined;
      if (failed) contain(run, entry, value);
      else if (hasUnawaited(pendingCalls))
        contain(run, entry, unawaitedError(entry.owner, run.point.name, pendingCalls[0]));
      else if (!run.filtering || take(run, entry, value)) entry.breaker?.recordSuccess();
      active = run.frame;
      promised = advance(run);
    } catch (error) {
      return one.fail(error);
    } finally {
      active = outer;
    }
    if (promised) wait(one, promised);
    else one.finish();
  }

  /**
   * Replaces the value with a callback's result if it is acceptable; otherwise keeps the value and reports the
   * callback.
   */
  function take(run: HookRun, entry: Entry, returned: unknown): boolean {
    const { args, point } = run;
    if (entry.owner === '') {
      args[0] = returned;
      return true;
    }
    const fits = (value: unknown): boolean => point.declared?.check?.(value) ?? point.checkReturn(value, args[0]);
    if (!fits(returned)) {
      contain(run, entry, wrongAnswer(point.name, returned, args[0], fits));
      return false;
    }
    args[0] = point.adopt ? point.adopt(returned, guardOf(run, entry)) : returned;
    return true;
  }

  /**
   * Returns the guard for functions that a callback put into the value: the code that fired the filter calls them
   * later, and a failure counts as the callback's own.
   */
  function guardOf(run: HookRun, entry: Entry): Guard {
    const { name } = run.point;
    return (work, isRight, otherwise) =>
      async (...args) => {
        if (entry.breaker?.allows() === false) return otherwise;
        try {
          const returned = await within(
            runOwned({ owner: entry.owner, entryPoint: name, frame: currentOwner()?.frame }, async () => work(...args)),
            budgetMs,
            () => budgetError(name, budgetMs),
          );
          if (!isRight(returned)) throw wrongAnswer(name, returned, undefined, () => false);
          return returned;
        } catch (error) {
          contain(run, entry, error);
          return otherwise;
        }
      };
  }

  /**
   * Whether a callback made an asynchronous call and did not await it; its result is then not used. For a callback that
   * is awaited, this is known only later.
   */
  function didNotAwait(run: HookRun, entry: Entry, before: number, result: unknown): boolean {
    if (entry.owner === '') return false;
    const pendingCalls = unawaitedSince(before, entry.owner);
    if (isThenable(result)) {
      run.pendingCalls = pendingCalls;
      return false;
    }
    if (!hasUnawaited(pendingCalls)) return false;
    contain(run, entry, unawaitedError(entry.owner, run.point.name, pendingCalls[0]));
    return true;
  }

  /** Handles an asynchronous callback's result where the caller cannot wait: how it settles is ignored. */
  function tooLate(run: HookRun, entry: Entry, promise: PromiseLike<unknown>): void {
    void Promise.resolve(promise).catch(() => undefined);
    contain(
      run,
      entry,
      new PlinthError(
        'hook_async_in_sync',
        `A callback of "${run.point.name}" is asynchronous, but this filter is synchronous.`,
        {
          hint: 'Register a synchronous callback.',
        },
      ),
    );
  }

  /**
   * Reports the plugin whose callback failed, and continues without it. The host's own callbacks are trusted: their
   * errors reach the caller.
   */
  function contain(run: HookRun, entry: Entry, error: unknown): void {
    if (entry.owner === '') throw error;
    const { breaker } = entry;
    entry.breaker =
      onError({ owner: entry.owner, hook: run.point.name, error, ...(breaker ? { breaker } : {}) }) ?? breaker;
    passOver(run, entry, error);
  }

  /** Continues without a callback, unless the hook protects the shopper: then the operation stops. */
  function passOver(run: HookRun, entry: Entry, cause?: unknown): void {
    const { name, declared } = run.point;
    if (!declared?.failClosed && !mustFailClosed(entry.owner, declared?.feature)) return;
    throw new PlinthError(
      'hook_failed_closed',
      `The plugin "${entry.owner}" failed in "${name}", where errors must not be ignored.`,
      {
        hint: 'Fix the plugin, or deactivate it; its error is listed under Tools, Plugin errors.',
        status: 503,
        cause,
      },
    );
  }

  return { run, currentFrame };
}

/** @param fits whether the filter takes a value */
function wrongAnswer(hook: string, value: unknown, before: unknown, fits: (value: unknown) => boolean): PlinthError {
  if (value === undefined) {
    return new PlinthError('hook_invalid_return_type', `A callback of the filter "${hook}" returned nothing.`, {
      hint: 'Return the first argument, changed or not: a "return" may be missing.',
    });
  }
  return new PlinthError(
    'hook_invalid_return_type',
    `A callback of the filter "${hook}" returned ${answerInWords(value, before, fits)}.`,
    {
      hint: 'Return the first argument, changed or not, in the format described in the hook reference.',
    },
  );
}

function answerInWords(value: unknown, before: unknown, fits: (value: unknown) => boolean): string {
  if (Array.isArray(value)) {
    const at = value.findIndex((entry) => !fits([entry]));
    if (Array.isArray(before) && at >= 0)
      return `a list with an invalid entry at index ${at}: ${kindInWords(value[at])}`;
  }
  const [actualKind, expectedKind] = [kindInWords(value), kindInWords(before)];
  if (before === null || before === undefined || actualKind === expectedKind) return `${actualKind} that is not valid`;
  return `${actualKind} instead of ${expectedKind}`;
}

function kindInWords(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null || value === undefined) return 'nothing';
  return (
    { string: 'a string', object: 'an object', function: 'a function' }[typeof value as string] ?? `a ${typeof value}`
  );
}

function budgetError(hook: string, ms: number): PlinthError {
  return new PlinthError(
    'hook_timeout',
    `A callback of "${hook}" took longer than ${ms} ms; the hook continued without it.`,
    {
      hint: 'Do long work in a background job.',
    },
  );
}
