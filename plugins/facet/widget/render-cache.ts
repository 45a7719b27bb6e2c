import type { MaybePromise, PluginScope } from 'plinth';

type CacheScope = Pick<PluginScope, 'cache' | 'locale' | 'getCurrentUserId' | 'currentRequest'>;

/**
 * Works like {@link cachePerUser}, but is not cached while a page is rendered, since the output may enqueue styles that
 * a cached result would miss.
 */
export function cachePerUserOutsidePages<T>(
  scope: CacheScope,
  name: string,
  parts: readonly unknown[],
  create: () => Promise<T>,
): MaybePromise<T> {
  return scope.currentRequest() ? create() : cachePerUser(scope, name, parts, create);
}

/** Returns a result cached per user and language until its data is written; prices may be individual to a user. */
export function cachePerUser<T>(
  scope: Omit<CacheScope, 'currentRequest'>,
  name: string,
  parts: readonly unknown[],
  create: () => Promise<T>,
): MaybePromise<T> {
  return scope.cache.get(`facet:${name}:${JSON.stringify([scope.locale(), scope.getCurrentUserId(), parts])}`, create);
}

/** Numbers of long-lived objects, which identify them within a process. */
const numbers = new WeakMap<object, number>();
let last = 0;

export function numberOf(entity: object): number {
  const number = numbers.get(entity) ?? ++last;
  numbers.set(entity, number);
  return number;
}

/** Whether an object has a number, which means that it is long-lived. */
export const hasNumber = (entity: object): boolean => numbers.has(entity);
