import type { Adopt } from './adopted.js';
import type { Answers } from './answers.js';
import type { Blame, Frame } from './blame.js';
import * as blames from './blame.js';
import type { CallbackList, Entry, Pass } from './callback-list.js';
import type { HookDeclaration } from './declared.js';
import type { Tally } from './trace.js';

/** What is known of one hook name. */
export interface Point {
  readonly name: string;
  /** Gone when the last callback is removed; a pass still running keeps the old list, as in WordPress. */
  list: CallbackList | undefined;
  declared: HookDeclaration | undefined;
  /** What a plugin's callback may answer, where nobody declared it. */
  readonly answers: Answers;
  /** Takes over what a plugin's callback answered, where that holds functions. */
  readonly adopt: Adopt | undefined;
  filtered: number;
  fired: number;
  /** The hook when it runs inside no other. */
  readonly frame: Frame;
}

/** One run of a hook. */
export interface Run extends Pass {
  readonly point: Point;
  readonly list: CallbackList;
  readonly args: unknown[];
  readonly filtering: boolean;
  /** Nobody waits for a page: callbacks may take as long as they like. */
  readonly patient: boolean;
  /** The caller cannot wait: what a plugin's callback promises comes too late. */
  readonly sync: boolean;
  readonly frame: Frame;
  /** Behind the stretch of callbacks that ran last. */
  next: number;
  /** Where it waits; there is one such place at a time. */
  stop: Stop | undefined;
  /** The name that is entered while it waits, so that a plugin's callbacks in a row enter theirs once. */
  entered: Blame | undefined;
  /** Who fired the hook; known once a name was entered. */
  outer: Blame | undefined;
}

/** Where a run stands while it waits for an asynchronous callback. */
export interface Stop {
  result: PromiseLike<unknown>;
  entry: Entry;
  group: readonly Entry[];
  /** Where the group goes on. */
  next: number;
  tally: Tally | undefined;
  started: number;
}

export type Callback = (...args: unknown[]) => unknown;

const { currentBlame } = blames;

/** Where a run waits now. */
export function stopAt(run: Run, result: PromiseLike<unknown>, entry: Entry, group: readonly Entry[], next: number): Stop {
  const { stop } = run;
  if (!stop) return (run.stop = { result, entry, group, next, tally: undefined, started: -1 });
  stop.result = result;
  stop.entry = entry;
  stop.group = group;
  stop.next = next;
  stop.tally = undefined;
  stop.started = -1;
  return stop;
}

/** Calls a callback with as many arguments as it asked for. */
export function call({ callback, acceptedArgs }: Entry, args: readonly unknown[]): unknown {
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

/** A plugin's name on a hook; the same one every time the hook runs inside no other. */
export function blameOf({ point, frame }: Run, tally: Tally): Blame {
  const { owner, blame } = tally;
  if (blame?.frame === frame) return blame;
  const named: Blame = { owner, place: point.name, frame };
  if (frame === point.frame) tally.blame = named;
  return named;
}

export function hostBlame(run: Run): Blame {
  const outer = currentBlame();
  return { owner: outer?.owner ?? '', place: outer?.place ?? run.point.name, frame: run.frame };
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
