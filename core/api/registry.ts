import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/**
 * A registry where plugins add entries of one kind for the plugin that owns it: `deliveries.register({ id: 'locker', …
 * })`.
 * @since 0.1.0
 */
export interface Registry<T extends { readonly id: string }> {
  /**
   * Adds an entry until the calling plugin stops.
   * @throws PlinthError `registry_entry_invalid` if the entry is invalid, `registry_id_exists` if another plugin has
   * registered the ID
   */
  register(entry: T): Undo;
}

/**
 * A registry entry with the plugin that added it.
 * @since 0.1.0
 */
export interface RegistryEntry<T> {
  readonly id: string;
  /** ID of the plugin. */
  readonly owner: string;
  readonly value: T;
}

/**
 * A registry from the perspective of the plugin that owns it.
 * @since 0.1.0
 */
export interface OwnRegistry<T extends { readonly id: string }> extends Registry<T> {
  /** Returns all entries in the order they were added. */
  entries(): readonly RegistryEntry<T>[];
  /** Returns the entry with an ID, or undefined. */
  find(id: string): RegistryEntry<T> | undefined;
  /**
   * Calls an entry in the owner context of the plugin that added it. If the call fails, times out or is rejected by
   * `check`, the error is attributed to that plugin and `fallback` is returned.
   * @param check returns why a result is invalid; an empty string if it is valid
   */
  call<R>(
    entry: RegistryEntry<T>,
    work: (value: T) => MaybePromise<R>,
    fallback: R,
    check?: (result: R) => string,
  ): Promise<R>;
  /** As `call`, for synchronous results such as a label. */
  callSync<R>(entry: RegistryEntry<T>, work: (value: T) => R, fallback: R): R;
  /** Removes all entries, before plugins add theirs again. */
  clear(): void;
}

/**
 * Name and validation of a registry.
 * @since 0.1.0
 */
export interface RegistryKind<T> {
  /** Name of an entry in messages: `delivery method`. */
  readonly name: string;
  /** Returns why an entry is invalid; an empty string if it is valid. */
  check(entry: T): string;
  /** Timeout of a call, in milliseconds. */
  readonly timeoutMs?: number;
}
