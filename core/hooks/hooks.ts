import { type AnyCallback, type HookApi, type MaybePromise, PlinthError, type Undo } from '../api/index.js';
import { type Blame, currentBlame, type Frame, runBlamed } from './blame.js';
import { within } from './budget.js';
import { CallbackList, type Entry, type Pass } from './callback-list.js';
import { createDeclarations, type Declarations } from './declared.js';
import { createTrace, endRun, startRun, type Trace } from './trace.js';

/** A plugin's failure inside a hook. */
export interface HookFault {
  readonly owner: string;
  readonly hook: string;
  readonly error: unknown;
}

export interface HookOptions {
  /** Told of every failure that was contained. */
  onFault?: (fault: HookFault) => void;
  /** Told when callbacks still listen to a hook that goes away. */
  onDeprecated?: (hook: string, version: string, replacement: string) => void;
  /** Names whose code runs and counts its time; off only where every nanosecond is measured. */
  blame?: boolean;
  /** Milliseconds a plugin's asynchronous callback may take before the hook goes on without it. */
  budgetMs?: number;
}

/** The hooks of one site: the public API, and what the host needs besides. */
export interface Hooks extends HookApi {
  /** Registers a callback in a plugin's name. */
  add(name: string, callback: AnyCallback, priority: number, acceptedArgs: number, owner: string): Undo;
  readonly declarations: Declarations;
  readonly trace: Trace;
  /** Every callback of a hook in order: for `hook list`, the admin, and the test that deactivation leaves nothing. */
  listeners(name: string): { priority: number; owner: string; acceptedArgs: number; callback: AnyCallback }[];
  /** The names of all hooks that have callbacks. */
  names(): string[];
}

/** What is known of one hook name. */
interface Point {
  readonly name: string;
  /** Gone when the last callback is removed; a pass still running keeps the old list, as in WordPress. */
  list: CallbackList | undefined;
  filtered: number;
  fired: number;
}

/** One run of a hook that had to become asynchronous. */
interface Run {
  readonly point: Point;
  readonly list: CallbackList;
  readonly pass: Pass;
  readonly args: unknown[];
  readonly filtering: boolean;
  readonly frame: Frame;
}

type Settled = { ok: true; value: unknown } | { ok: false };

/**
 * Creates the hooks of one site.
 * @since 0.1.0
 */
export function createHooks(options: HookOptions = {}): Hooks {
  const { onFault = () => undefined, onDeprecated = () => undefined, blame = true, budgetMs = 5000 } = options;
  const points = new Map<string, Point>();
  const declarations = createDeclarations();
  const trace = createTrace();
  let all: Point | undefined;
  // The innermost hook of the synchronous code that runs now; asynchronous code finds its own through blame.
  let active: Frame | undefined;

  function pointOf(name: string): Point {
    let point = points.get(name);
    if (!point) {
      point = { name, list: undefined, filtered: 0, fired: 0 };
      points.set(name, point);
    }
    return point;
  }

  function currentFrame(): Frame | undefined {
    return active ?? currentBlame()?.frame;
  }

  function add(name: string, callback: AnyCallback, priority: number, acceptedArgs: number, owner: string): Undo {
    const point = pointOf(name);
    // Callbacks of `all` see every argument, however many they asked for.
    const entry: Entry = { callback, acceptedArgs: name === 'all' ? Infinity : acceptedArgs, owner, tally: trace.tally(name, owner) };
    (point.list ??= new CallbackList()).add(asPriority(priority), entry);
    if (name === 'all') all = point;
    return () => {
      for (const [at, held] of point.list?.entries() ?? []) {
        if (held === entry) return void remove(name, callback, at);
      }
    };
  }

  function remove(name: string, callback: AnyCallback, priority = 10): boolean {
    const point = points.get(name);
    if (!point?.list?.remove(callback, asPriority(priority))) return false;
    if (point.list.empty) point.list = undefined;
    return true;
  }

  function removeAll(name: string, priority?: number): true {
    const point = points.get(name);
    point?.list?.removeAll(priority);
    if (point?.list?.empty) point.list = undefined;
    return true;
  }

  function has(name: string, callback?: AnyCallback, priority?: number): boolean | number {
    const list = points.get(name)?.list;
    if (callback === undefined) return list !== undefined;
    if (priority !== undefined) return list?.holds(callback, asPriority(priority)) ?? false;
    return list?.priorityOf(callback) ?? false;
  }

  /**
   * Runs every callback; a promise only when one of them was asynchronous. The value comes back in `args[0]`.
   * `seen` are the arguments as the caller wrote them, which is what callbacks of the hook `all` get.
   */
  function run(point: Point, args: unknown[], filtering: boolean, seen: readonly unknown[]): MaybePromise<void> {
    if (all?.list) {
      const frame: Frame = { hook: point.name, parent: currentFrame() };
      const pending = pass({ point: all, list: all.list, pass: all.list.begin(), args: [point.name, ...seen], filtering: false, frame });
      if (pending) return pending.then(() => runList(point, args, filtering));
    }
    return runList(point, args, filtering);
  }

  function runList(point: Point, args: unknown[], filtering: boolean): MaybePromise<void> {
    const { list } = point;
    if (!list) return;
    return pass({ point, list, pass: list.begin(), args, filtering, frame: { hook: point.name, parent: currentFrame() } });
  }

  function pass(run: Run): MaybePromise<void> {
    const outer = active;
    active = run.frame;
    let pending: Promise<void> | undefined;
    try {
      pending = advance(run, run.list.group(run.pass), 0);
    } catch (error) {
      // As in WordPress, a hook that was left by an exception stays the current one; here only until this turn ends.
      queueMicrotask(() => void (active = undefined));
      run.list.end(run.pass);
      throw error;
    }
    active = active === run.frame ? outer : active?.parent;
    if (!pending) run.list.end(run.pass);
    return pending?.finally(() => run.list.end(run.pass));
  }

  /** Goes on from a callback of a group to the end; stops at the first promise and answers with the rest of the way. */
  function advance(run: Run, group: readonly Entry[], from: number): Promise<void> | undefined {
    let index = from;
    for (;;) {
      while (index < group.length) {
        const { owner } = group[index];
        let end = index + 1;
        if (owner !== '') while (end < group.length && group[end].owner === owner) end++;
        const stopped = owner === '' ? callHost(run, group[index]) : blame ? callNamed(run, group, index, end) : callOwned(run, group, index, end);
        if (stopped) return stopped.promise.then((settled) => resume(run, group, stopped.next < 0 ? end : stopped.next, settled));
        index = end;
      }
      run.pass.index++;
      if (run.pass.index >= run.pass.priorities.length) return undefined;
      group = run.list.group(run.pass);
      index = 0;
    }
  }

  async function resume(run: Run, group: readonly Entry[], from: number, settled: Settled): Promise<void> {
    if (settled.ok && run.filtering) run.args[0] = settled.value;
    const outer = active;
    active = run.frame;
    let pending: Promise<void> | undefined;
    try {
      pending = advance(run, group, from);
    } finally {
      active = outer;
    }
    return pending;
  }

  interface Stop {
    promise: Promise<Settled>;
    /** Where the group goes on; negative: after the stretch. */
    next: number;
  }

  /** The host's own callbacks are trusted: what they throw reaches the caller. */
  function callHost(run: Run, entry: Entry): Stop | undefined {
    const result = isAsync(entry.callback) && blame ? runBlamed(hostBlame(run), call, entry, run.args) : call(entry, run.args);
    if (isThenable(result)) return { promise: Promise.resolve(result).then((value) => ({ ok: true, value })), next: -1 };
    if (run.filtering) run.args[0] = result;
    return undefined;
  }

  /** A stretch of callbacks of one plugin, entered once under its name. */
  function callNamed(run: Run, group: readonly Entry[], from: number, end: number): Stop | undefined {
    const { owner, tally } = group[from];
    const named: Blame = { owner, place: run.point.name, frame: run.frame };
    const started = startRun(tally);
    const stopped = runBlamed(named, callOwned, run, group, from, end);
    const finish = (): void => endRun(tally, started);
    if (stopped) stopped.promise.then(finish, finish);
    else finish();
    return stopped;
  }

  function callOwned(run: Run, group: readonly Entry[], from: number, end: number): Stop | undefined {
    const guarded = run.filtering && declarations.get(run.point.name)?.check !== undefined;
    for (let index = from; index < end; index++) {
      const entry = group[index];
      let result: unknown;
      try {
        result = call(entry, run.args);
      } catch (error) {
        contain(run, entry, error);
        continue;
      }
      if (isThenable(result)) return { promise: settle(run, entry, result), next: index + 1 };
      if (run.filtering && (!guarded || acceptable(run, entry, result))) run.args[0] = result;
    }
    return undefined;
  }

  /** Waits for a plugin's promise within its budget; whatever goes wrong leaves the value as it was. */
  async function settle(run: Run, entry: Entry, result: PromiseLike<unknown>): Promise<Settled> {
    try {
      const value = await within(result, budgetMs, () => budgetError(run.point.name, budgetMs));
      return run.filtering && acceptable(run, entry, value) ? { ok: true, value } : { ok: false };
    } catch (error) {
      if (error instanceof PlinthError && error.code === 'hook_failed_closed') throw error;
      contain(run, entry, error);
      return { ok: false };
    }
  }

  function acceptable(run: Run, entry: Entry, value: unknown): boolean {
    const declared = declarations.get(run.point.name);
    if (!declared?.check || declared.check(value)) return true;
    contain(run, entry, new PlinthError('hook_wrong_answer', `A callback of the filter "${run.point.name}" answered with something else than the filter's value.`, {
      cure: 'Return the first argument, changed or not, in the shape the hook catalogue gives.',
    }));
    return false;
  }

  function contain(run: Run, entry: Entry, error: unknown): void {
    onFault({ owner: entry.owner, hook: run.point.name, error });
    if (!declarations.get(run.point.name)?.failClosed) return;
    throw new PlinthError('hook_failed_closed', `The plugin "${entry.owner}" failed in "${run.point.name}", which must not be passed over.`, {
      cure: 'Deactivate the plugin, or mend it; its error is listed under Plugins.',
      status: 503,
      cause: error,
    });
  }

  function applyFilters(name: string, args: unknown[], seen: readonly unknown[] = args): MaybePromise<unknown> {
    const point = pointOf(name);
    point.filtered++;
    if (!point.list && !all?.list) return args[0];
    const pending = run(point, args, true, seen);
    return pending ? pending.then(() => args[0]) : args[0];
  }

  function doAction(name: string, args: unknown[], seen: readonly unknown[] = args): MaybePromise<void> {
    const point = pointOf(name);
    point.fired++;
    if (!point.list && !all?.list) return;
    return run(point, args, false, seen);
  }

  function isDoing(name?: string): boolean {
    for (let frame = currentFrame(); frame; frame = frame.parent) {
      if (name === undefined || frame.hook === name) return true;
    }
    return false;
  }

  const hooks = {
    declarations,
    trace,
    add,
    addFilter: (name: string, callback: AnyCallback, priority = 10, acceptedArgs = 1) => add(name, callback, priority, acceptedArgs, ''),
    addAction: (name: string, callback: AnyCallback, priority = 10, acceptedArgs = 1) => add(name, callback, priority, acceptedArgs, ''),
    removeFilter: remove,
    removeAction: remove,
    removeAllFilters: removeAll,
    removeAllActions: removeAll,
    hasFilter: has,
    hasAction: has,
    applyFilters(name: string, value: unknown, ...rest: unknown[]) {
      const point = points.get(name);
      // Most hooks have no callbacks at all, and cost a look-up.
      if (point && !point.list && !all) {
        point.filtered++;
        return value;
      }
      return applyFilters(name, [value, ...rest]);
    },
    applyFiltersSync(name: string, ...args: unknown[]) {
      const before: unknown = args[0];
      const result = applyFilters(name, args);
      if (!isThenable(result)) return result;
      Promise.resolve(result).catch(() => undefined);
      onFault({
        owner: '',
        hook: name,
        error: new PlinthError('hook_async_in_sync', `A callback of "${name}" is asynchronous, but this filter cannot wait.`, {
          cure: 'Register a synchronous callback.',
        }),
      });
      return before;
    },
    applyFiltersRefArray: (name: string, args: readonly unknown[]) => applyFilters(name, [...args], [args]),
    // WordPress gives a callback one empty argument when the action was fired with none.
    doAction: (name: string, ...args: unknown[]) => doAction(name, args.length === 0 ? [''] : args, args),
    doActionRefArray: (name: string, args: readonly unknown[]) => doAction(name, [...args], [args]),
    applyFiltersDeprecated(name: string, args: readonly unknown[], version: string, replacement = '') {
      if (!has(name)) return args[0];
      onDeprecated(name, version, replacement);
      return applyFilters(name, [...args], [args]);
    },
    doActionDeprecated(name: string, args: readonly unknown[], version: string, replacement = '') {
      if (!has(name)) return undefined;
      onDeprecated(name, version, replacement);
      return doAction(name, [...args], [args]);
    },
    didAction: (name: string) => points.get(name)?.fired ?? 0,
    didFilter: (name: string) => points.get(name)?.filtered ?? 0,
    currentFilter: () => currentFrame()?.hook ?? false,
    currentAction: () => currentFrame()?.hook ?? false,
    doingFilter: isDoing,
    doingAction: isDoing,
    listeners: (name: string) =>
      [...(points.get(name)?.list?.entries() ?? [])].map(([priority, { owner, acceptedArgs, callback }]) => ({ priority, owner, acceptedArgs, callback })),
    names: () => [...points.values()].filter((point) => point.list).map((point) => point.name).sort(),
  };
  return hooks as Hooks;
}

/** What PHP makes of a priority as an array key: booleans and numeric strings are integers, which wrap at 64 bits. */
function asPriority(priority: unknown): number {
  const number = Number(priority);
  if (Number.isNaN(number)) return priority as number;
  return Math.abs(number) < 2 ** 63 ? Math.trunc(number) : Number(BigInt.asIntN(64, BigInt(number)));
}

function call({ callback, acceptedArgs }: Entry, args: readonly unknown[]): unknown {
  const fn = callback as (...args: unknown[]) => unknown;
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

function hostBlame(run: Run): Blame {
  const outer = currentBlame();
  return { owner: outer?.owner ?? '', place: outer?.place ?? run.point.name, frame: run.frame };
}

function isAsync(callback: AnyCallback): boolean {
  return callback.constructor.name === 'AsyncFunction';
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function budgetError(hook: string, ms: number): PlinthError {
  return new PlinthError('hook_over_budget', `A callback of "${hook}" took longer than ${ms} ms; the hook went on without it.`, {
    cure: 'Do long work in a background job.',
  });
}
