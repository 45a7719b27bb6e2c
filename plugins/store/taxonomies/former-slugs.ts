/** Maximum number of earlier slugs of a term; the oldest are dropped. */
const MAX_FORMER_SLUGS = 20;

/** Reads the column `former_slugs` of `store_terms`. */
export function parseFormerSlugs(stored: string | null): readonly string[] {
  return stored === null ? [] : (JSON.parse(stored) as readonly string[]);
}

/**
 * Returns the column after a change of the slug: the earlier slug comes first, and the new one is no longer an earlier
 * one.
 */
export function addFormerSlug(stored: string | null, before: string, after: string): string {
  const slugs = [before, ...parseFormerSlugs(stored)].filter((slug) => slug !== after);
  return JSON.stringify([...new Set(slugs)].slice(0, MAX_FORMER_SLUGS));
}
