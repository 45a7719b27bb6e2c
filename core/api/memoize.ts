/**
 * Returns the cached value of a key, creating it if necessary. When the limit is reached, the whole map is cleared: no
 * usage tracking is needed, and frequently used keys are soon cached again.
 * @param known map of cached values, owned by the caller
 * @param max maximum number of keys
 * @param make creates a missing value; must not return undefined
 * @since 0.1.0
 */
export function memoize<Key, Value>(known: Map<Key, Value>, max: number, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  if (known.size >= max) known.clear();
  known.set(key, made);
  return made;
}
