import type { PageRequest } from 'plinth';

/** Maximum length of a slug, in bytes; its column leaves space for a numeric suffix. */
const LONGEST = 180;

/** Decodes a slug; one that is cut in the middle of a character stays as it is. */
function readableSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * Encodes a slug for storage: characters outside ASCII and control characters as percent-encoded bytes, such as
 * `%c2%bd`.
 */
function storedSlug(readable: string): string {
  return readable
    .replace(/[\ud800-\udfff]/gu, '')
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent)
    .toLowerCase();
}

/** Returns the stored slugs that a typed or linked slug may refer to, encoded or not; most likely first. */
export function slugSpellings(slug: string): readonly string[] {
  return [...new Set([storedSlug(readableSlug(slug)), slug.toLowerCase(), slug])];
}

/**
 * Returns the slugs that a URL segment may refer to.
 * @param name name of the parameter in the route's path
 */
export function askedSlugs({ path, params }: Pick<PageRequest, 'path' | 'params'>, name: string): readonly string[] {
  const read = params[name] ?? '';
  // A decoded parameter no longer distinguishes `%41` from `A`, so the raw path is checked as well.
  const written = path.split('/').find((part) => part !== '' && readableSlug(part) === read) ?? read;
  return [...new Set([...slugSpellings(written), ...slugSpellings(read)])];
}

/** Of the rows found for several spellings, returns the one with the most likely spelling. */
export function firstOf<Row extends { readonly slug: string }>(
  rows: readonly Row[],
  spellings: readonly string[],
): Row | undefined {
  return spellings.flatMap((slug) => rows.filter((row) => row.slug === slug)).at(0);
}

/** Truncates a slug to a number of bytes, without an incomplete character at its end. */
export function cutSlug(slug: string, bytes = LONGEST): string {
  const cut = slug.slice(0, bytes).replace(/%[0-9a-f]?$/, '');
  if (slug.length <= bytes || readableSlug(slug) === slug) return cut;
  // A character has at most four bytes, so at most three belong to an incomplete one.
  const shorter = [0, 1, 2, 3].map((octets) => cut.replace(new RegExp(`(?:%[0-9a-f]{2}){${octets}}$`), ''));
  return shorter.find((one) => readableSlug(one) !== one) ?? cut;
}
