import type { PluginScope } from 'plinth';

type CacheScope = Pick<PluginScope, 'cache' | 'locale' | 'getCurrentUserId' | 'currentRequest'>;

/**
 * Works like {@link cachePerUser}, but is not cached while a page is rendered, since the output may enqueue styles that
 * a cached result would miss.
 */
export async function cachePerUserOutsidePages<T>(
  scope: CacheScope,
  name: string,
  parts: readonly unknown[],
  create: () => Promise<T>,
): Promise<T> {
  return scope.currentRequest() ? create() : cachePerUser(scope, name, parts, create);
}

/** Returns a result cached per user and language until its data is written; prices may be individual to a user. */
export async function cachePerUser<T>(
  scope: Omit<CacheScope, 'currentRequest'>,
  name: string,
  parts: readonly unknown[],
  create: () => Promise<T>,
): Promise<T> {
  return scope.cache.get(`facet:${name}:${JSON.stringify([scope.locale(), scope.getCurrentUserId(), parts])}`, create);
}

/** Ids of long-lived objects, by which cache keys name them within a process. */
const cacheIds = new WeakMap<object, number>();
let lastId = 0;

/** Returns the id of a long-lived object, and assigns one if it has none. */
export function cacheIdOf(object: object): number {
  const id = cacheIds.get(object) ?? ++lastId;
  cacheIds.set(object, id);
  return id;
}

/** Marks an object as long-lived, so that cache keys name it by its id. */
export function assignCacheId(object: object): void {
  cacheIdOf(object);
}

/** Whether an object is long-lived. */
export const hasCacheId = (object: object): boolean => cacheIds.has(object);
