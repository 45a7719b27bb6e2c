import { type TermInput, type TermsApi, WpError } from '../../api/index.js';
import { getInsertedId } from '../../db/index.js';
import { removeNulFromFields, removeNul } from '../../formatting/text/without-nul.js';
import type { ContentDeps } from '../deps.js';
import { createTermDeletion } from './delete.js';
import { invalidTaxonomy } from './term-conditions.js';
import { createTermNames, MAX_TERM_LENGTH } from './term-names.js';

type Reads = Pick<TermsApi, 'getTerm' | 'getTermBy' | 'termExists' | 'getTerms'>;
type TermWrites = Pick<TermsApi, 'wpInsertTerm' | 'wpUpdateTerm' | 'wpDeleteTerm' | 'wpUniqueTermSlug'>;

interface TermWriteDeps extends ContentDeps {
  reads: Reads;
  relations: Pick<TermsApi, 'wpSetObjectTerms' | 'wpGetObjectTerms'>;
}

type TermIds = { term_id: number; term_taxonomy_id: number };

/** Saves terms (WordPress: wp_insert_term, wp_update_term, wp_delete_term). */
export function createTermWrites(deps: TermWriteDeps): TermWrites {
  const { db, hooks, types, formatting, reads } = deps;
  const { getTerm, getTermBy, termExists } = reads;
  const { cleanName, wpUniqueTermSlug, findConflict } = createTermNames(deps);

  async function wpInsertTerm(named: string, taxonomy: string, inputGiven: TermInput = {}): Promise<TermIds | WpError> {
    const [termName, input] = [removeNul(named), removeNulFromFields(inputGiven)];
    const taxonomyObject = types.getTaxonomy(taxonomy);
    if (!taxonomyObject) return invalidTaxonomy();
    const filtered = await hooks.applyFilters<string | WpError>('pre_insert_term', termName, taxonomy, input);
    if (filtered instanceof WpError) return filtered;
    if (filtered.trim() === '') return new WpError('empty_term_name', 'A name is required for this term.');
    const parent = input.parent ?? 0;
    if (parent > 0 && !(await termExists(parent))) return new WpError('missing_parent', 'Parent term does not exist.');
    const name = await cleanName(filtered, taxonomy);
    if (name === '') return new WpError('invalid_term_name', 'Invalid term name.');
    const slugGiven = Boolean(input.slug);
    const requestedSlug = formatting.sanitizeTitle(input.slug || name);
    const conflict = await findConflict({ name, slug: requestedSlug, slugGiven, parent }, taxonomyObject);
    if (conflict) return new WpError('term_exists', conflict.message, conflict.term.term_id);
    return db.transaction(async () => {
      const unique = await wpUniqueTermSlug(requestedSlug.slice(0, MAX_TERM_LENGTH), { taxonomy, parent });
      const {
        name: stored,
        slug,
        term_group,
      } = await hooks.applyFilters('wp_insert_term_data', { name, slug: unique, term_group: 0 }, taxonomy, input);
      const term_id = getInsertedId(await db()('terms').insert({ name: stored, slug, term_group }));
      const finalSlug = slug === '' ? formatting.sanitizeTitle(name, String(term_id)) : slug;
      if (finalSlug !== slug) await db()('terms').where({ term_id }).update({ slug: finalSlug });
      const description = await hooks.applyFilters('pre_term_description', input.description ?? '');
      const row = { term_id, taxonomy, description, parent, count: 0 };
      const term_taxonomy_id = getInsertedId(await db()('term_taxonomy').insert(row));
      await hooks.doAction('create_term', term_id, term_taxonomy_id, taxonomy, input);
      await hooks.doAction(`create_${taxonomy}`, term_id, term_taxonomy_id, input);
      await hooks.doAction('created_term', term_id, term_taxonomy_id, taxonomy, input);
      await hooks.doAction(`created_${taxonomy}`, term_id, term_taxonomy_id, input);
      await hooks.doAction('saved_term', term_id, term_taxonomy_id, taxonomy, false, input);
      await hooks.doAction(`saved_${taxonomy}`, term_id, term_taxonomy_id, false, input);
      return { term_id, term_taxonomy_id };
    });
  }

  async function wpUpdateTerm(id: number, taxonomy: string, rawInput: TermInput): Promise<TermIds | WpError> {
    const input = removeNulFromFields(rawInput);
    if (!types.taxonomyExists(taxonomy)) return invalidTaxonomy();
    const term = await getTerm(id, taxonomy);
    if (term instanceof WpError) return term;
    if (!term) return new WpError('invalid_term', 'Empty Term.');
    const name = input.name === undefined ? term.name : await cleanName(input.name, taxonomy);
    if (name === '') return new WpError('empty_term_name', 'A name is required for this term.');
    const parent = await checkParent(getTerm, input.parent ?? term.parent, id, taxonomy);
    if (parent > 0 && !(await termExists(parent))) return new WpError('missing_parent', 'Parent term does not exist.');
    const requested = input.slug === undefined ? term.slug : formatting.sanitizeTitle(input.slug || name);
    const other = await getTermBy('slug', requested, taxonomy);
    let slug = requested;
    if (other && other.term_id !== id) {
      if (input.slug) {
        return new WpError(
          'duplicate_term_slug',
          `The slug \u201c${requested}\u201d is already in use by another term.`,
        );
      }
      slug = await wpUniqueTermSlug(requested, { taxonomy, parent, term_id: id });
    }
    return db.transaction(async () => {
      await hooks.doAction('edit_terms', id, taxonomy, input);
      const data = await hooks.applyFilters(
        'wp_update_term_data',
        { name, slug: slug.slice(0, MAX_TERM_LENGTH) },
        id,
        taxonomy,
        input,
      );
      await db()('terms').where({ term_id: id }).update({ name: data.name, slug: data.slug });
      await hooks.doAction('edited_terms', id, taxonomy, input);
      const description =
        input.description === undefined
          ? term.description
          : await hooks.applyFilters('pre_term_description', input.description);
      await hooks.doAction('edit_term_taxonomy', term.term_taxonomy_id, taxonomy, input);
      await db()('term_taxonomy').where({ term_taxonomy_id: term.term_taxonomy_id }).update({ description, parent });
      await hooks.doAction('edited_term_taxonomy', term.term_taxonomy_id, taxonomy, input);
      await hooks.doAction('edit_term', id, term.term_taxonomy_id, taxonomy, input);
      await hooks.doAction(`edit_${taxonomy}`, id, term.term_taxonomy_id, input);
      await hooks.doAction('edited_term', id, term.term_taxonomy_id, taxonomy, input);
      await hooks.doAction(`edited_${taxonomy}`, id, term.term_taxonomy_id, input);
      await hooks.doAction('saved_term', id, term.term_taxonomy_id, taxonomy, true, input);
      await hooks.doAction(`saved_${taxonomy}`, id, term.term_taxonomy_id, true, input);
      return { term_id: id, term_taxonomy_id: term.term_taxonomy_id };
    });
  }

  return { wpInsertTerm, wpUpdateTerm, wpUniqueTermSlug, ...createTermDeletion(deps) };
}

/** Returns the parent of a term; 0 if the term would become its own ancestor (`wp_check_term_hierarchy_for_loops`). */
async function checkParent(
  getTerm: TermsApi['getTerm'],
  parent: number,
  id: number,
  taxonomy: string,
): Promise<number> {
  const visited = new Set<number>();
  for (let current = parent; current > 0 && !visited.has(current);) {
    if (current === id) return 0;
    visited.add(current);
    const parentTerm = await getTerm(current, taxonomy);
    current = parentTerm && !(parentTerm instanceof WpError) ? parentTerm.parent : 0;
  }
  return parent;
}
