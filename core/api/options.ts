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
  /** `true`, or the REST name and schema. */
  showInRest?: boolean | { name?: string; schema?: Record<string, unknown>; prepareCallback?: (value: unknown) => unknown };
  /** Answers `getOption` when nothing is stored and the caller gave no default. */
  default?: unknown;
}

export interface RegisteredSetting extends SettingArgs {
  group: string;
}

export interface SettingsError {
  setting: string;
  code: string;
  message: string;
  type: 'error' | 'success' | 'warning' | 'info';
}

/**
 * Named values of the site (WordPress's options). Values are JSON; a stored scalar comes back as a string
 * in later requests, as in WordPress: `5` as `'5'`, `true` as `'1'`, `false` and `null` as `''`.
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
  wpSetOptionAutoload(name: string, autoload: boolean): Promise<boolean>;
  /** Applies the rules of the core options and the filters of the option (`sanitize_option`). */
  sanitizeOption(name: string, value: unknown): Promise<unknown>;

  registerSetting(group: string, name: string, args?: SettingArgs): void;
  unregisterSetting(group: string, name: string): void;
  getRegisteredSettings(): ReadonlyMap<string, RegisteredSetting>;
  addSettingsError(setting: string, code: string, message: string, type?: SettingsError['type']): void;
  getSettingsErrors(setting?: string): SettingsError[];

  getTransient<T = unknown>(name: string): Promise<T | false>;
  /** @param expiration seconds; 0 never expires */
  setTransient(name: string, value: unknown, expiration?: number): Promise<boolean>;
  deleteTransient(name: string): Promise<boolean>;
  getSiteTransient<T = unknown>(name: string): Promise<T | false>;
  setSiteTransient(name: string, value: unknown, expiration?: number): Promise<boolean>;
  deleteSiteTransient(name: string): Promise<boolean>;
  /** Removes what has expired; cron calls it daily (`delete_expired_transients`). */
  deleteExpiredTransients(): Promise<number>;

  /** One small query at the start of a request: forgets what another process has changed. */
  refresh(): Promise<void>;
}

/** Keys of the object cache. */
export type CacheKey = string | number;

/**
 * WordPress's object cache in its default form: it lives as long as the request.
 * @since 0.1.0
 */
export interface ObjectCacheApi {
  wpCacheAdd(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  wpCacheAddMultiple(values: Record<string, unknown>, group?: string, expire?: number): Record<string, boolean>;
  wpCacheSet(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  wpCacheSetMultiple(values: Record<string, unknown>, group?: string, expire?: number): Record<string, boolean>;
  wpCacheReplace(key: CacheKey, value: unknown, group?: string, expire?: number): boolean;
  /** False when absent; {@link wpCacheHas} tells a stored false from nothing. */
  wpCacheGet(key: CacheKey, group?: string): unknown;
  wpCacheHas(key: CacheKey, group?: string): boolean;
  wpCacheGetMultiple(keys: readonly CacheKey[], group?: string): Record<string, unknown>;
  wpCacheDelete(key: CacheKey, group?: string): boolean;
  wpCacheDeleteMultiple(keys: readonly CacheKey[], group?: string): Record<string, boolean>;
  wpCacheIncr(key: CacheKey, offset?: number, group?: string): number | false;
  wpCacheDecr(key: CacheKey, offset?: number, group?: string): number | false;
  wpCacheFlush(): boolean;
  wpCacheFlushRuntime(): boolean;
  wpCacheFlushGroup(group: string): boolean;
  wpCacheSupports(feature: string): boolean;
  /** A store of a part of the host that is emptied together with the cache. */
  requestStore<T>(name: string, make: () => T): T;
}

/** A result of functions that report an error as a value. */
export type OrError<T> = T | WpError;
