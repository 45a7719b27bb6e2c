import type { AnyCallback, MaybePromise, Undo } from '../../core/api/index.js';
import { createHooks, type Hooks } from '../../core/hooks/index.js';

interface OfAnyName {
  removeFilter(name: string, callback: AnyCallback, priority?: number): boolean;
  removeAction(name: string, callback: AnyCallback, priority?: number): boolean;
  removeAllFilters(name: string, priority?: number): true;
  removeAllActions(name: string, priority?: number): true;
  hasFilter(name: string, callback?: AnyCallback, priority?: number): boolean | number;
  hasAction(name: string, callback?: AnyCallback, priority?: number): boolean | number;
  applyFiltersRefArray(name: string, args: readonly unknown[]): MaybePromise<unknown>;
  doActionRefArray(name: string, args: readonly unknown[]): MaybePromise<void>;
  applyFiltersDeprecated(
    name: string,
    args: readonly unknown[],
    version: string,
    replacement?: string,
    message?: string,
  ): MaybePromise<unknown>;
  doActionDeprecated(
    name: string,
    args: readonly unknown[],
    version: string,
    replacement?: string,
    message?: string,
  ): MaybePromise<void>;
  didAction(name: string): number;
  didFilter(name: string): number;
  doingFilter(name?: string): boolean;
  doingAction(name?: string): boolean;
}

/** Hooks with arbitrary names, for tests of the mechanism rather than of a hook. */
export interface AnyHooks
  extends
    Omit<Hooks, 'addFilter' | 'addAction' | 'applyFilters' | 'applyFiltersSync' | 'doAction' | keyof OfAnyName>,
    OfAnyName {
  addFilter(name: string, callback: AnyCallback, priority?: number, acceptedArgs?: number): Undo;
  addAction(name: string, callback: AnyCallback, priority?: number, acceptedArgs?: number): Undo;
  applyFilters<T>(name: string, value: T, ...args: unknown[]): MaybePromise<T>;
  applyFiltersSync<T>(name: string, value: T, ...args: unknown[]): T;
  doAction(name: string, ...args: unknown[]): MaybePromise<void>;
}

export const anyHooks = (options?: Parameters<typeof createHooks>[0]): AnyHooks =>
  createHooks(options) as unknown as AnyHooks;
