import { type AnyCallback, type HookApi, isThenable, type MaybePromise, type Undo } from '../api/index.js';
import { adoptionOf } from './checks/owned-functions.js';
import { returnCheckOf } from './checks/return-types.js';
import type { Frame } from './owner-context.js';
import { type Breaker, CallbackList, type Entry } from './callback-list.js';
import { createDeclarations, type Declarations } from './checks/declared.js';
import type { HookState } from './hook-state.js';
import { type UnknownHook, unknownHook } from './checks/unknown-hooks.js';
import { asyncInSyncError, createRunner, type HookError, type RunMode } from './runner.js';
import { createTrace, type Trace } from './tracing/trace.js';
import { recordActivity, type HookActivity } from './tracing/recorder.js';

interface HookOptions {
  /** Called for every contained failure; returns the circuit breaker for the callback from now on. */
  onError?: (error: HookError) => Breaker | undefined;
  /** Called when callbacks are still registered on a deprecated hook. */
  onDeprecated?: (hook: string, version: string, replacement: string) => void;
  /** Called once per name when a plugin listens to a hook that is probably never fired. */
  onUnknown?: (hook: string, owner: string, unknown: UnknownHook) => void;
  /** Called whenever a callback is added or removed. */
  onChange?: () => void;
  /** Attributes running code to its owner and counts its time; off only where every nanosecond is measured. */
  ownerContext?: boolean;
  /**
   * Whether a failure of a plugin aborts the operation, because the plugin protects the feature that the hook belongs to (undefined: none). Called
   * after a failure.
   */
  mustFailClosed?: (pluginId: string, feature: string | undefined) => boolean;
  /** Times every run of every callback instead of a sample. */
  timeAll?: boolean;
  /** Milliseconds a plugin's asynchronous callback may take before the hook continues without it. */
  timeoutMs?: number;
}

/** The hooks of one site: the public API and the host's additions. */
export interface Hooks extends HookApi {
  /** Registers a callback on behalf of a plugin. */
  add(name: string, callback: AnyCallback, priority: number, acceptedArgs: number, owner: string): Undo;
  /**
   * Fires an action whose asynchronous callbacks may take any amount of time: for scheduled work, where no page waits.
   */
  doActionWithoutTimeout(name: string, args: readonly unknown[]): MaybePromise<void>;
  /**
   * Fires an action of the site's startup, which may be fired again for callbacks registered later: a plugin's callback
   * receives it once per registration, the host's callbacks each time.
   */
  doActionOnce(name: string): Promise<void>;
  readonly declarations: Declarations;
  readonly trace: Trace;
  /** Records what is fired in the whole process until the returned function is called. */
  recordActivity(): () => HookActivity;
  /** Whether a plugin listens to one of these hooks. */
  hasPluginListeners(names: readonly string[]): boolean;
  /**
   * Returns every callback of a hook in order: for `hook list`, the admin, and the test that deactivation leaves
   * nothing behind.
   */
  listeners(name: string): { priority: number; owner: string; acceptedArgs: number; callback: AnyCallback }[];
  /** Returns the names of all hooks that have callbacks. */
  names(): string[];
}

/**
 * Creates the hooks of one site.
 * @since 0.1.0
 */
export function createHooks(options: HookOptions = {}): Hooks {
  const {
    onError = () => undefined,
    onDeprecated = () => undefined,
    onUnknown,
    onChange = () => undefined,
    mustFailClosed = () => false,
    ownerContext = true,
    timeAll = false,
    timeoutMs = 5000,
  } = options;
  const states = new Map<string, HookState>();
  const declarations = createDeclarations((name, declared) => void (stateOf(name).declared = declared));
  const trace = createTrace(timeAll ? 1 : undefined);
  const runner = createRunner({ onError, mustFailClosed, ownerContext, timeoutMs });
  let all: HookState | undefined;
  const checkedNames = new Set<string>();
  /** Callbacks that have received a startup hook. */
  const startedEntries = new WeakSet<Entry>();

  function stateOf(name: string): HookState {
    let state = states.get(name);
    if (!state) {
      state = {
        name,
        list: undefined,
        declared: undefined,
        checkReturn: returnCheckOf(name),
        adopt: adoptionOf(name),
        filtered: 0,
        fired: 0,
        frame: { hook: name, parent: undefined },
      };
      states.set(name, state);
    }
    return state;
  }

  function add(name: string, callback: AnyCallback, priority: number, acceptedArgs: number, owner: string): Undo {
    if (owner !== '' && onUnknown) lookAt(name, owner, onUnknown);
    const state = stateOf(name);
    // Callbacks of `all` get every argument, whatever number they accept.
    const framed = ownerContext && owner === '' && isAsync(callback);
    const entry: Entry = {
      callback,
      acceptedArgs: name === 'all' ? Infinity : acceptedArgs,
      owner,
      tally: trace.tally(name, owner),
      runsInContext: framed,
      breaker: undefined,
    };
    (state.list ??= new CallbackList()).add(asPriority(priority), entry);
    if (name === 'all') all = state;
    onChange();
    return () => {
      for (const [index, existing] of state.list?.entries() ?? []) {
        if (existing === entry) return void remove(name, callback, index);
      }
    };
  }

  function lookAt(
    name: string,
    owner: string,
    report: (hook: string, owner: string, unknown: UnknownHook) => void,
  ): void {
    if (checkedNames.has(name)) return;
    checkedNames.add(name);
    const unknown =
      declarations.get(name) || states.get(name)?.fired || states.get(name)?.filtered ? undefined : unknownHook(name);
    if (unknown) report(name, owner, unknown);
  }

  function remove(name: string, callback: AnyCallback, priority = 10): boolean {
    const state = states.get(name);
    if (!state?.list?.remove(callback, asPriority(priority))) return false;
    if (state.list.empty) state.list = undefined;
    onChange();
    return true;
  }

  function removeAll(name: string, priority?: number): true {
    const state = states.get(name);
    state?.list?.removeAll(priority === undefined ? undefined : asPriority(priority));
    if (state?.list?.empty) state.list = undefined;
    onChange();
    return true;
  }

  function has(name: string, callback?: AnyCallback, priority?: number): boolean | number {
    const list = states.get(name)?.list;
    if (callback === undefined) return list !== undefined;
    // Only an integer selects one priority; untyped callers may pass anything.
    if (Number.isInteger(priority)) return list?.has(callback, asPriority(priority)) ?? false;
    return list?.priorityOf(callback) ?? false;
  }

  /**
   * Runs the callbacks of the hook `all`, then those of the hook itself. Returns a promise only when one of them was
   * asynchronous. The value of a filter is returned in `args[0]` and by the promise.
   * @param originalArgs the arguments as the caller passed them, which callbacks of `all` receive
   */
  function runHook(
    state: HookState,
    args: unknown[],
    filtering: boolean,
    originalArgs: readonly unknown[],
    mode: RunMode | undefined,
  ): Promise<unknown> | undefined {
    const pendingAll = all?.list && runAll(all, all.list, state, originalArgs);
    if (!pendingAll) return runList(state, args, filtering, mode);
    return pendingAll.then(() => runList(state, args, filtering, mode) ?? (filtering ? args[0] : undefined));
  }

  /** Runs the callbacks of `all` for another hook, which is the current one meanwhile. */
  function runAll(
    allState: HookState,
    list: CallbackList,
    { name, frame }: HookState,
    originalArgs: readonly unknown[],
  ): Promise<unknown> | undefined {
    return runner.runHook({ ...allState, name, frame }, list, [name, ...originalArgs], false);
  }

  function runList(
    state: HookState,
    args: unknown[],
    filtering: boolean,
    mode: RunMode | undefined,
  ): Promise<unknown> | undefined {
    return state.list && runner.runHook(state, state.list, args, filtering, mode);
  }

  function runFilter(
    state: HookState,
    args: unknown[],
    originalArgs: readonly unknown[],
    mode?: RunMode,
  ): MaybePromise<unknown> {
    state.filtered++;
    return runHook(state, args, true, originalArgs, mode) ?? args[0];
  }

  function runAction(
    state: HookState,
    args: unknown[],
    originalArgs: readonly unknown[],
    mode?: RunMode,
  ): MaybePromise<void> {
    state.fired++;
    return runHook(state, args, false, originalArgs, mode) as Promise<void> | undefined;
  }

  /** Takes the arguments as an array, as WordPress's `_ref_array` functions do. */
  function runFilterWithArray(name: string, args: readonly unknown[]): MaybePromise<unknown> {
    return runFilter(stateOf(name), [...args], [args]);
  }

  function runActionWithArray(name: string, args: readonly unknown[], mode?: RunMode): MaybePromise<void> {
    return runAction(stateOf(name), [...args], [args], mode);
  }

  function reportDeprecated(name: string, version: string, replacement: string, message: string): void {
    onDeprecated(name, version, replacement);
    void hooks.doAction('deprecated_hook_run', name, replacement, version, message);
  }

  async function doActionOnce(name: string): Promise<void> {
    const state = stateOf(name);
    state.fired++;
    let list = listToStart(state, true);
    do {
      await runHook({ ...state, list }, [''], false, [], undefined);
      for (const [, entry] of list?.entries() ?? []) if (entry.owner !== '') startedEntries.add(entry);
      list = listToStart(state, false);
    } while (list);
  }

  /**
   * Returns the callbacks that have not received a hook yet. When that is all of them, it is the hook's own list, which
   * reflects callbacks added and removed meanwhile.
   */
  function listToStart(state: HookState, withHost: boolean): CallbackList | undefined {
    const entries = [...(state.list?.entries() ?? [])];
    const rest = entries.filter(([, entry]) => (entry.owner === '' ? withHost : !startedEntries.has(entry)));
    if (rest.length === entries.length) return state.list;
    if (rest.length === 0) return undefined;
    const list = new CallbackList();
    for (const [priority, entry] of rest) list.add(priority, entry);
    return list;
  }

  const hooks = {
    declarations,
    trace,
    recordActivity: () => recordActivity(states, trace),
    add,
    addFilter: (name: string, callback: AnyCallback, priority = 10, acceptedArgs = 1) =>
      add(name, callback, priority, acceptedArgs, ''),
    addAction: (name: string, callback: AnyCallback, priority = 10, acceptedArgs = 1) =>
      add(name, callback, priority, acceptedArgs, ''),
    removeFilter: remove,
    removeAction: remove,
    removeAllFilters: removeAll,
    removeAllActions: removeAll,
    hasFilter: has,
    hasAction: has,
    applyFilters(name: string, value: unknown, ...rest: unknown[]) {
      const state = states.get(name);
      // Most hooks have no callbacks at all and cost one lookup.
      if (state && !state.list && !all) {
        state.filtered++;
        return value;
      }
      const args = [value, ...rest];
      return runFilter(state ?? stateOf(name), args, args);
    },
    applyFiltersSync(name: string, ...args: unknown[]) {
      const before: unknown = args[0];
      const result = runFilter(stateOf(name), args, args, 'sync');
      if (!isThenable(result)) return result;
      Promise.resolve(result).catch(() => undefined);
      void onError({ owner: '', hook: name, error: asyncInSyncError(name) });
      return before;
    },
    applyFiltersRefArray: runFilterWithArray,
    // WordPress passes one empty argument when the action was fired without any.
    doAction: (name: string, ...args: unknown[]) => runAction(stateOf(name), args.length === 0 ? [''] : args, args),
    doActionRefArray: (name: string, args: readonly unknown[]) => runActionWithArray(name, args),
    doActionOnce,
    doActionWithoutTimeout: (name: string, args: readonly unknown[]) => runActionWithArray(name, args, 'untimed'),
    applyFiltersDeprecated(name: string, args: readonly unknown[], version: string, replacement = '', message = '') {
      if (!has(name)) return args[0];
      reportDeprecated(name, version, replacement, message);
      return runFilterWithArray(name, args);
    },
    doActionDeprecated(name: string, args: readonly unknown[], version: string, replacement = '', message = '') {
      if (!has(name)) return undefined;
      reportDeprecated(name, version, replacement, message);
      return runActionWithArray(name, args);
    },
    ...readers(states, runner.currentFrame),
  };
  return hooks as Hooks;
}

/** Read-only functions about hooks and their callbacks. */
function readers(states: ReadonlyMap<string, HookState>, currentFrame: () => Frame | undefined) {
  function isDoing(name?: string): boolean {
    for (let frame = currentFrame(); frame; frame = frame.parent) {
      if (name === undefined || frame.hook === name) return true;
    }
    return false;
  }

  return {
    didAction: (name: string) => states.get(name)?.fired ?? 0,
    didFilter: (name: string) => states.get(name)?.filtered ?? 0,
    currentFilter: () => currentFrame()?.hook ?? false,
    currentAction: () => currentFrame()?.hook ?? false,
    doingFilter: isDoing,
    doingAction: isDoing,
    listeners: (name: string) =>
      [...(states.get(name)?.list?.entries() ?? [])].map(([priority, { owner, acceptedArgs, callback }]) => ({
        priority,
        owner,
        acceptedArgs,
        callback,
      })),
    hasPluginListeners: (names: readonly string[]) =>
      names.some((name) => states.get(name)?.list?.hasPlugins() ?? false),
    names: () =>
      [...states.values()]
        .filter((state) => state.list)
        .map((state) => state.name)
        .sort(),
  };
}

/**
 * Converts a priority as PHP converts an array key: booleans and integers in strings become integers, which wrap at 64
 * bits; other strings stay.
 */
function asPriority(priority: unknown): number {
  if (typeof priority === 'string' && !/^(?:0|-?[1-9]\d*)$/.test(priority)) return priority as unknown as number;
  const number = Number(priority);
  if (!Number.isFinite(number)) return priority as number;
  return Math.abs(number) < 2 ** 63 ? Math.trunc(number) : Number(BigInt.asIntN(64, BigInt(number)));
}

function isAsync(callback: AnyCallback): boolean {
  return callback.constructor.name === 'AsyncFunction';
}
