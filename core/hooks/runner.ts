import { PlinthError } from '../api/index.js';
import type { Guard } from './adopted.js';
import { isSameKind } from './answers.js';
import type { Breaker } from './breaker.js';
import * as blames from './blame.js';
import type { Blame, Frame } from './blame.js';
import type { CallbackList, Entry } from './callback-list.js';
import { within } from './budget.js';
import { createPatience } from './patience.js';
import { type Chain, Later, leaderOf } from './later.js';
import * as runs from './run.js';
import type { Callback, Point, Run, Stop } from './run.js';
import * as trace from './trace.js';

/** A plugin's failure inside a hook. */
export interface HookFault {
  readonly owner: string;
  readonly hook: string;
  readonly error: unknown;
  /** What stands before the callback already. */
  readonly breaker?: Breaker;
}

export interface RunnerOptions {
  readonly onFault: (fault: HookFault) => Breaker | undefined;
  /** Names whose code runs and counts its time. */
  /** Whether a plugin protects a thing, or the whole site from visitors. */
  isGuard(owner: string, thing: string | undefined): boolean;
  readonly blame: boolean;
  /** Milliseconds a plugin's asynchronous callback may take. */
  readonly budgetMs: number;
}

/** How a hook is waited for that is not waited for by a page: by nobody, or not at all. */
export type Way = 'patient' | 'sync';

/** Runs the callbacks of hooks one after another, each plugin's under its name, and contains what goes wrong in them. */
export interface Runner {
  /**
   * Runs every callback of a list. The value of a filter comes back in `args[0]`; a promise, only when one of them was
   * asynchronous, brings it too.
   */
  run(point: Point, list: CallbackList, args: unknown[], filtering: boolean, way?: Way): Promise<unknown> | undefined;
  /** The innermost hook that runs now. */
  currentFrame(): Frame | undefined;
}

/** Stands for a name of which is only known that it was entered. */
const SOMEBODY: Blame = { owner: '', place: '', frame: undefined };

// Called for every stretch of every hook; what a module imports is looked up at each use, what it declares is not.
const { currentBlame, enterBlame, runBlamed } = blames;
const { blameOf, call, hostBlame, isThenable, stopAt } = runs;
const { endRun, startRun } = trace;

export function createRunner({ onFault, isGuard, blame, budgetMs }: RunnerOptions): Runner {
  const patience = createPatience(budgetMs);
  const chain: Chain = { patience, settled, giveUp };
  // The innermost hook of the synchronous code that runs now; asynchronous code finds its own through blame.
  let active: Frame | undefined;

  function currentFrame(): Frame | undefined {
    return active ?? currentBlame()?.frame;
  }

  function run(point: Point, list: CallbackList, args: unknown[], filtering: boolean, way?: Way): Promise<unknown> | undefined {
    const outer = active;
    // Only blame carries a hook across asynchronous code; without it there is nothing to look up.
    const parent = outer ?? (blame ? currentBlame()?.frame : undefined);
    const frame: Frame = parent ? { hook: point.name, parent } : point.frame;
    const one: Run = { point, list, args, filtering, patient: way === 'patient', sync: way === 'sync', frame, priorities: list.order, index: 0, current: 0, next: 0, stop: undefined, entered: undefined, outer: undefined };
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
    if (!stop) {
      list.end(one);
      return undefined;
    }
    const answer = later(one, stop);
    if (one.entered) enterBlame(one.outer);
    return answer;
  }

  /** Runs from a callback of a group on; at the first promise it stops, under the name of that callback. */
  function advance(run: Run, from: readonly Entry[], start: number): Stop | undefined {
    let group = from;
    let index = start;
    let { outer, entered } = run;
    let counted = run.stop?.tally;
    let started = run.stop?.started ?? -1;
    let stop: Stop | undefined;
    try {
      for (;;) {
        while (index < group.length) {
          const { owner, tally } = group[index];
          if (counted && counted !== tally) {
            endRun(counted, started);
            counted = undefined;
          }
          if (owner === '') {
            if (entered) enterBlame(outer);
            entered = undefined;
            stop = callHost(run, group, index);
            run.next = index + 1;
          } else if (blame) {
            if (!entered) outer = currentBlame();
            const named = blameOf(run, tally);
            if (named !== entered) enterBlame(named);
            entered = named;
            if (!counted) started = startRun(tally);
            counted = tally;
            stop = callOwned(run, group, index, owner);
            if (stop) {
              stop.tally = tally;
              stop.started = started;
            }
          } else {
            stop = callOwned(run, group, index, owner);
          }
          if (stop) return stop;
          index = run.next;
        }
        run.index++;
        if (run.index >= run.priorities.length) break;
        group = run.list.group(run);
        index = 0;
      }
      if (counted) endRun(counted, started);
      return undefined;
    } finally {
      if (stop) {
        run.outer = outer;
        run.entered = entered;
      } else if (entered) enterBlame(outer);
    }
  }

  /** The host's own callbacks are trusted: what they throw reaches the caller. */
  function callHost(run: Run, group: readonly Entry[], index: number): Stop | undefined {
    const entry = group[index];
    const result = blame && entry.asynchronous ? runBlamed(hostBlame(run), call, entry, run.args) : call(entry, run.args);
    if (isThenable(result)) return stopAt(run, result, entry, group, index + 1);
    if (run.filtering) run.args[0] = result;
    return undefined;
  }

  /** A stretch of callbacks that are contained: one plugin's, or all plugins' where nobody is named. */
  function callOwned(run: Run, group: readonly Entry[], from: number, owner: string): Stop | undefined {
    return run.filtering ? filterOwned(run, group, from, owner) : fireOwned(run, group, from, owner);
  }

  // Filters and actions each have a loop of their own: hooks are called so often that one question per callback counts.

  function filterOwned(run: Run, group: readonly Entry[], from: number, owner: string): Stop | undefined {
    const { args, point } = run;
    const single = args.length === 1;
    const usual = point.answers === isSameKind && !point.declared?.check;
    let index = from;
    for (; index < group.length; index++) {
      const entry = group[index];
      if (blame ? entry.owner !== owner : entry.owner === '') break;
      if (entry.breaker !== undefined && !entry.breaker.allows()) {
        passOver(run, entry);
        continue;
      }
      let result: unknown;
      try {
        const { callback, acceptedArgs } = entry;
        // Most callbacks take the one argument there is; written out, the call costs half.
        result = single && acceptedArgs > 0 ? (callback as Callback)(args[0]) : call(entry, args);
      } catch (error) {
        contain(run, entry, error);
        continue;
      }
      // Most values are texts and numbers, whose kind is seen at a glance.
      if (usual && typeof result !== 'object' && typeof result === typeof args[0]) args[0] = result;
      else if (isThenable(result)) {
        if (!run.sync) return stopAt(run, result, entry, group, index + 1);
        tooLate(run, entry, result);
        continue;
      } else if (acceptable(run, entry, result)) args[0] = point.adopt ? point.adopt(result, guardOf(run, entry)) : result;
      else continue;
      entry.breaker?.worked();
    }
    run.next = index;
    return undefined;
  }

  function fireOwned(run: Run, group: readonly Entry[], from: number, owner: string): Stop | undefined {
    const { args } = run;
    const single = args.length === 1;
    const argument = args[0];
    let index = from;
    for (; index < group.length; index++) {
      const entry = group[index];
      if (blame ? entry.owner !== owner : entry.owner === '') break;
      if (entry.breaker !== undefined && !entry.breaker.allows()) {
        passOver(run, entry);
        continue;
      }
      let result: unknown;
      try {
        const { callback, acceptedArgs } = entry;
        result = single && acceptedArgs > 0 ? (callback as Callback)(argument) : call(entry, args);
      } catch (error) {
        contain(run, entry, error);
        continue;
      }
      if (result !== undefined && isThenable(result)) return stopAt(run, result, entry, group, index + 1);
      entry.breaker?.worked();
    }
    run.next = index;
    return undefined;
  }

  function later(run: Run, stop: Stop): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const one = new Later(run, stop, chain, resolve, reject);
      patience.begin(one);
      wait(one, stop);
    });
  }

  /** Goes on without the callback that is waited for; what it answers one day is nobody's concern. */
  function giveUp(one: Later): void {
    const { run } = one;
    one.leader = leaderOf(one, chain);
    if (run.entered) run.entered = SOMEBODY;
    try {
      contain(run, one.stop.entry, budgetError(run.point.name, budgetMs));
      goOn(one);
    } catch (error) {
      one.fail(error);
    }
  }

  function wait(one: Later, stop: Stop): void {
    one.stop = stop;
    one.since = stop.entry.owner === '' || one.run.patient ? Infinity : patience.now;
    void Promise.resolve(stop.result).then(one.leader.onValue, one.leader.onError);
  }

  /** One step: takes what the callback answered, and goes on to the next that is asynchronous. */
  function settled(one: Later, value: unknown, failed: boolean): void {
    const { run } = one;
    const { entry } = one.stop;
    try {
      if (failed) {
        if (entry.owner === '') throw value;
        contain(run, entry, value);
      } else if (!run.filtering || entry.owner === '' || acceptable(run, entry, value)) {
        if (run.filtering) run.args[0] = entry.owner !== '' && run.point.adopt ? run.point.adopt(value, guardOf(run, entry)) : value;
        entry.breaker?.worked();
      }
      goOn(one);
    } catch (error) {
      one.fail(error);
    }
  }

  function goOn(one: Later): void {
    const { run } = one;
    const outer = active;
    active = run.frame;
    let stop: Stop | undefined;
    try {
      stop = advance(run, one.stop.group, one.stop.next);
    } finally {
      active = outer;
    }
    if (stop) wait(one, stop);
    else one.finish();
  }

  /** Whether an answer may take the value's place; when not, the value before stays and the callback is named. */
  function acceptable(run: Run, entry: Entry, value: unknown): boolean {
    const { declared, answers } = run.point;
    if (declared?.check?.(value) ?? answers(value, run.args[0])) return true;
    contain(run, entry, wrongAnswer(run.point.name, value));
    return false;
  }

  /** What a callback put into the value is called later, by whoever fired the filter; it fails as the callback itself would. */
  function guardOf(run: Run, entry: Entry): Guard {
    const { name } = run.point;
    return (work, isRight, otherwise) => async (...args) => {
      if (entry.breaker?.allows() === false) return otherwise;
      try {
        const answer = await within(runBlamed({ owner: entry.owner, place: name, frame: currentBlame()?.frame }, async () => work(...args)), budgetMs, () => budgetError(name, budgetMs));
        if (!isRight(answer)) throw wrongAnswer(name, answer);
        return answer;
      } catch (error) {
        contain(run, entry, error);
        return otherwise;
      }
    };
  }

  /** The answer of an asynchronous callback where nobody can wait for it; what becomes of it is nobody's concern. */
  function tooLate(run: Run, entry: Entry, answer: PromiseLike<unknown>): void {
    void Promise.resolve(answer).catch(() => undefined);
    contain(run, entry, new PlinthError('hook_async_in_sync', `A callback of "${run.point.name}" is asynchronous, but this filter cannot wait.`, {
      cure: 'Register a synchronous callback.',
    }));
  }

  function contain(run: Run, entry: Entry, error: unknown): void {
    const { breaker } = entry;
    entry.breaker = onFault({ owner: entry.owner, hook: run.point.name, error, ...(breaker ? { breaker } : {}) }) ?? breaker;
    passOver(run, entry, error);
  }

  /** Goes on without a callback, unless the hook protects the shopper: then nothing goes on. */
  function passOver(run: Run, entry: Entry, cause?: unknown): void {
    const { name, declared } = run.point;
    if (!declared?.failClosed && !isGuard(entry.owner, declared?.thing)) return;
    throw new PlinthError('hook_failed_closed', `The plugin "${entry.owner}" failed in "${name}", which must not be passed over.`, {
      cure: 'Deactivate the plugin, or mend it; its error is listed under Tools, Faults.',
      status: 503,
      cause,
    });
  }

  return { run, currentFrame };
}

function wrongAnswer(hook: string, value: unknown): PlinthError {
  if (value === undefined) {
    return new PlinthError('hook_wrong_answer', `A callback of the filter "${hook}" answered with nothing.`, { cure: 'Return the first argument, changed or not: is a "return" missing?' });
  }
  return new PlinthError('hook_wrong_answer', `A callback of the filter "${hook}" answered with something else than the filter's value.`, {
    cure: 'Return the first argument, changed or not, in the shape the hook catalogue gives.',
  });
}

function budgetError(hook: string, ms: number): PlinthError {
  return new PlinthError('hook_over_budget', `A callback of "${hook}" took longer than ${ms} ms; the hook went on without it.`, {
    cure: 'Do long work in a background job.',
  });
}
