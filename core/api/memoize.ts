/**
 * What was made for a key before, or what is made for it now. When there is too much, everything is forgotten at once: nobody has to
 * know which was used last, and what is asked for often is soon there again.
 * @param known what was made so far; the caller's own
 * @param most keys that are remembered
 * @param make not asked for what is known; answers anything but undefined
 * @since 0.2.0
 */
export function memoize<Key, Value>(known: Map<Key, Value>, max: number, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  if (known.size >= max) known.clear();
  known.set(key, made);
  return made;
}
