import { PlinthError } from '../api/index.js';
import * as blames from './blame.js';
import type { Blame, Frame } from './blame.js';
import type { CallbackList, Entry, Pass } from './callback-list.js';
import type { HookDeclaration } from './declared.js';
import { createPatience, type Waiting } from './patience.js';
import * as trace from './trace.js';
import type { Tally } from './trace.js';

/** A plugin's failure inside a hook. */
export interface HookFault {
  readonly owner: string;
  readonly hook: string;
  readonly error: unknown;
}

/** What is known of one hook name. */
export interface Point {
  readonly name: string;
  /** Gone when the last callback is removed; a pass still running keeps the old list, as in WordPress. */
  list: CallbackList | undefined;
  declared: HookDeclaration | undefined;
  filtered: number;
  fired: number;
  /** The hook when it runs inside no other. */
  readonly frame: Frame;
}

export interface RunnerOptions {
  readonly onFault: (fault: HookFault) => void;
  /** Names whose code runs and counts its time. */
  readonly blame: boolean;
  /** Milliseconds a plugin's asynchronous callback may take. */
  readonly budgetMs: number;
}

/** Runs the callbacks of hooks one after another, each plugin's under its name, and contains what goes wrong in them. */
export interface Runner {
  /**
   * Runs every callback of a list. The value of a filter comes back in `args[0]`; a promise, only when one of them was
   * asynchronous, brings it too.
   */
  run(point: Point, list: CallbackList, args: unknown[], filtering: boolean, patient?: boolean): Promise<unknown> | undefined;
  /** The innermost hook that runs now. */
  currentFrame(): Frame | undefined;
}

/** One run of a hook. */
interface Run extends Pass {
  readonly point: Point;
  readonly list: CallbackList;
  readonly args: unknown[];
  readonly filtering: boolean;
  /** Nobody waits for a page: callbacks may take as long as they like. */
  readonly patient: boolean;
  readonly frame: Frame;
}

/** Where a run stands while it waits for an asynchronous callback. */
interface Stop {
  readonly result: PromiseLike<unknown>;
  readonly entry: Entry;
  readonly group: readonly Entry[];
  /** Where the group goes on. */
  readonly next: number;
  tally: Tally | undefined;
  started: number;
}

/** A run that goes on later. */
interface Later extends Waiting {
  /** Counts who leads: a callback that was given up finds that somebody else does. */
  lead: number;
  /** What is waited for. */
  stop: Stop;
  finish(): void;
  fail(error: unknown): void;
}

type Callback = (...args: unknown[]) => unknown;

// Called for every stretch of every hook; what a module imports is looked up at each use, what it declares is not.
const { currentBlame, enterBlame, runBlamed } = blames;
const { endRun, startRun } = trace;

export function createRunner({ onFault, blame, budgetMs }: RunnerOptions): Runner {
  const patience = createPatience(budgetMs);
  // The innermost hook of the synchronous code that runs now; asynchronous code finds its own through blame.
  let active: Frame | undefined;

  function currentFrame(): Frame | undefined {
    return active ?? currentBlame()?.frame;
  }

  function run(point: Point, list: CallbackList, args: unknown[], filtering: boolean, patient = false): Promise<unknown> | undefined {
    const outer = active;
    // Only blame carries a hook across asynchronous code; without it there is nothing to look up.
    const parent = outer ?? (blame ? currentBlame()?.frame : undefined);
    const frame: Frame = parent ? { hook: point.name, parent } : point.frame;
    const one: Run = { point, list, args, filtering, patient, frame, priorities: list.order, index: 0, current: 0 };
    list.begin(one);
    active = frame;
    let stop: Stop | undefined;
    try {
      stop = advance(one, list.group(one), 0);
    } catch (error) {
      // As in WordPress, a hook that was left by an exception stays the current one; here only until this turn ends.
      queueMicrotask(() => void (active = undefined));
      list.end(one);
      throw error;
    }
    active = active === frame ? outer : active?.parent;
    if (stop) return later(one, stop);
    list.end(one);
    return undefined;
  }

  /** Runs from a callback of a group on; stops at the first promise. */
  function advance(run: Run, from: readonly Entry[], start: number): Stop | undefined {
    let group = from;
    let index = start;
    let outer: Blame | undefined;
    let entered = false;
    try {
      for (;;) {
        while (index < group.length) {
          const { owner, tally } = group[index];
          let end = index + 1;
          let stop: Stop | undefined;
          if (owner === '') {
            if (entered) enterBlame(outer);
            entered = false;
            stop = callHost(run, group, index);
          } else if (blame) {
            while (end < group.length && group[end].owner === owner) end++;
            if (!entered) outer = currentBlame();
            entered = true;
            enterBlame(blameOf(run, tally));
            const started = startRun(tally);
            stop = callOwned(run, group, index, end);
            if (stop) {
              stop.tally = tally;
              stop.started = started;
            } else endRun(tally, started);
          } else {
            while (end < group.length && group[end].owner !== '') end++;
            stop = callOwned(run, group, index, end);
          }
          if (stop) return stop;
          index = end;
        }
        run.index++;
        if (run.index >= run.priorities.length) return undefined;
        group = run.list.group(run);
        index = 0;
      }
    } finally {
      if (entered) enterBlame(outer);
    }
  }

  /** The host's own callbacks are trusted: what they throw reaches the caller. */
  function callHost(run: Run, group: readonly Entry[], index: number): Stop | undefined {
    const entry = group[index];
    const result = blame && entry.asynchronous ? runBlamed(hostBlame(run), call, entry, run.args) : call(entry, run.args);
    if (isThenable(result)) return { result, entry, group, next: index + 1, tally: undefined, started: -1 };
    if (run.filtering) run.args[0] = result;
    return undefined;
  }

  /** A stretch of callbacks that are contained. */
  function callOwned(run: Run, group: readonly Entry[], from: number, end: number): Stop | undefined {
    return run.filtering ? filterOwned(run, group, from, end) : fireOwned(run, group, from, end);
  }

  // Filters and actions each have a loop of their own: hooks are called so often that one question per callback counts.

  function filterOwned(run: Run, group: readonly Entry[], from: number, end: number): Stop | undefined {
    const { args, point } = run;
    const single = args.length === 1;
    const guarded = point.declared?.check !== undefined;
    for (let index = from; index < end; index++) {
      const entry = group[index];
      let result: unknown;
      try {
        const { callback, acceptedArgs } = entry;
        // Most callbacks take the one argument there is; written out, the call costs half.
        result = single && acceptedArgs > 0 ? (callback as Callback)(args[0]) : call(entry, args);
      } catch (error) {
        contain(run, entry, error);
        continue;
      }
      if (isThenable(result)) return { result, entry, group, next: index + 1, tally: undefined, started: -1 };
      if (!guarded || acceptable(run, entry, result)) args[0] = result;
    }
    return undefined;
  }

  function fireOwned(run: Run, group: readonly Entry[], from: number, end: number): Stop | undefined {
    const { args } = run;
    const single = args.length === 1;
    const argument = args[0];
    for (let index = from; index < end; index++) {
      const entry = group[index];
      let result: unknown;
      try {
        const { callback, acceptedArgs } = entry;
        result = single && acceptedArgs > 0 ? (callback as Callback)(argument) : call(entry, args);
      } catch (error) {
        contain(run, entry, error);
        continue;
      }
      if (result !== undefined && isThenable(result)) return { result, entry, group, next: index + 1, tally: undefined, started: -1 };
    }
    return undefined;
  }

  function later(run: Run, stop: Stop): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        patience.end(one);
        run.list.end(run);
      };
      const one: Later = {
        lead: 0,
        stop,
        since: Infinity,
        late: () => undefined,
        finish() {
          end();
          resolve(run.filtering ? run.args[0] : undefined);
        },
        fail(error) {
          end();
          reject(error as Error);
        },
      };
      listenForLate(run, one);
      patience.begin(one);
      void proceed(run, one, stop);
    });
  }

  /** Timers have no context of their own; a promise has that of whoever waits for it. */
  function listenForLate(run: Run, one: Later): void {
    const late = new Promise<void>((resolve) => (one.late = resolve));
    void late.then(() => {
      listenForLate(run, one);
      one.lead++;
      try {
        contain(run, one.stop.entry, budgetError(run.point.name, budgetMs));
        const next = goOn(run, one.stop);
        if (next) void proceed(run, one, next);
        else one.finish();
      } catch (error) {
        one.fail(error);
      }
    });
  }

  async function proceed(run: Run, one: Later, from: Stop): Promise<void> {
    const { lead } = one;
    try {
      for (let stop: Stop | undefined = from; stop; stop = goOn(run, stop)) {
        const owned = stop.entry.owner !== '';
        one.stop = stop;
        one.since = owned && !run.patient ? patience.now : Infinity;
        let value: unknown;
        let failed = false;
        try {
          value = await stop.result;
        } catch (error) {
          value = error;
          failed = true;
        }
        if (one.lead !== lead) return;
        if (stop.tally) endRun(stop.tally, stop.started);
        if (failed) {
          if (!owned) throw value;
          contain(run, stop.entry, value);
        } else if (run.filtering && (!owned || acceptable(run, stop.entry, value))) run.args[0] = value;
      }
      one.finish();
    } catch (error) {
      one.fail(error);
    }
  }

  function goOn(run: Run, stop: Stop): Stop | undefined {
    const outer = active;
    active = run.frame;
    try {
      return advance(run, stop.group, stop.next);
    } finally {
      active = outer;
    }
  }

  function acceptable(run: Run, entry: Entry, value: unknown): boolean {
    const { name, declared } = run.point;
    if (!declared?.check || declared.check(value)) return true;
    contain(run, entry, new PlinthError('hook_wrong_answer', `A callback of the filter "${name}" answered with something else than the filter's value.`, {
      cure: 'Return the first argument, changed or not, in the shape the hook catalogue gives.',
    }));
    return false;
  }

  function contain(run: Run, entry: Entry, error: unknown): void {
    const { name, declared } = run.point;
    onFault({ owner: entry.owner, hook: name, error });
    if (!declared?.failClosed) return;
    throw new PlinthError('hook_failed_closed', `The plugin "${entry.owner}" failed in "${name}", which must not be passed over.`, {
      cure: 'Deactivate the plugin, or mend it; its error is listed under Plugins.',
      status: 503,
      cause: error,
    });
  }

  return { run, currentFrame };
}

/** Calls a callback with as many arguments as it asked for. */
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
function blameOf({ point, frame }: Run, tally: Tally): Blame {
  const { owner, blame } = tally;
  if (blame?.frame === frame) return blame;
  const named: Blame = { owner, place: point.name, frame };
  if (frame === point.frame) tally.blame = named;
  return named;
}

function hostBlame(run: Run): Blame {
  const outer = currentBlame();
  return { owner: outer?.owner ?? '', place: outer?.place ?? run.point.name, frame: run.frame };
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function budgetError(hook: string, ms: number): PlinthError {
  return new PlinthError('hook_over_budget', `A callback of "${hook}" took longer than ${ms} ms; the hook went on without it.`, {
    cure: 'Do long work in a background job.',
  });
}
