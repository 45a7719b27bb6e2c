import type { PageRequest } from 'plinth';

/** Maximum length of a slug, in bytes. Its column has additional space for a numeric suffix. */
const MAX_SLUG_BYTES = 180;

/** Decodes a slug. A slug that ends in the middle of a character is returned unchanged. */
function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * Encodes a slug for storage. Control characters and characters outside ASCII are percent-encoded, such as `%c2%bd`.
 */
function encodeSlug(readable: string): string {
  return readable
    .replace(/[\ud800-\udfff]/gu, '')
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent)
    .toLowerCase();
}

/** Returns the stored slugs that an encoded or decoded slug may refer to, the most likely first. */
export function slugVariants(slug: string): readonly string[] {
  return [...new Set([encodeSlug(decodeSlug(slug)), slug.toLowerCase(), slug])];
}

/**
 * Returns the stored slugs that a URL segment may refer to.
 * @param name name of the parameter in the route's path
 */
export function requestedSlugs(
  { path, params }: Pick<PageRequest, 'path' | 'params'>,
  name: string,
): readonly string[] {
  const decodedSegment = params[name] ?? '';
  // A decoded parameter does not distinguish `%41` from `A`, so the raw path is checked as well.
  const rawSegment =
    path.split('/').find((part) => part !== '' && decodeSlug(part) === decodedSegment) ?? decodedSegment;
  return [...new Set([...slugVariants(rawSegment), ...slugVariants(decodedSegment)])];
}

/** Returns the row with the most likely of several possible slugs. */
export function findBySlug<Row extends { readonly slug: string }>(
  rows: readonly Row[],
  variants: readonly string[],
): Row | undefined {
  return variants.flatMap((slug) => rows.filter((row) => row.slug === slug)).at(0);
}

/** Truncates a slug to a number of bytes, and removes an incomplete character at its end. */
export function truncateSlug(slug: string, bytes = MAX_SLUG_BYTES): string {
  const truncated = slug.slice(0, bytes).replace(/%[0-9a-f]?$/, '');
  if (slug.length <= bytes || decodeSlug(slug) === slug) return truncated;
  // A character has at most four bytes, so an incomplete character has at most three.
  const candidates = [0, 1, 2, 3].map((octets) => truncated.replace(new RegExp(`(?:%[0-9a-f]{2}){${octets}}$`), ''));
  return candidates.find((candidate) => decodeSlug(candidate) !== candidate) ?? truncated;
}
