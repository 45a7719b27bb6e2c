import type { Adopt } from './owned-functions.js';
import type { Answers } from './return-types.js';
import type { OwnerContext, Frame } from './owner-context.js';
import * as blames from './owner-context.js';
import type { CallbackList, Entry, Pass } from './callback-list.js';
import type { HookDeclaration } from './declared.js';
import type { PendingAnswers } from './unawaited-promises.js';
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
  /** The callbacks of the priority that runs now. */
  group: readonly Entry[];
  /** Behind the callback that ran last, while the run waits for it. */
  next: number;
  /** Who is waited for. */
  waited: Entry | undefined;
  /** What the callback that is waited for asked, as far as nobody waits for that. */
  asked: PendingAnswers | undefined;
  /** Whose callbacks run now, so that those in a row are named and counted once. */
  tally: Tally | undefined;
  /** When they began, by the clock; -1 when they are not timed. */
  started: number;
  /** The name that is entered; none while the host's callbacks run. */
  entered: OwnerContext | undefined;
  /** Who fired the hook; known once a name was entered. */
  outer: OwnerContext | undefined;
}

export type Callback = (...args: unknown[]) => unknown;

const { currentOwner, runBlamed } = blames;

/** Leaves a run at a callback that is waited for. */
export function stopAt(run: Run, entry: Entry, next: number, promised: PromiseLike<unknown>): PromiseLike<unknown> {
  run.waited = entry;
  run.next = next;
  if (run.entered) openTo(run, run.entered);
  return promised;
}

/** From here on the name is this run's alone, and what the callback asks after a wait is noted with it. */
function openTo(run: Run, ownerContext: OwnerContext): void {
  if (run.tally?.ownerContext === ownerContext) run.tally.ownerContext = undefined;
  ownerContext.asked = run.asked ??= [];
}

/** Calls a callback with as many arguments as it asked for. */
export function callAsked(run: Run, entry: Entry): unknown {
  return entry.framed ? runBlamed(hostOwner(run), call, entry, run.args) : call(entry, run.args);
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

/** A plugin's name on a hook; the same one every time the hook runs inside no other. */
export function ownerOf({ point, frame }: Run, tally: Tally): OwnerContext {
  const { owner, ownerContext } = tally;
  if (ownerContext?.frame === frame) return ownerContext;
  const named: OwnerContext = { owner, place: point.name, frame };
  if (frame === point.frame) tally.ownerContext = named;
  return named;
}

function hostOwner(run: Run): OwnerContext {
  const outer = currentOwner();
  return { owner: outer?.owner ?? '', place: outer?.place ?? run.point.name, frame: run.frame };
}
