import type { Adopt } from './checks/owned-functions.js';
import type { ReturnCheck } from './checks/return-types.js';
import { currentOwner, type Frame, type OwnerContext, runOwned } from './owner-context.js';
import type { CallbackList, Entry, ListIteration } from './callback-list.js';
import type { HookDeclaration } from './checks/declared.js';
import type { PendingCalls } from './checks/unawaited-calls.js';
import type { Tally } from './tracing/trace.js';

/** The state of one hook name. */
export interface HookState {
  readonly name: string;
  /** Undefined once the last callback is removed; a running pass keeps the old list, as in WordPress. */
  list: CallbackList | undefined;
  declared: HookDeclaration | undefined;
  /** What a plugin's callback may return when the hook is not declared. */
  readonly checkReturn: ReturnCheck;
  /** Wraps the functions in a plugin's return value. */
  readonly adopt: Adopt | undefined;
  filtered: number;
  fired: number;
  /** The frame of the hook when it is not nested in another one. */
  readonly frame: Frame;
}

/** One run of a hook. */
export interface HookRun extends ListIteration {
  readonly state: HookState;
  readonly list: CallbackList;
  readonly args: unknown[];
  readonly filtering: boolean;
  /** Whether callbacks may take any amount of time, because no page waits for them. */
  readonly untimed: boolean;
  /** Whether the caller is synchronous: promises from plugin callbacks settle too late to be used. */
  readonly sync: boolean;
  readonly frame: Frame;
  /** The callbacks at the current priority. */
  group: readonly Entry[];
  /** Index of the next callback in the group, while the run waits for the one before it. */
  nextInGroup: number;
  /** The callback being awaited. */
  awaited: Entry | undefined;
  /** Unawaited calls made so far by the callback being awaited. */
  pendingCalls: PendingCalls | undefined;
  /** Tally of the plugin whose callbacks run now, so that consecutive ones are attributed and counted once. */
  tally: Tally | undefined;
  /** When they started, by the clock; -1 when they are not timed. */
  started: number;
  /** The entered owner context; undefined while the host's callbacks run. */
  entered: OwnerContext | undefined;
  /** The owner context in which the hook was fired; known once another was entered. */
  outer: OwnerContext | undefined;
}

export type Callback = (...args: unknown[]) => unknown;

/** Suspends a run at a callback whose promise is awaited. */
export function stopAt(run: HookRun, entry: Entry, next: number, promised: PromiseLike<unknown>): PromiseLike<unknown> {
  run.awaited = entry;
  run.nextInGroup = next;
  if (run.entered) openTo(run, run.entered);
  return promised;
}

/** From here on the owner context belongs to this run alone; the callback's calls after a wait are recorded on it. */
function openTo(run: HookRun, ownerContext: OwnerContext): void {
  if (run.tally?.ownerContext === ownerContext) run.tally.ownerContext = undefined;
  ownerContext.pendingCalls = run.pendingCalls ??= [];
}

/** Calls a callback with the number of arguments it accepts. */
export function callCallback(run: HookRun, entry: Entry): unknown {
  return entry.runsInContext ? runOwned(hostOwner(run), call, entry, run.args) : call(entry, run.args);
}

function call({ callback, acceptedArgs }: Entry, args: readonly unknown[]): unknown {
  const fn = callback as Callback;
  switch (acceptedArgs < args.length ? acceptedArgs : args.length) {
    case 0:
      return fn();
    case 1:
      return fn(args[0]);
    case 2:
      return fn(args[0], args[1]);
    case 3:
      return fn(args[0], args[1], args[2]);
    default:
      return fn(...args.slice(0, acceptedArgs));
  }
}

/** Returns a plugin's owner context on a hook; the same object each time the hook is not nested in another one. */
export function ownerOf({ state, frame }: HookRun, tally: Tally): OwnerContext {
  const { owner, ownerContext } = tally;
  if (ownerContext?.frame === frame) return ownerContext;
  const named: OwnerContext = { owner, entryPoint: state.name, frame };
  if (frame === state.frame) tally.ownerContext = named;
  return named;
}

function hostOwner(run: HookRun): OwnerContext {
  const outer = currentOwner();
  return { owner: outer?.owner ?? '', entryPoint: outer?.entryPoint ?? run.state.name, frame: run.frame };
}
