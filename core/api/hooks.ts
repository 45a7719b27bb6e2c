import type { MaybePromise } from './maybe-promise.js';

/**
 * All WordPress filters that fire here and all filters of the bundled plugins, by name. Plugins that fire their own
 * filters declare them by module augmentation so that callbacks are typed. A name without a slash must be declared;
 * otherwise it is treated as a typo.
 *
 * ```ts
 * declare module 'plinth' {
 *   interface Filters { 'shop/rest/settings_response': (response: SettingsReply, request: RestRequest) => SettingsReply
 *   }
 * }
 * ```
 */
export interface Filters {}

/** All declared actions, by name; see {@link Filters}. */
export interface Actions {}

/**
 * Filters with a dynamic part in their name: ``[name: `option_${string}`]: …``. An exact name in {@link Filters} takes
 * precedence.
 * @since 0.1.0
 */
export interface FilterPatterns {}

/**
 * Actions with a dynamic part in their name; see {@link FilterPatterns}.
 * @since 0.1.0
 */
export interface ActionPatterns {}

/** Any function; callbacks of undeclared hooks are not type-checked. */
export type AnyCallback = (...args: never[]) => unknown;
/** Undoes one registration; calling it twice has no effect. */
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

/** Declaration of a hook: by exact name, otherwise by pattern; never if it is not declared. */
type HookDeclarationOf<N extends string, Exact, Patterns> = N extends keyof Exact
  ? Exact[N]
  : N extends keyof Patterns
    ? Patterns[N]
    : never;
type DeclaredFilter<N extends string> = HookDeclarationOf<N, Filters, FilterPatterns>;
type DeclaredAction<N extends string> = HookDeclarationOf<N, Actions, ActionPatterns>;

/** Whether an undeclared name is allowed: it contains a slash, or is only known at run time. */
type IsOpen<N extends string> = N extends `${string}/${string}`
  ? true
  : Record<never, 1> extends Record<N, 1>
    ? true
    : false;

/**
 * Name of a filter; for an unknown name, a message type that says so.
 * @since 0.1.0
 */
export type FilterName<N extends string> = string extends N
  ? keyof Filters | (string & {})
  : [DeclaredFilter<N>] extends [never]
    ? IsOpen<N> extends true
      ? N
      : [DeclaredAction<N>] extends [never]
        ? `The filter '${N}' is never fired. Is it misspelled? Name your own 'vendor/${N}', or declare it: declare module 'plinth' { interface Filters { ${N}: (value: …) => … } }`
        : `'${N}' is an action: use addAction, doAction and their like.`
    : N;

/**
 * Name of an action; for an unknown name, a message type that says so.
 * @since 0.1.0
 */
export type ActionName<N extends string> = string extends N
  ? keyof Actions | (string & {})
  : [DeclaredAction<N>] extends [never]
    ? IsOpen<N> extends true
      ? N
      : [DeclaredFilter<N>] extends [never]
        ? `The action '${N}' is never fired. Is it misspelled? Name your own 'vendor/${N}', or declare it: declare module 'plinth' { interface Actions { ${N}: (…) => void } }`
        : `'${N}' is a filter here: use addFilter, applyFilters and their like.`
    : N;

/**
 * Name of a filter or action; for an unknown name, a message type that says so.
 * @since 0.1.0
 */
export type HookName<N extends string> = string extends N
  ? keyof Filters | keyof Actions | (string & {})
  : [DeclaredFilter<N> | DeclaredAction<N>] extends [never]
    ? IsOpen<N> extends true
      ? N
      : `The hook '${N}' is never fired. Is it misspelled? Name your own 'vendor/${N}', or declare it.`
    : N;

/** Callback of a filter that accepts `K` arguments. */
export type FilterCallback<N extends string, K extends number> = [DeclaredFilter<N>] extends [never]
  ? AnyCallback
  : (...args: Take<ArgsOf<DeclaredFilter<N>>, K>) => MaybePromise<ResultOf<DeclaredFilter<N>>>;

/** Callback of an action that accepts `K` arguments. */
export type ActionCallback<N extends string, K extends number> = [DeclaredAction<N>] extends [never]
  ? AnyCallback
  : (...args: Take<ArgsOf<DeclaredAction<N>>, K>) => unknown;

/**
 * Type of a filter's value: the declared one, or unknown.
 * @since 0.1.0
 */
export type FilterValue<N extends string> = [DeclaredFilter<N>] extends [never]
  ? unknown
  : ArgsOf<DeclaredFilter<N>>[0];

/** Arguments of a filter after its value: the declared ones, or unknown. */
export type FilterArgs<N extends string> = [DeclaredFilter<N>] extends [never]
  ? unknown[]
  : ArgsOf<DeclaredFilter<N>> extends [unknown, ...infer Rest]
    ? Rest
    : unknown[];

/** Arguments of an action: the declared ones, or unknown. */
export type ActionArgs<N extends string> = [DeclaredAction<N>] extends [never] ? unknown[] : ArgsOf<DeclaredAction<N>>;

/**
 * Actions and filters with WordPress's semantics: ascending priority, insertion order within a priority, and callbacks
 * may add and remove callbacks while the hook runs. Asynchronous callbacks are awaited in order; if all callbacks are
 * synchronous, the result is returned without a promise.
 * @since 0.1.0
 */
export interface HookApi {
  // The name is not inferred from the callback: the compiler would compare every declared hook, which takes seconds.
  /** Registers a filter callback (`add_filter`). The returned function removes it. */
  addFilter<N extends string, K extends number = 1>(
    name: FilterName<N>,
    callback: NoInfer<FilterCallback<N, K>>,
    priority?: number,
    acceptedArgs?: K,
  ): Undo;
  /** Registers an action callback (`add_action`). The returned function removes it. */
  addAction<N extends string, K extends number = 1>(
    name: ActionName<N>,
    callback: NoInfer<ActionCallback<N, K>>,
    priority?: number,
    acceptedArgs?: K,
  ): Undo;
  /** Removes a callback registered with the same priority (`remove_filter`); true if it was registered. */
  removeFilter<N extends string>(name: FilterName<N>, callback: AnyCallback, priority?: number): boolean;
  /** Removes a callback from an action; false if it was not registered with this priority (`remove_action`). */
  removeAction<N extends string>(name: ActionName<N>, callback: AnyCallback, priority?: number): boolean;
  /** Removes all callbacks from a filter, or those with one priority (`remove_all_filters`). */
  removeAllFilters<N extends string>(name: FilterName<N>, priority?: number): true;
  /** Removes all callbacks from an action, or those with one priority (`remove_all_actions`). */
  removeAllActions<N extends string>(name: ActionName<N>, priority?: number): true;
  /**
   * Without a callback: whether any is registered. With a callback: its priority, or false. With callback and priority:
   * whether it is registered (`has_filter`).
   */
  hasFilter<N extends string>(name: HookName<N>, callback?: AnyCallback, priority?: number): boolean | number;
  /** Whether an action has callbacks; with a callback, its priority or false (`has_action`). */
  hasAction<N extends string>(name: HookName<N>, callback?: AnyCallback, priority?: number): boolean | number;
  /**
   * Passes a value through the callbacks of a filter (`apply_filters`); returns a promise only if a callback is
   * asynchronous.
   */
  applyFilters<T, N extends string = string>(
    name: FilterName<N>,
    value: T extends FilterValue<N> ? T : FilterValue<N>,
    ...args: FilterArgs<N>
  ): MaybePromise<T>;
  /**
   * As `applyFilters`, for code that cannot await: the result of an asynchronous callback is discarded and reported.
   */
  applyFiltersSync<T, N extends string = string>(
    name: FilterName<N>,
    value: T extends FilterValue<N> ? T : FilterValue<N>,
    ...args: FilterArgs<N>
  ): T;
  /** Fires an action (`do_action`); returns a promise only if a callback is asynchronous. */
  doAction<N extends string>(name: ActionName<N>, ...args: ActionArgs<N>): MaybePromise<void>;
  /** As `applyFilters`, with the arguments as a list (`apply_filters_ref_array`). */
  applyFiltersRefArray<N extends string>(name: FilterName<N>, args: readonly unknown[]): MaybePromise<unknown>;
  /** As `doAction`, with the arguments as a list (`do_action_ref_array`). */
  doActionRefArray<N extends string>(name: ActionName<N>, args: readonly unknown[]): MaybePromise<void>;
  /**
   * As `applyFiltersRefArray`, for a deprecated hook: registered callbacks are reported in the log and with the action
   * `deprecated_hook_run` (`apply_filters_deprecated`).
   */
  applyFiltersDeprecated<N extends string>(
    name: FilterName<N>,
    args: readonly unknown[],
    version: string,
    replacement?: string,
    message?: string,
  ): MaybePromise<unknown>;
  /**
   * As `doActionRefArray`, for a deprecated hook: registered callbacks are reported in the log and with the action
   * `deprecated_hook_run` (`do_action_deprecated`).
   */
  doActionDeprecated<N extends string>(
    name: ActionName<N>,
    args: readonly unknown[],
    version: string,
    replacement?: string,
    message?: string,
  ): MaybePromise<void>;
  /** Returns how often an action has been fired (`did_action`). */
  didAction<N extends string>(name: ActionName<N>): number;
  /** Returns how often a filter has been applied (`did_filter`). */
  didFilter<N extends string>(name: FilterName<N>): number;
  /** Returns the name of the hook running in this asynchronous context, or false (`current_filter`). */
  currentFilter(): string | false;
  /** Returns the name of the innermost running hook, or false (`current_action`). */
  currentAction(): string | false;
  /** Whether a hook, or any hook if no name is given, is running in this asynchronous context (`doing_filter`). */
  doingFilter<N extends string>(name?: HookName<N>): boolean;
  /** Whether this hook, or any hook if no name is given, is running, including outer hooks (`doing_action`). */
  doingAction<N extends string>(name?: HookName<N>): boolean;
}
