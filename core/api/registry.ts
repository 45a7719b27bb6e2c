import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/**
 * Where plugins add things of one kind to the plugin that uses them: `deliveries.register({ id: 'locker', … })`.
 * @since 0.2.0
 */
export interface Registry<T extends { readonly id: string }> {
  /**
   * Adds a thing for as long as the plugin runs that adds it.
   * @throws PlinthError `registry_entry_wrong` when it is not of the kind, `registry_id_taken` when another plugin has one of this id
   */
  register(entry: T): Undo;
}

/** A thing in a registry, with the plugin that added it. @since 0.2.0 */
export interface RegistryEntry<T> {
  readonly id: string;
  /** The plugin's id. */
  readonly owner: string;
  readonly value: T;
}

/** What the plugin that keeps a registry does with it. @since 0.2.0 */
export interface OwnRegistry<T extends { readonly id: string }> extends Registry<T> {
  /** All of them, in the order they were added. */
  entries(): readonly RegistryEntry<T>[];
  /** The one of an id; undefined when there is none. */
  find(id: string): RegistryEntry<T> | undefined;
  /**
   * Asks a thing something under the name of the plugin that added it. When that fails, takes too long or is refused by `check`,
   * the plugin is named and the answer is `otherwise`.
   * @param check says what is wrong with an answer; an empty text: nothing
   */
  ask<R>(
    entry: RegistryEntry<T>,
    work: (value: T) => MaybePromise<R>,
    otherwise: R,
    check?: (answer: R) => string,
  ): Promise<R>;
  /** As `ask`, of what answers at once, such as a label. */
  askNow<R>(entry: RegistryEntry<T>, work: (value: T) => R, otherwise: R): R;
  /** Forgets all, before plugins are asked to add theirs anew. */
  clear(): void;
}

/** What a registry is called, and what may stand in it. @since 0.2.0 */
export interface RegistryKind<T> {
  /** One of its things, for messages: `delivery method`. */
  readonly name: string;
  /** Says what is wrong with a thing; an empty text: nothing. */
  check(entry: T): string;
  /** Milliseconds that an answer may take. */
  readonly budgetMs?: number;
}
