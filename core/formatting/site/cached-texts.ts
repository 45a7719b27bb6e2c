import { LRUCache } from 'lru-cache';

/** Maximum number of cached characters of keys and values together, which take about four megabytes. */
const MAX_CHARACTERS = 2_000_000;

/**
 * Caches the results of a function that depends only on its text, because every request formats the same titles and
 * texts.
 */
export function cacheByText(format: (text: string) => string): (text: string) => string {
  const cache = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS / 20,
    sizeCalculation: (value, text) => value.length + text.length + 1,
  });
  return (text) => {
    const cachedResult = cache.get(text);
    if (cachedResult !== undefined) return cachedResult;
    const result = format(text);
    cache.set(text, result);
    return result;
  };
}
