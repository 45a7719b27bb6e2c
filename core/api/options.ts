import type { MaybePromise } from './maybe-promise.js';
import type { WpError } from './wp-error.js';

/**
 * Autoload value of an option in WordPress: set by the caller (`on`, `off`), or determined automatically, such as by
 * size.
 */
export type Autoload = 'on' | 'off' | 'auto' | 'auto-on' | 'auto-off';

/** Definition of a setting for the REST API and the settings screens. */
export interface SettingArgs {
  type?: 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
  label?: string;
  description?: string;
  /** Called on every write, as `sanitize_option_{name}`. */
  sanitizeCallback?: (value: unknown) => unknown;
  /**
   * Returns an error message for an invalid value sent by an API client; empty if it is valid.
   * @since 0.1.0
   */
  validateCallback?: (value: unknown) => MaybePromise<string>;
  /** `true`, or the name and schema in the REST API. */
  showInRest?:
    boolean | { name?: string; schema?: Record<string, unknown>; prepareCallback?: (value: unknown) => unknown };
  /** Value returned by `getOption` if none is stored and the caller passed no default. */
  default?: unknown;
}

/** A registered setting with its group. */
export interface RegisteredSetting extends SettingArgs {
  group: string;
}

/** A message on a settings form. */
export interface SettingsError {
  setting: string;
  code: string;
  message: string;
  type: 'error' | 'success' | 'warning' | 'info';
}

/**
 * Options of the site. Lists and objects are stored in WordPress's serialized form; a scalar is returned as a string in
 * later requests, as in WordPress: `5` as `'5'`, `true` as `'1'`, `false` and `null` as `''`.
 * @since 0.1.0
 */
export interface OptionsApi {
  /** Returns the value of an option, or the default (`false` if none is given) (`get_option`). */
  getOption<T = unknown>(name: string, defaultValue?: unknown): Promise<T>;
  /** Returns several options (`get_options`). */
  getOptions(names: readonly string[]): Promise<Record<string, unknown>>;
  /** Adds an option; false if it already exists (`add_option`). */
  addOption(name: string, value: unknown, autoload?: boolean | string | null): Promise<boolean>;
  /** Sets an option, creating it if necessary; false if nothing changed (`update_option`). */
  updateOption(name: string, value: unknown, autoload?: boolean | string | null): Promise<boolean>;
  /** Deletes an option; false if it does not exist (`delete_option`). */
  deleteOption(name: string): Promise<boolean>;
  /** Returns all autoloaded options in their stored form (`wp_load_alloptions`). */
  wpLoadAlloptions(): Promise<Record<string, string>>;
  /** Whether an option is cached as missing in this process (WordPress's `notoptions` cache). */
  isKnownMissing(name: string): boolean;
  /**
   * Sets whether an option is loaded at the start of every request; false if nothing changed
   * (`wp_set_option_autoload`).
   */
  wpSetOptionAutoload(name: string, autoload: boolean | string): Promise<boolean>;
  /**
   * As {@link OptionsApi.wpSetOptionAutoload}, for several options; returns by name whether each changed
   * (`wp_set_option_autoload_values`).
   * @since 0.1.0
   */
  wpSetOptionAutoloadValues(options: Readonly<Record<string, boolean | string>>): Promise<Record<string, boolean>>;
  /**
   * Returns the autoload values that load an option at the start of every request (`wp_autoload_values_to_autoload`).
   * @since 0.1.0
   */
  wpAutoloadValuesToAutoload(): Promise<string[]>;
  /**
   * Loads options into the cache ahead of use (`wp_prime_option_caches`).
   * @since 0.1.0
   */
  wpPrimeOptionCaches(names: readonly string[]): Promise<void>;
  /** Applies the sanitization rules of core options and the option's filters (`sanitize_option`). */
  sanitizeOption(name: string, value: unknown): Promise<unknown>;

  /**
   * Registers an option as a setting: its type, default, sanitization and visibility in the REST API
   * (`register_setting`).
   */
  registerSetting(group: string, name: string, args?: SettingArgs): void;
  /** Unregisters a setting (`unregister_setting`). */
  unregisterSetting(group: string, name: string): void;
  /** Returns the registered settings by option name (`get_registered_settings`). */
  getRegisteredSettings(): ReadonlyMap<string, RegisteredSetting>;
  /** Adds a message to the settings form being saved (`add_settings_error`). */
  addSettingsError(setting: string, code: string, message: string, type?: SettingsError['type']): void;
  /** Returns the messages of the settings form being saved, optionally of one setting (`get_settings_errors`). */
  getSettingsErrors(setting?: string): SettingsError[];

  /** Returns the value of a transient; false if it is missing or expired (`get_transient`). */
  getTransient<T = unknown>(name: string): Promise<T | false>;
  /**
   * Sets a transient (`set_transient`).
   * @param expiration lifetime in seconds; 0 never expires
   */
  setTransient(name: string, value: unknown, expiration?: number): Promise<boolean>;
  /** Deletes a transient; false if it does not exist (`delete_transient`). */
  deleteTransient(name: string): Promise<boolean>;
  /** As `getTransient`; on Plinth's single sites a separate namespace (`get_site_transient`). */
  getSiteTransient<T = unknown>(name: string): Promise<T | false>;
  /** As `setTransient` with `expiration` in seconds; 0 never expires (`set_site_transient`). */
  setSiteTransient(name: string, value: unknown, expiration?: number): Promise<boolean>;
  /** As `deleteTransient` (`delete_site_transient`). */
  deleteSiteTransient(name: string): Promise<boolean>;
  /** Deletes expired transients; runs daily by cron (`delete_expired_transients`). */
  deleteExpiredTransients(): Promise<number>;

  /** Runs one small query at the start of a request and drops cached options that another process has changed. */
  refresh(version?: number): Promise<void>;
}

/** Keys of the object cache. */
export type CacheKey = string | number;

/**
 * WordPress's object cache. A group lives as long as the request, as in WordPress without a cache server. A group with
 * the name of tracked tables (`cache.trackTables`) lives in the process until any process writes to one of the tables or
 * the value expires. If an open transaction has written to them, values stay within that transaction's request. Such a
 * group only accepts values read within the current request.
 * @since 0.1.0
 */
export interface ObjectCacheApi {
  /**
   * Adds a value to the cache; false if the key already exists. `expire` in seconds, 0 for no expiry (`wp_cache_add`).
   */
  wpCacheAdd(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  /** As `wpCacheAdd` for several values; returns the results by key (`wp_cache_add_multiple`). */
  wpCacheAddMultiple(values: Record<string, unknown>, group?: string, expire?: number): Record<string, boolean>;
  /** Sets a value in the cache. `expire` in seconds, 0 for no expiry (`wp_cache_set`). */
  wpCacheSet(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  /** As `wpCacheSet` for several values; returns the results by key (`wp_cache_set_multiple`). */
  wpCacheSetMultiple(values: Record<string, unknown>, group?: string, expire?: number): Record<string, boolean>;
  /** Replaces a cached value; false if the key does not exist (`wp_cache_replace`). */
  wpCacheReplace(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  /**
   * Returns a cached value, or false if it is missing (`wp_cache_get`); use {@link wpCacheHas} to tell a cached false
   * from a missing value.
   */
  wpCacheGet(key: CacheKey, group?: string): unknown;
  /** Whether a value is cached. */
  wpCacheHas(key: CacheKey, group?: string): boolean;
  /** Returns several values by key, false for missing ones (`wp_cache_get_multiple`). */
  wpCacheGetMultiple(keys: readonly CacheKey[], group?: string): Record<string, unknown>;
  /** Deletes a value from the cache; false if it is missing (`wp_cache_delete`). */
  wpCacheDelete(key: CacheKey, group?: string): boolean;
  /** As `wpCacheDelete` for several keys; returns the results by key (`wp_cache_delete_multiple`). */
  wpCacheDeleteMultiple(keys: readonly CacheKey[], group?: string): Record<string, boolean>;
  /** Increments a cached number, to no less than 0; false if it is missing (`wp_cache_incr`). */
  wpCacheIncr(key: CacheKey, offset?: number, group?: string): number | false;
  /** Decrements a cached number, to no less than 0; false if it is missing (`wp_cache_decr`). */
  wpCacheDecr(key: CacheKey, offset?: number, group?: string): number | false;
  /** Clears the cache (`wp_cache_flush`). */
  wpCacheFlush(): boolean;
  /** Clears the in-memory cache of this process (`wp_cache_flush_runtime`). */
  wpCacheFlushRuntime(): boolean;
  /** Clears one group (`wp_cache_flush_group`). */
  wpCacheFlushGroup(group: string): boolean;
  /** Whether a feature is supported: `add_multiple`, `flush_group` etc. (`wp_cache_supports`). */
  wpCacheSupports(feature: string): boolean;
  /** Returns a store for an internal part of the host that is cleared together with the cache. */
  requestStore<T>(name: string, make: () => T): T;
}

/** Result of functions that return errors as values. */
export type OrError<T> = T | WpError;
