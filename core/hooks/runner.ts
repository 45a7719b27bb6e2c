import { isThenable, PlinthError } from '../api/index.js';
import { AsyncRun, type AsyncSteps, createHandlers } from './async-run.js';
import { type Breaker, type CallbackList, type Entry, NO_ENTRIES } from './callback-list.js';
import { callCallback, type HookRun, type HookState, ownerOf, stopAt } from './hook-state.js';
import type { Guard } from './checks/owned-functions.js';
import { currentOwner, enterOwner, type Frame, runOwned } from './owner-context.js';
import { createTimeouts, withTimeout } from './timeouts.js';
import { switchTally } from './tracing/trace.js';
import { hasUnawaited, trackedCalls, unawaitedError, unawaitedSince } from './checks/unawaited-calls.js';

/*
 * How a hook is run:
 *
 * - `runHook` creates a `HookRun`, which holds the position in the list of callbacks, and calls `runCallbacks`.
 * - `runCallbacks` calls one callback after another. If none is asynchronous, the run ends here, without any promise.
 * - A callback that returns a promise stops it. `runHook` then wraps the run in an `AsyncRun` and returns a promise to
 *   the caller. `awaitCallback` waits for the callback's promise; `onSettled` takes its result and calls `runCallbacks`
 *   again, from the next callback to the next promise or the end.
 * - A callback that takes too long is skipped: `onTimeout` gives the run new handlers, so that the late result of the
 *   old promise is ignored.
 * - A failed callback of a plugin is reported and skipped by `contain`, unless errors abort the operation.
 */

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
  readonly timeoutMs: number;
}

/** How a hook is run outside a page: without a timeout, or synchronously, without waiting at all. */
export type RunMode = 'untimed' | 'sync';

/** Runs the callbacks of hooks one after another, each plugin's in its owner context, and contains their errors. */
interface Runner {
  /**
   * Runs every callback of a list. The value of a filter is returned in `args[0]` and, when one of the callbacks was
   * asynchronous, by the promise.
   */
  runHook(
    state: HookState,
    list: CallbackList,
    args: unknown[],
    filtering: boolean,
    mode?: RunMode,
  ): Promise<unknown> | undefined;
  /** Returns the innermost running hook. */
  currentFrame(): Frame | undefined;
}

export function createRunner({ onError, mustFailClosed, ownerContext, timeoutMs }: RunnerOptions): Runner {
  const timeouts = createTimeouts(timeoutMs);
  const steps: AsyncSteps = { timeouts, onSettled, onTimeout };
  // The innermost hook of the running synchronous code; asynchronous code finds its own through the owner context.
  let active: Frame | undefined;

  function currentFrame(): Frame | undefined {
    return active ?? currentOwner()?.frame;
  }

  function runHook(
    state: HookState,
    list: CallbackList,
    args: unknown[],
    filtering: boolean,
    mode?: RunMode,
  ): Promise<unknown> | undefined {
    const outer = active;
    // Only the owner context carries a hook across asynchronous code; without it there is nothing to look up.
    const parent = outer ?? (ownerContext ? currentOwner()?.frame : undefined);
    const frame: Frame = parent ? { hook: state.name, parent } : state.frame;
    const run: HookRun = {
      state,
      list,
      args,
      filtering,
      untimed: mode === 'untimed',
      sync: mode === 'sync',
      frame,
      priorities: list.order,
      priorityIndex: 0,
      currentPriority: 0,
      group: NO_ENTRIES,
      nextInGroup: 0,
      awaited: undefined,
      pendingCalls: undefined,
      tally: undefined,
      started: -1,
      entered: undefined,
      outer: undefined,
    };
    list.begin(run);
    run.group = list.group(run);
    active = frame;
    let promised: PromiseLike<unknown> | undefined;
    try {
      promised = runCallbacks(run);
    } catch (error) {
      // As in WordPress, a hook left by an exception stays the current one; here only until this turn of the event loop
      // ends.
      queueMicrotask(() => void (active = undefined));
      list.end(run);
      throw error;
    }
    active = active === frame ? outer : active?.parent;
    if (!promised) {
      list.end(run);
      return undefined;
    }
    const completion = completeLater(run, promised);
    if (run.entered) enterOwner(run.outer);
    return completion;
  }

  /**
   * Runs callbacks from the run's current position; stops at the first promise, in the owner context of the callback
   * that returned it.
   */
  function runCallbacks(run: HookRun): PromiseLike<unknown> | undefined {
    let promised: PromiseLike<unknown> | undefined;
    try {
      for (;;) {
        promised = runGroup(run);
        if (promised) return promised;
        run.priorityIndex++;
        if (run.priorityIndex >= run.priorities.length) break;
        run.group = run.list.group(run);
        run.nextInGroup = 0;
      }
      switchTally(run.tally, run.started, undefined);
      return undefined;
    } finally {
      if (!promised && run.entered) enterOwner(run.outer);
    }
  }

  /** Switches to the owner context of a callback's plugin and counts time there; an empty owner is the host. */
  function switchOwner(run: HookRun, { owner, tally }: Entry): void {
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
    if (ownerContext && entry.tally !== run.tally) switchOwner(run, entry);
    if (entry.breaker === undefined || entry.breaker.allows()) return true;
    skipCallback(run, entry);
    return false;
  }

  /** Runs the callbacks of a priority, of a filter or an action; stops at the first promise. */
  function runGroup(run: HookRun): PromiseLike<unknown> | undefined {
    const { group } = run;
    for (let index = run.nextInGroup; index < group.length; index++) {
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
        rejectPromise(run, entry, result);
        continue;
      }
      if (!run.filtering || acceptResult(run, entry, result)) entry.breaker?.recordSuccess();
    }
    return undefined;
  }

  /** Returns the promise of a run that waits for a callback. */
  function completeLater(run: HookRun, promised: PromiseLike<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const asyncRun = new AsyncRun(run, steps, resolve, reject);
      timeouts.begin(asyncRun);
      awaitCallback(asyncRun, promised);
    });
  }

  function awaitCallback(asyncRun: AsyncRun, promised: PromiseLike<unknown>): void {
    const { run, handlers } = asyncRun;
    asyncRun.startTick = run.untimed || run.awaited?.owner === '' ? Infinity : timeouts.now;
    void Promise.resolve(promised).then(handlers.onValue, handlers.onError);
  }

  /** Continues without the awaited callback, as if it had failed; its late result is ignored. */
  function onTimeout(asyncRun: AsyncRun): void {
    const { run } = asyncRun;
    asyncRun.handlers = createHandlers(asyncRun, steps);
    if (run.entered) enterOwner(run.entered);
    onSettled(asyncRun, timeoutError(run.state.name, timeoutMs), true);
  }

  /** Takes the result of the awaited callback, and runs the next callbacks up to the next asynchronous one. */
  function onSettled(asyncRun: AsyncRun, value: unknown, failed: boolean): void {
    const { run } = asyncRun;
    const outer = active;
    let promised: PromiseLike<unknown> | undefined;
    try {
      takeAwaitedResult(run, value, failed);
      active = run.frame;
      promised = runCallbacks(run);
    } catch (error) {
      return asyncRun.fail(error);
    } finally {
      active = outer;
    }
    if (promised) awaitCallback(asyncRun, promised);
    else asyncRun.finish();
  }

  function takeAwaitedResult(run: HookRun, value: unknown, failed: boolean): void {
    const entry = run.awaited as Entry;
    const { pendingCalls } = run;
    run.pendingCalls = undefined;
    if (run.entered) run.entered.pendingCalls = undefined;
    if (failed) contain(run, entry, value);
    else if (hasUnawaited(pendingCalls))
      contain(run, entry, unawaitedError(entry.owner, run.state.name, pendingCalls[0]));
    else if (!run.filtering || acceptResult(run, entry, value)) entry.breaker?.recordSuccess();
  }

  /**
   * Replaces the value with a callback's result if it is acceptable; otherwise keeps the value and reports the
   * callback.
   */
  function acceptResult(run: HookRun, entry: Entry, returned: unknown): boolean {
    const { args, state } = run;
    if (entry.owner === '') {
      args[0] = returned;
      return true;
    }
    const fits = (value: unknown): boolean => state.declared?.check?.(value) ?? state.checkReturn(value, args[0]);
    if (!fits(returned)) {
      contain(run, entry, wrongReturnError(state.name, returned, args[0], fits));
      return false;
    }
    args[0] = state.adopt ? state.adopt(returned, guardOf(run, entry)) : returned;
    return true;
  }

  /**
   * Returns the guard for functions that a callback put into the value: the code that fired the filter calls them
   * later, and a failure counts as the callback's own.
   */
  function guardOf(run: HookRun, entry: Entry): Guard {
    const { name } = run.state;
    return (work, isRight, otherwise) =>
      async (...args) => {
        if (entry.breaker?.allows() === false) return otherwise;
        try {
          const returned = await withTimeout(
            runOwned({ owner: entry.owner, entryPoint: name, frame: currentOwner()?.frame }, async () => work(...args)),
            timeoutMs,
            () => timeoutError(name, timeoutMs),
          );
          if (!isRight(returned)) throw wrongReturnError(name, returned, undefined, () => false);
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
    contain(run, entry, unawaitedError(entry.owner, run.state.name, pendingCalls[0]));
    return true;
  }

  /** Handles an asynchronous callback's result where the caller cannot wait: how it settles is ignored. */
  function rejectPromise(run: HookRun, entry: Entry, promise: PromiseLike<unknown>): void {
    void Promise.resolve(promise).catch(() => undefined);
    contain(run, entry, asyncInSyncError(run.state.name));
  }

  /**
   * Reports the plugin whose callback failed, and continues without it. The host's own callbacks are trusted: their
   * errors reach the caller.
   */
  function contain(run: HookRun, entry: Entry, error: unknown): void {
    if (entry.owner === '') throw error;
    const { breaker } = entry;
    entry.breaker =
      onError({ owner: entry.owner, hook: run.state.name, error, ...(breaker ? { breaker } : {}) }) ?? breaker;
    skipCallback(run, entry, error);
  }

  /**
   * Continues without a callback. Aborts the operation if the hook is declared with `failClosed`, or if the plugin is a
   * guard of what the hook belongs to.
   */
  function skipCallback(run: HookRun, entry: Entry, cause?: unknown): void {
    const { name, declared } = run.state;
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

  return { runHook, currentFrame };
}

/** Creates the error for an asynchronous callback of a filter that is applied synchronously. */
export function asyncInSyncError(hook: string): PlinthError {
  return new PlinthError(
    'hook_async_in_sync',
    `A callback of "${hook}" is asynchronous, but this filter is synchronous.`,
    {
      hint: 'Register a synchronous callback.',
    },
  );
}

/** @param fits whether the filter takes a value */
function wrongReturnError(
  hook: string,
  value: unknown,
  before: unknown,
  fits: (value: unknown) => boolean,
): PlinthError {
  if (value === undefined) {
    return new PlinthError('hook_invalid_return_type', `A callback of the filter "${hook}" returned nothing.`, {
      hint: 'Return the first argument, changed or not: a "return" may be missing.',
    });
  }
  return new PlinthError(
    'hook_invalid_return_type',
    `A callback of the filter "${hook}" returned ${describeReturn(value, before, fits)}.`,
    {
      hint: 'Return the first argument, changed or not, in the format described in the hook reference.',
    },
  );
}

function describeReturn(value: unknown, before: unknown, fits: (value: unknown) => boolean): string {
  if (Array.isArray(value)) {
    const index = value.findIndex((entry) => !fits([entry]));
    if (Array.isArray(before) && index >= 0)
      return `a list with an invalid entry at index ${index}: ${describeKind(value[index])}`;
  }
  const [actualKind, expectedKind] = [describeKind(value), describeKind(before)];
  if (before === null || before === undefined || actualKind === expectedKind) return `${actualKind} that is not valid`;
  return `${actualKind} instead of ${expectedKind}`;
}

function describeKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null || value === undefined) return 'nothing';
  return (
    { string: 'a string', object: 'an object', function: 'a function' }[typeof value as string] ?? `a ${typeof value}`
  );
}

function timeoutError(hook: string, ms: number): PlinthError {
  return new PlinthError(
    'hook_timeout',
    `A callback of "${hook}" took longer than ${ms} ms; the hook continued without it.`,
    {
      hint: 'Do long work in a background job.',
    },
  );
}
