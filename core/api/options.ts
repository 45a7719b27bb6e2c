import type { MaybePromise } from './maybe-promise.js';
import type { WpError } from './wp-error.js';

/** How WordPress marks an option for loading with every request: decided by the caller, or by size. */
export type Autoload = 'on' | 'off' | 'auto' | 'auto-on' | 'auto-off';

/** What is declared about a setting that the REST API and the settings screens may show. */
export interface SettingArgs {
  type?: 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
  label?: string;
  description?: string;
  /** Runs on every write, as `sanitize_option_{name}`. */
  sanitizeCallback?: (value: unknown) => unknown;
  /** What is wrong with a value that a program sends: a sentence; empty when all is well. @since 0.2.0 */
  validateCallback?: (value: unknown) => MaybePromise<string>;
  /** `true`, or the REST name and schema. */
  showInRest?:
    boolean | { name?: string; schema?: Record<string, unknown>; prepareCallback?: (value: unknown) => unknown };
  /** Answers `getOption` when nothing is stored and the caller gave no default. */
  default?: unknown;
}

/** A setting with the group it belongs to. */
export interface RegisteredSetting extends SettingArgs {
  group: string;
}

/** A message for a settings form. */
export interface SettingsError {
  setting: string;
  code: string;
  message: string;
  type: 'error' | 'success' | 'warning' | 'info';
}

/**
 * Named values of the site (WordPress's options). Lists and objects are stored as WordPress serializes them; a scalar
 * comes back as a string in later requests, as in WordPress: `5` as `'5'`, `true` as `'1'`, `false` and `null` as `''`.
 * @since 0.1.0
 */
export interface OptionsApi {
  /** The value of an option, or the default (`false` when none is given) (`get_option`). */
  getOption<T = unknown>(name: string, defaultValue?: unknown): Promise<T>;
  /** Several options at once (`get_options`). */
  getOptions(names: readonly string[]): Promise<Record<string, unknown>>;
  /** Creates an option; false when it exists (`add_option`). */
  addOption(name: string, value: unknown, autoload?: boolean | string | null): Promise<boolean>;
  /** Writes an option, creating it when absent; false when nothing changed (`update_option`). */
  updateOption(name: string, value: unknown, autoload?: boolean | string | null): Promise<boolean>;
  /** False when there was none (`delete_option`). */
  deleteOption(name: string): Promise<boolean>;
  /** Every autoloaded option in its stored text (`wp_load_alloptions`). */
  wpLoadAlloptions(): Promise<Record<string, string>>;
  /** Whether the process remembers that an option does not exist (WordPress's `notoptions` cache). */
  isKnownMissing(name: string): boolean;
  /** Says whether an option is read at the start of every request; false when nothing changed (`wp_set_option_autoload`). */
  wpSetOptionAutoload(name: string, autoload: boolean | string): Promise<boolean>;
  /** As {@link OptionsApi.wpSetOptionAutoload} for several; by name, whether it changed (`wp_set_option_autoload_values`). @since 0.2.0 */
  wpSetOptionAutoloadValues(options: Readonly<Record<string, boolean | string>>): Promise<Record<string, boolean>>;
  /** What an option's mark may be for it to be read at the start of every request (`wp_autoload_values_to_autoload`). @since 0.2.0 */
  wpAutoloadValuesToAutoload(): Promise<string[]>;
  /** Reads options that are wanted soon, so that each is there then (`wp_prime_option_caches`). @since 0.2.0 */
  wpPrimeOptionCaches(names: readonly string[]): Promise<void>;
  /** Applies the rules of the core options and the filters of the option (`sanitize_option`). */
  sanitizeOption(name: string, value: unknown): Promise<unknown>;

  /** Makes an option a setting: its type, default, how it is cleaned, and whether REST shows it (`register_setting`). */
  registerSetting(group: string, name: string, args?: SettingArgs): void;
  /** Takes back `registerSetting` (`unregister_setting`). */
  unregisterSetting(group: string, name: string): void;
  /** The registered settings by the option's name (`get_registered_settings`). */
  getRegisteredSettings(): ReadonlyMap<string, RegisteredSetting>;
  /** Adds a message for the settings form that is being saved (`add_settings_error`). */
  addSettingsError(setting: string, code: string, message: string, type?: SettingsError['type']): void;
  /** The messages of the form that is being saved, of one setting when given (`get_settings_errors`). */
  getSettingsErrors(setting?: string): SettingsError[];

  /** A value that may expire, or false when there is none (`get_transient`). */
  getTransient<T = unknown>(name: string): Promise<T | false>;
  /** @param expiration seconds; 0 never expires */
  setTransient(name: string, value: unknown, expiration?: number): Promise<boolean>;
  /** Removes a transient; false when there was none (`delete_transient`). */
  deleteTransient(name: string): Promise<boolean>;
  /** As `getTransient`; on Plinth's single sites a name of its own (`get_site_transient`). */
  getSiteTransient<T = unknown>(name: string): Promise<T | false>;
  /** As `setTransient`. `expiration` in seconds; 0 never expires (`set_site_transient`). */
  setSiteTransient(name: string, value: unknown, expiration?: number): Promise<boolean>;
  /** As `deleteTransient` (`delete_site_transient`). */
  deleteSiteTransient(name: string): Promise<boolean>;
  /** Removes what has expired; cron calls it daily (`delete_expired_transients`). */
  deleteExpiredTransients(): Promise<number>;

  /** One small query at the start of a request: forgets what another process has changed. */
  refresh(generation?: number): MaybePromise<void>;
}

/** Keys of the object cache. */
export type CacheKey = string | number;

/**
 * WordPress's object cache. A group lives as long as the request, as in WordPress without a cache server; a group named like watched tables
 * (`watchTables`) lives in the process, until one of the tables is written by whatever process, or the value expires. Where an open
 * transaction has written them, it keeps to that transaction's request. Such a group takes what was read within the request alone.
 * @since 0.1.0
 */
export interface ObjectCacheApi {
  /** Keeps a value unless there is one; false when there is. `expire` in seconds, 0 for ever (`wp_cache_add`). */
  wpCacheAdd(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  /** As `wpCacheAdd` for each, answered by key (`wp_cache_add_multiple`). */
  wpCacheAddMultiple(values: Record<string, unknown>, group?: string, expire?: number): Record<string, boolean>;
  /** Keeps a value. `expire` in seconds, 0 for ever (`wp_cache_set`). */
  wpCacheSet(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  /** As `wpCacheSet` for each, answered by key (`wp_cache_set_multiple`). */
  wpCacheSetMultiple(values: Record<string, unknown>, group?: string, expire?: number): Record<string, boolean>;
  /** Keeps a value where there is one; false where there is none (`wp_cache_replace`). */
  wpCacheReplace(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  /** False when absent; {@link wpCacheHas} tells a stored false from nothing. */
  wpCacheGet(key: CacheKey, group?: string): unknown;
  /** Whether a value is kept. */
  wpCacheHas(key: CacheKey, group?: string): boolean;
  /** Values by key, false for those that are not kept (`wp_cache_get_multiple`). */
  wpCacheGetMultiple(keys: readonly CacheKey[], group?: string): Record<string, unknown>;
  /** Forgets a value; false when there was none (`wp_cache_delete`). */
  wpCacheDelete(key: CacheKey, group?: string): boolean;
  /** As `wpCacheDelete` for each, answered by key (`wp_cache_delete_multiple`). */
  wpCacheDeleteMultiple(keys: readonly CacheKey[], group?: string): Record<string, boolean>;
  /** Adds to a number, never below 0; false when there is none (`wp_cache_incr`). */
  wpCacheIncr(key: CacheKey, offset?: number, group?: string): number | false;
  /** Takes from a number, never below 0; false when there is none (`wp_cache_decr`). */
  wpCacheDecr(key: CacheKey, offset?: number, group?: string): number | false;
  /** Forgets everything (`wp_cache_flush`). */
  wpCacheFlush(): boolean;
  /** Forgets everything this process keeps (`wp_cache_flush_runtime`). */
  wpCacheFlushRuntime(): boolean;
  /** Forgets one group (`wp_cache_flush_group`). */
  wpCacheFlushGroup(group: string): boolean;
  /** Whether a feature is there: `add_multiple`, `flush_group` and the like (`wp_cache_supports`). */
  wpCacheSupports(feature: string): boolean;
  /** A store of a part of the host that is emptied together with the cache. */
  requestStore<T>(name: string, make: () => T): T;
}

/** A result of functions that report an error as a value. */
export type OrError<T> = T | WpError;
