import { type Term, type TermInput, type TermsApi, WpError } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { invalidTaxonomy } from './query-terms.js';

type Reads = Pick<TermsApi, 'getTerm' | 'getTermBy' | 'termExists' | 'getTerms'>;
type Writes = Pick<TermsApi, 'wpInsertTerm' | 'wpUpdateTerm' | 'wpDeleteTerm' | 'wpUniqueTermSlug'>;

interface TermWriteDeps extends ContentDeps {
  reads: Reads;
  relations: Pick<TermsApi, 'wpSetObjectTerms' | 'wpGetObjectTerms'>;
}

type Ids = { term_id: number; term_taxonomy_id: number };
const MAX = 200;

/** Writes terms (WordPress: wp_insert_term, wp_update_term, wp_delete_term). */
export function createTermWrites({ db, hooks, types, formatting, options, reads, relations }: TermWriteDeps): Writes {
  const { getTerm, getTermBy, termExists } = reads;

  async function cleanName(name: string, taxonomy: string): Promise<string> {
    const clean = formatting.escHtml(formatting.wpKsesData(formatting.sanitizeTextField(name)));
    return (
      await hooks.applyFilters(`pre_${taxonomy}_name`, await hooks.applyFilters('pre_term_name', clean, taxonomy))
    )
      .trim()
      .slice(0, MAX);
  }

  async function wpUniqueTermSlug(
    slug: string,
    term: { taxonomy: string; parent: number; term_id?: number },
  ): Promise<string> {
    const others = async (candidate: string): Promise<boolean> => {
      const found = await getTermBy('slug', candidate, term.taxonomy);
      return found !== false && found.term_id !== term.term_id;
    };
    if (!(await others(slug))) return hooks.applyFilters('wp_unique_term_slug', slug, term, slug);
    let unique = slug;
    const taxonomy = types.getTaxonomy(term.taxonomy);
    if (taxonomy && taxonomy.hierarchical && term.parent > 0) {
      // The names of what is above tell terms of one name apart better than a number.
      let parent = await getTerm(term.parent, term.taxonomy);
      while (parent && !(parent instanceof WpError)) {
        unique += `-${parent.slug}`;
        if (!(await others(unique))) return hooks.applyFilters('wp_unique_term_slug', unique, term, slug);
        parent = parent.parent > 0 ? await getTerm(parent.parent, term.taxonomy) : null;
      }
    }
    for (let number = 2; ; number++) {
      const candidate = `${unique.slice(0, MAX - String(number).length - 1)}-${number}`;
      if (!(await others(candidate))) return hooks.applyFilters('wp_unique_term_slug', candidate, term, slug);
    }
  }

  /** The term that stands in the way of a new one of the same name. */
  async function rival(
    name: string,
    slug: string,
    slugGiven: boolean,
    taxonomy: string,
    parent: number,
    hierarchical: boolean,
  ): Promise<{ term: Term; message: string } | null> {
    const named = await reads.getTerms({ taxonomy, name, hide_empty: false, ...(hierarchical ? { parent } : {}) });
    const twin = Array.isArray(named)
      ? named.find((term) => term.name.toLowerCase() === name.toLowerCase())
      : undefined;
    if (!twin) return null;
    const bySlug = await getTermBy('slug', slug, taxonomy);
    if (slugGiven && twin.slug !== slug && !bySlug) return null;
    if (!hierarchical) return { term: twin, message: 'A term with the name provided already exists in this taxonomy.' };
    const siblings = await reads.getTerms({ taxonomy, parent, hide_empty: false });
    const near = Array.isArray(siblings) ? siblings : [];
    const existing =
      (!slugGiven || near.some((term) => term.slug === slug)) && near.some((term) => term.name === name)
        ? twin
        : bySlug && near.some((term) => term.slug === slug)
          ? bySlug
          : null;
    return existing && { term: existing, message: 'A term with the name provided already exists with this parent.' };
  }

  async function wpInsertTerm(given: string, taxonomy: string, input: TermInput = {}): Promise<Ids | WpError> {
    const known = types.getTaxonomy(taxonomy);
    if (!known) return invalidTaxonomy();
    const filtered = await hooks.applyFilters<string | WpError>('pre_insert_term', given, taxonomy, input);
    if (filtered instanceof WpError) return filtered;
    if (filtered.trim() === '') return new WpError('empty_term_name', 'A name is required for this term.');
    const parent = input.parent ?? 0;
    if (parent > 0 && !(await termExists(parent))) return new WpError('missing_parent', 'Parent term does not exist.');
    const name = await cleanName(filtered, taxonomy);
    if (name === '') return new WpError('invalid_term_name', 'Invalid term name.');
    const slugGiven = Boolean(input.slug);
    const wished = formatting.sanitizeTitle(input.slug || name);
    const standing = await rival(name, wished, slugGiven, taxonomy, parent, known.hierarchical);
    if (standing) return new WpError('term_exists', standing.message, standing.term.term_id);
    return db.transaction(async () => {
      const unique = await wpUniqueTermSlug(wished.slice(0, MAX), { taxonomy, parent });
      const {
        name: stored,
        slug,
        term_group,
      } = await hooks.applyFilters('wp_insert_term_data', { name, slug: unique, term_group: 0 }, taxonomy, input);
      const [term_id] = (await db()('terms').insert({ name: stored, slug, term_group })) as [number];
      const finalSlug = slug === '' ? formatting.sanitizeTitle(name, String(term_id)) : slug;
      if (finalSlug !== slug) await db()('terms').where({ term_id }).update({ slug: finalSlug });
      const description = await hooks.applyFilters('pre_term_description', input.description ?? '');
      const [term_taxonomy_id] = (await db()('term_taxonomy').insert({
        term_id,
        taxonomy,
        description,
        parent,
        count: 0,
      })) as [number];
      await hooks.doAction('create_term', term_id, term_taxonomy_id, taxonomy, input);
      await hooks.doAction(`create_${taxonomy}`, term_id, term_taxonomy_id, input);
      await hooks.doAction('created_term', term_id, term_taxonomy_id, taxonomy, input);
      await hooks.doAction(`created_${taxonomy}`, term_id, term_taxonomy_id, input);
      await hooks.doAction('saved_term', term_id, term_taxonomy_id, taxonomy, false, input);
      await hooks.doAction(`saved_${taxonomy}`, term_id, term_taxonomy_id, false, input);
      return { term_id, term_taxonomy_id };
    });
  }

  async function wpUpdateTerm(id: number, taxonomy: string, input: TermInput): Promise<Ids | WpError> {
    if (!types.taxonomyExists(taxonomy)) return invalidTaxonomy();
    const term = await getTerm(id, taxonomy);
    if (term instanceof WpError) return term;
    if (!term) return new WpError('invalid_term', 'Empty Term.');
    const name = input.name === undefined ? term.name : await cleanName(input.name, taxonomy);
    if (name === '') return new WpError('empty_term_name', 'A name is required for this term.');
    const parent = await safeParent(input.parent ?? term.parent, id, taxonomy);
    if (parent > 0 && !(await termExists(parent))) return new WpError('missing_parent', 'Parent term does not exist.');
    const wished = input.slug === undefined ? term.slug : formatting.sanitizeTitle(input.slug || name);
    const other = await getTermBy('slug', wished, taxonomy);
    let slug = wished;
    if (other && other.term_id !== id) {
      if (input.slug) {
        return new WpError('duplicate_term_slug', `The slug \u201c${wished}\u201d is already in use by another term.`);
      }
      slug = await wpUniqueTermSlug(wished, { taxonomy, parent, term_id: id });
    }
    return db.transaction(async () => {
      await hooks.doAction('edit_terms', id, taxonomy, input);
      const data = await hooks.applyFilters(
        'wp_update_term_data',
        { name, slug: slug.slice(0, MAX) },
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

  /** A term is not its own ancestor (`wp_check_term_hierarchy_for_loops`). */
  async function safeParent(parent: number, id: number, taxonomy: string): Promise<number> {
    const seen = new Set<number>();
    for (let current = parent; current > 0 && !seen.has(current);) {
      if (current === id) return 0;
      seen.add(current);
      const above = await getTerm(current, taxonomy);
      current = above && !(above instanceof WpError) ? above.parent : 0;
    }
    return parent;
  }

  async function wpDeleteTerm(id: number, taxonomy: string, fallback?: number): Promise<boolean | 0 | WpError> {
    if (!types.taxonomyExists(taxonomy)) return invalidTaxonomy();
    const term = await getTerm(id, taxonomy);
    if (term instanceof WpError) return term;
    if (!term) return false;
    const standard = Number(
      await options.getOption(taxonomy === 'category' ? 'default_category' : `default_term_${taxonomy}`),
    );
    if (standard === id) return 0;
    return db.transaction(async () => {
      await hooks.doAction('pre_delete_term', id, taxonomy);
      const tt = term.term_taxonomy_id;
      await db()('term_taxonomy').where({ taxonomy, parent: id }).update({ parent: term.parent });
      const objects = await db()('term_relationships').where({ term_taxonomy_id: tt }).pluck<number[]>('object_id');
      const replacement = fallback ?? (taxonomy === 'category' ? standard : 0);
      for (const object of objects) {
        const present = await relations.wpGetObjectTerms(object, taxonomy);
        const left = Array.isArray(present) ? present.map((one) => one.term_id).filter((one) => one !== id) : [];
        if (left.length === 0 && replacement > 0) left.push(replacement);
        await relations.wpSetObjectTerms(object, left, taxonomy);
      }
      await db()('termmeta').where({ term_id: id }).delete();
      await hooks.doAction('delete_term_taxonomy', tt);
      await db()('term_relationships').where({ term_taxonomy_id: tt }).delete();
      await db()('term_taxonomy').where({ term_taxonomy_id: tt }).delete();
      await hooks.doAction('deleted_term_taxonomy', tt);
      if (!(await db()('term_taxonomy').where({ term_id: id }).first('term_id')))
        await db()('terms').where({ term_id: id }).delete();
      await hooks.doAction('delete_term', id, tt, taxonomy, term, objects);
      await hooks.doAction(`delete_${taxonomy}`, id, tt, term, objects);
      return true;
    });
  }

  return { wpInsertTerm, wpUpdateTerm, wpDeleteTerm, wpUniqueTermSlug };
}
