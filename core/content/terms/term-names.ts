import { type Taxonomy, type Term, type TermsApi, WpError } from '../../api/index.js';
import { wpSpecialchars } from '../../formatting/entities/specialchars.js';
import type { ContentDeps } from '../deps.js';

interface TermNameDeps extends Pick<ContentDeps, 'hooks' | 'types' | 'formatting'> {
  reads: Pick<TermsApi, 'getTerm' | 'getTermBy' | 'getTerms'>;
}

/** Maximum length of names and slugs of terms in characters. */
export const MAX_TERM_LENGTH = 200;

export type TermNames = ReturnType<typeof createTermNames>;

/** Sanitizes the names of terms, and makes their slugs unique. */
export function createTermNames({ hooks, types, formatting, reads }: TermNameDeps) {
  const { getTerm, getTermBy } = reads;

  async function sanitizeName(name: string, taxonomy: string): Promise<string> {
    const clean = wpSpecialchars(formatting.wpKsesData(formatting.sanitizeTextField(name)));
    return (
      await hooks.applyFilters(`pre_${taxonomy}_name`, await hooks.applyFilters('pre_term_name', clean, taxonomy))
    )
      .trim()
      .slice(0, MAX_TERM_LENGTH);
  }

  async function wpUniqueTermSlug(
    slug: string,
    term: { taxonomy: string; parent: number; term_id?: number },
  ): Promise<string> {
    const isTaken = async (candidate: string): Promise<boolean> => {
      const found = await getTermBy('slug', candidate, term.taxonomy);
      return found !== false && found.term_id !== term.term_id;
    };
    if (!(await isTaken(slug))) return hooks.applyFilters('wp_unique_term_slug', slug, term, slug);
    let unique = slug;
    const taxonomy = types.getTaxonomy(term.taxonomy);
    if (taxonomy && taxonomy.hierarchical && term.parent > 0) {
      // Slugs of ancestors distinguish terms with the same name better than numbers.
      let parent = await getTerm(term.parent, term.taxonomy);
      while (parent && !(parent instanceof WpError)) {
        unique += `-${parent.slug}`;
        if (!(await isTaken(unique))) return hooks.applyFilters('wp_unique_term_slug', unique, term, slug);
        parent = parent.parent > 0 ? await getTerm(parent.parent, term.taxonomy) : null;
      }
    }
    for (let number = 2; ; number++) {
      const candidate = `${unique.slice(0, MAX_TERM_LENGTH - String(number).length - 1)}-${number}`;
      if (!(await isTaken(candidate))) return hooks.applyFilters('wp_unique_term_slug', candidate, term, slug);
    }
  }

  /** Returns the existing term that conflicts with a new term, and the error message; null if there is none. */
  async function findConflict(
    { name, slug, slugGiven, parent }: { name: string; slug: string; slugGiven: boolean; parent: number },
    { name: taxonomy, hierarchical }: Taxonomy,
  ): Promise<{ term: Term; message: string } | null> {
    const named = await reads.getTerms({ taxonomy, name, hide_empty: false, ...(hierarchical ? { parent } : {}) });
    const sameNameTerm = Array.isArray(named)
      ? named.find((term) => term.name.toLowerCase() === name.toLowerCase())
      : undefined;
    if (!sameNameTerm) return null;
    const bySlug = await getTermBy('slug', slug, taxonomy);
    if (slugGiven && sameNameTerm.slug !== slug && !bySlug) return null;
    if (!hierarchical)
      return { term: sameNameTerm, message: 'A term with the name provided already exists in this taxonomy.' };
    const siblings = await reads.getTerms({ taxonomy, parent, hide_empty: false });
    const siblingTerms = Array.isArray(siblings) ? siblings : [];
    const isSlugNear = siblingTerms.some((term) => term.slug === slug);
    const isDuplicate = (!slugGiven || isSlugNear) && siblingTerms.some((term) => term.name === name);
    const existing = isDuplicate ? sameNameTerm : isSlugNear && bySlug;
    if (!existing) return null;
    return { term: existing, message: 'A term with the name provided already exists with this parent.' };
  }

  return { cleanName: sanitizeName, wpUniqueTermSlug, findConflict };
}
