import type { Undo } from './hooks.js';

/**
 * Services that plugins provide to each other, by name. Augment it in the plugin that provides one:
 * `declare module 'plinth' { interface Services { catalog: Catalog } }`.
 */
export interface Services {}

/** Lets plugins use each other's services without importing each other. */
export interface ServiceContainer {
  /** Provides a service; the factory runs on first use. A later provider replaces an earlier one. */
  provide<N extends keyof Services>(name: N, factory: () => Services[N]): Undo;
  /**
   * Returns a service.
   * @throws PlinthError `service_not_found` if no active plugin provides it
   */
  get<N extends keyof Services>(name: N): Services[N];
  /** Whether an active plugin provides the service. */
  has(name: string): boolean;
}
