import { LRUCache } from 'lru-cache';

/** Maximum number of cached characters, input and output together: about four megabytes. */
const MAX_CHARACTERS = 2_000_000;

/**
 * Caches the results of a function that depends only on its text, because every request formats the titles and texts of
 * the site's pages.
 */
export function cacheTexts(make: (text: string) => string): (text: string) => string {
  const cache = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS / 20,
    sizeCalculation: (value, text) => value.length + text.length + 1,
  });
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    cache.set(text, result);
    return result;
  };
}
