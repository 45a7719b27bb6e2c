/**
 * Returns the cached value of a key, creating it if necessary. When the limit is reached, the whole map is cleared: no
 * usage tracking is needed, and frequently used keys are soon cached again.
 * @param cache map of cached values, owned by the caller
 * @param max maximum number of keys
 * @param create creates a missing value; must not return undefined
 * @since 0.1.0
 */
export function memoize<Key, Value>(cache: Map<Key, Value>, max: number, key: Key, create: () => Value): Value {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const created = create();
  if (cache.size >= max) cache.clear();
  cache.set(key, created);
  return created;
}
