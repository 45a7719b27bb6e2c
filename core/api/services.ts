import type { Undo } from './hooks.js';

/**
 * The services plugins offer each other, by name; augment it where you provide one:
 * `declare module 'plinth' { interface Services { catalogue: Catalogue } }`.
 */
export interface Services {}

/** How plugins reach each other without importing each other. */
export interface ServiceContainer {
  /** Offers a service; the factory runs when it is first asked for. A later provider replaces an earlier one. */
  provide<N extends keyof Services>(name: N, factory: () => Services[N]): Undo;
  /**
   * Answers with a service.
   * @throws PlinthError `service_missing` when no active plugin provides it
   */
  get<N extends keyof Services>(name: N): Services[N];
  /** Whether an active plugin provides it. */
  has(name: string): boolean;
}
