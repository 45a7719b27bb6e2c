import { LRUCache } from 'lru-cache';

/** Maximum number of cached characters, input and output together: about four megabytes. */
const MAX_CHARACTERS = 2_000_000;

/**
 * Caches the results of a function that depends only on its text, because every request formats the titles and texts of
 * the site's pages.
 */
export function cacheTexts(make: (text: string) => string): (text: string) => string {
  const kept = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS / 20,
    sizeCalculation: (made, text) => made.length + text.length + 1,
  });
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    kept.set(text, made);
    return made;
  };
}
