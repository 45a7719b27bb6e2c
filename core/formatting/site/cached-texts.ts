import { LRUCache } from 'lru-cache';

/** Characters that are kept, of what was given and of what was made of it: some four megabytes at most. */
const MAX_CHARACTERS = 2_000_000;

/**
 * Keeps what a function makes of texts, where it follows from the text alone: the titles and texts of a site's pages are made presentable with
 * every request.
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
