import type { MaybePromise } from './maybe-promise.js';

/**
 * Every filter of WordPress that fires here and every one of the bundled plugins, by name. Whoever fires a filter of their own declares
 * it by module augmentation, so that callbacks are typed; a name without a slash must be declared, since it is taken for a misspelt one.
 *
 * ```ts
 * declare module 'plinth' {
 *   interface Filters { 'shop/rest/settings_response': (response: SettingsReply, request: RestRequest) => SettingsReply }
 * }
 * ```
 */
export interface Filters {}

/** Every declared action, by name; see {@link Filters}. */
export interface Actions {}

/** Filters whose names hold something of the moment: ``[name: `option_${string}`]: …``. An exact name of {@link Filters} comes first. @since 0.2.0 */
export interface FilterPatterns {}

/** Actions whose names hold something of the moment; see {@link FilterPatterns}. @since 0.2.0 */
export interface ActionPatterns {}

/** Any function at all; callbacks of undeclared hooks are unchecked. */
export type AnyCallback = (...args: never[]) => unknown;
/** Undoes one registration; calling it twice is harmless. */
export type Undo = () => void;

type ArgsOf<F> = F extends (...args: infer A) => unknown ? A : never;
type ResultOf<F> = F extends (...args: never[]) => infer R ? R : never;
type Take<T extends readonly unknown[], K extends number, A extends unknown[] = []> = A['length'] extends K
  ? A
  : T extends readonly [infer H, ...infer Z]
    ? Take<Z, K, [...A, H]>
    : T extends readonly []
      ? A
      : T extends readonly [(infer H)?, ...infer Z]
        ? Take<Z, K, [...A, H | undefined]>
        : A;

/** How a hook is declared: its exact name before any pattern; never when it is not. */
type Declared<N extends string, Exact, Patterns> = N extends keyof Exact
  ? Exact[N]
  : N extends keyof Patterns
    ? Patterns[N]
    : never;
type DeclaredFilter<N extends string> = Declared<N, Filters, FilterPatterns>;
type DeclaredAction<N extends string> = Declared<N, Actions, ActionPatterns>;

/** Whether a name may be used although nobody declared it: it has a slash, or is only known when the code runs. */
type IsOpen<N extends string> = N extends `${string}/${string}`
  ? true
  : Record<never, 1> extends Record<N, 1>
    ? true
    : false;

/** A filter's name; of one that nobody fires, a sentence that says so. @since 0.2.0 */
export type FilterName<N extends string> = string extends N
  ? keyof Filters | (string & {})
  : [DeclaredFilter<N>] extends [never]
    ? IsOpen<N> extends true
      ? N
      : [DeclaredAction<N>] extends [never]
        ? `Nobody fires a filter '${N}'. Is it misspelt? Name your own 'vendor/${N}', or declare it: declare module 'plinth' { interface Filters { ${N}: (value: …) => … } }`
        : `'${N}' is an action: use addAction, doAction and their like.`
    : N;

/** An action's name; of one that nobody fires, a sentence that says so. @since 0.2.0 */
export type ActionName<N extends string> = string extends N
  ? keyof Actions | (string & {})
  : [DeclaredAction<N>] extends [never]
    ? IsOpen<N> extends true
      ? N
      : [DeclaredFilter<N>] extends [never]
        ? `Nobody fires an action '${N}'. Is it misspelt? Name your own 'vendor/${N}', or declare it: declare module 'plinth' { interface Actions { ${N}: (…) => void } }`
        : `'${N}' is a filter here: use addFilter, applyFilters and their like.`
    : N;

/** The name of a filter or an action; of one that nobody fires, a sentence that says so. @since 0.2.0 */
export type HookName<N extends string> = string extends N
  ? keyof Filters | keyof Actions | (string & {})
  : [DeclaredFilter<N> | DeclaredAction<N>] extends [never]
    ? IsOpen<N> extends true
      ? N
      : `Nobody fires a hook '${N}'. Is it misspelt? Name your own 'vendor/${N}', or declare it.`
    : N;

/** The callback a filter takes when it asks for `K` arguments. */
export type FilterCallback<N extends string, K extends number> = [DeclaredFilter<N>] extends [never]
  ? AnyCallback
  : (...args: Take<ArgsOf<DeclaredFilter<N>>, K>) => MaybePromise<ResultOf<DeclaredFilter<N>>>;

/** The callback an action takes when it asks for `K` arguments. */
export type ActionCallback<N extends string, K extends number> = [DeclaredAction<N>] extends [never]
  ? AnyCallback
  : (...args: Take<ArgsOf<DeclaredAction<N>>, K>) => unknown;

/** The value of a filter: the declared kind, or anything. @since 0.2.0 */
export type FilterValue<N extends string> = [DeclaredFilter<N>] extends [never]
  ? unknown
  : ArgsOf<DeclaredFilter<N>>[0];

/** The arguments of a filter behind its value: the declared ones, or anything. */
export type FilterArgs<N extends string> = [DeclaredFilter<N>] extends [never]
  ? unknown[]
  : ArgsOf<DeclaredFilter<N>> extends [unknown, ...infer Rest]
    ? Rest
    : unknown[];

/** The arguments of an action: the declared ones, or anything. */
export type ActionArgs<N extends string> = [DeclaredAction<N>] extends [never] ? unknown[] : ArgsOf<DeclaredAction<N>>;

/**
 * Actions and filters, with WordPress's semantics: ascending priority, insertion order within one,
 * callbacks may add and remove callbacks while the hook runs. Async callbacks are awaited in order;
 * while every callback is synchronous the result comes back without a promise.
 * @since 0.1.0
 */
export interface HookApi {
  // A callback says nothing of the name: to ask it, the compiler would go through every hook that there is, for seconds.
  /** Registers a filter callback (`add_filter`). The returned function removes it again. */
  addFilter<N extends string, K extends number = 1>(
    name: FilterName<N>,
    callback: NoInfer<FilterCallback<N, K>>,
    priority?: number,
    acceptedArgs?: K,
  ): Undo;
  /** Registers an action callback (`add_action`). The returned function removes it again. */
  addAction<N extends string, K extends number = 1>(
    name: ActionName<N>,
    callback: NoInfer<ActionCallback<N, K>>,
    priority?: number,
    acceptedArgs?: K,
  ): Undo;
  /** Removes a callback registered under the same priority (`remove_filter`); true when it was there. */
  removeFilter<N extends string>(name: FilterName<N>, callback: AnyCallback, priority?: number): boolean;
  /** Takes a callback off an action; false when it was not there under this priority (`remove_action`). */
  removeAction<N extends string>(name: ActionName<N>, callback: AnyCallback, priority?: number): boolean;
  /** Takes all callbacks off a filter, or those of one priority (`remove_all_filters`). */
  removeAllFilters<N extends string>(name: FilterName<N>, priority?: number): true;
  /** Takes all callbacks off an action, or those of one priority (`remove_all_actions`). */
  removeAllActions<N extends string>(name: ActionName<N>, priority?: number): true;
  /** Without a callback: whether any is registered. With one: its priority, or false. With both: whether it is there. */
  hasFilter<N extends string>(name: HookName<N>, callback?: AnyCallback, priority?: number): boolean | number;
  /** Whether an action has callbacks, or the priority of this one, or false (`has_action`). */
  hasAction<N extends string>(name: HookName<N>, callback?: AnyCallback, priority?: number): boolean | number;
  /** Runs a value through a filter (`apply_filters`); a promise only when a callback was asynchronous. */
  applyFilters<T, N extends string = string>(
    name: FilterName<N>,
    value: T extends FilterValue<N> ? T : FilterValue<N>,
    ...args: FilterArgs<N>
  ): MaybePromise<T>;
  /** As `applyFilters` where no promise can be awaited: the answer of an asynchronous callback is dropped and reported. */
  applyFiltersSync<T, N extends string = string>(
    name: FilterName<N>,
    value: T extends FilterValue<N> ? T : FilterValue<N>,
    ...args: FilterArgs<N>
  ): T;
  /** Fires an action (`do_action`); a promise only when a callback was asynchronous. */
  doAction<N extends string>(name: ActionName<N>, ...args: ActionArgs<N>): MaybePromise<void>;
  /** As `applyFilters`, with the arguments as a list (`apply_filters_ref_array`). */
  applyFiltersRefArray<N extends string>(name: FilterName<N>, args: readonly unknown[]): MaybePromise<unknown>;
  /** As `doAction`, with the arguments as a list (`do_action_ref_array`). */
  doActionRefArray<N extends string>(name: ActionName<N>, args: readonly unknown[]): MaybePromise<void>;
  /** As `applyFiltersRefArray`, for a hook that is to go: whoever listens is named in the log and to the action `deprecated_hook_run` (`apply_filters_deprecated`). */
  applyFiltersDeprecated<N extends string>(
    name: FilterName<N>,
    args: readonly unknown[],
    version: string,
    replacement?: string,
    message?: string,
  ): MaybePromise<unknown>;
  /** As `doActionRefArray`, for a hook that is to go: whoever listens is named in the log and to the action `deprecated_hook_run` (`do_action_deprecated`). */
  doActionDeprecated<N extends string>(
    name: ActionName<N>,
    args: readonly unknown[],
    version: string,
    replacement?: string,
    message?: string,
  ): MaybePromise<void>;
  /** How often an action was fired. */
  didAction<N extends string>(name: ActionName<N>): number;
  /** How often a filter was applied (`did_filter`). */
  didFilter<N extends string>(name: FilterName<N>): number;
  /** The name of the hook that runs now, in this asynchronous context, or false. */
  currentFilter(): string | false;
  /** The innermost hook that runs now, or false (`current_action`). */
  currentAction(): string | false;
  /** Whether a hook (any, without a name) is running now, in this asynchronous context. */
  doingFilter<N extends string>(name?: HookName<N>): boolean;
  /** Whether this hook runs now, or any, also around the innermost one (`doing_action`). */
  doingAction<N extends string>(name?: HookName<N>): boolean;
}
