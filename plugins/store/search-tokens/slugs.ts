import type { PageRequest } from 'plinth';

/** Bytes of a slug: its column has room for a number behind it. */
const LONGEST = 180;

/** A slug as people read it; one that is cut in the middle of a letter stays as it is. */
function readableSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** A slug as it is stored: letters outside ASCII and control characters as their bytes, `%c2%bd`. */
function storedSlug(readable: string): string {
  return readable
    .replace(/[\ud800-\udfff]/gu, '')
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent)
    .toLowerCase();
}

/** The slugs as they may be stored that somebody means who types or links this one, encoded or not; the likeliest first. */
export function slugSpellings(given: string): readonly string[] {
  return [...new Set([storedSlug(readableSlug(given)), given.toLowerCase(), given])];
}

/** The slugs that a part of the address may mean. @param name of the part in the route's path */
export function askedSlugs({ path, params }: Pick<PageRequest, 'path' | 'params'>, name: string): readonly string[] {
  const read = params[name] ?? '';
  // What comes decoded no longer tells `%41` from `A`, so the address itself is asked as well.
  const written = path.split('/').find((part) => part !== '' && readableSlug(part) === read) ?? read;
  return [...new Set([...slugSpellings(written), ...slugSpellings(read)])];
}

/** Of rows that several spellings found, the one of the likeliest. */
export function firstOf<Row extends { readonly slug: string }>(
  rows: readonly Row[],
  spellings: readonly string[],
): Row | undefined {
  return spellings.flatMap((slug) => rows.filter((row) => row.slug === slug)).at(0);
}

/** A slug of at most so many bytes, without the beginning of a letter at its end. */
export function cutSlug(slug: string, bytes = LONGEST): string {
  const cut = slug.slice(0, bytes).replace(/%[0-9a-f]?$/, '');
  if (slug.length <= bytes || readableSlug(slug) === slug) return cut;
  // A letter has at most four bytes, so at most three of them are a beginning.
  const shorter = [0, 1, 2, 3].map((octets) => cut.replace(new RegExp(`(?:%[0-9a-f]{2}){${octets}}$`), ''));
  return shorter.find((one) => readableSlug(one) !== one) ?? cut;
}
