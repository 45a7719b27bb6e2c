import type { AnyCallback, MaybePromise, Undo } from '../../core/api/index.js';
import { createHooks, type Hooks } from '../../core/hooks/index.js';

/** Hooks of any names, for tests of the mechanism rather than of a hook. */
export interface AnyHooks extends Omit<Hooks, 'addFilter' | 'addAction' | 'applyFilters' | 'applyFiltersSync' | 'doAction'> {
  addFilter(name: string, callback: AnyCallback, priority?: number, acceptedArgs?: number): Undo;
  addAction(name: string, callback: AnyCallback, priority?: number, acceptedArgs?: number): Undo;
  applyFilters<T>(name: string, value: T, ...args: unknown[]): MaybePromise<T>;
  applyFiltersSync<T>(name: string, value: T, ...args: unknown[]): T;
  doAction(name: string, ...args: unknown[]): MaybePromise<void>;
}

export const anyHooks = (options?: Parameters<typeof createHooks>[0]): AnyHooks => createHooks(options) as unknown as AnyHooks;
