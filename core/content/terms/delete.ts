import { type TermsApi, WpError } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { invalidTaxonomy } from './term-conditions.js';

interface TermDeletionDeps extends Pick<ContentDeps, 'db' | 'hooks' | 'types' | 'options'> {
  reads: Pick<TermsApi, 'getTerm'>;
  relations: Pick<TermsApi, 'wpSetObjectTerms' | 'wpGetObjectTerms'>;
}

/** Deletes terms and reassigns their posts and child terms (WordPress: wp_delete_term). */
export function createTermDeletion({
  db,
  hooks,
  types,
  options,
  reads: { getTerm },
  relations,
}: TermDeletionDeps): Pick<TermsApi, 'wpDeleteTerm'> {
  async function wpDeleteTerm(id: number, taxonomy: string, fallback?: number): Promise<boolean | 0 | WpError> {
    if (!types.taxonomyExists(taxonomy)) return invalidTaxonomy();
    const term = await getTerm(id, taxonomy);
    if (term instanceof WpError) return term;
    if (!term) return false;
    const defaultTermId = Number(
      await options.getOption(taxonomy === 'category' ? 'default_category' : `default_term_${taxonomy}`),
    );
    if (defaultTermId === id) return 0;
    return db.transaction(async () => {
      await hooks.doAction('pre_delete_term', id, taxonomy);
      const tt = term.term_taxonomy_id;
      await db()('term_taxonomy').where({ taxonomy, parent: id }).update({ parent: term.parent });
      const objects = await db()('term_relationships').where({ term_taxonomy_id: tt }).pluck<number[]>('object_id');
      const replacement = fallback ?? (taxonomy === 'category' ? defaultTermId : 0);
      for (const object of objects) {
        const currentTerms = await relations.wpGetObjectTerms(object, taxonomy);
        const remainingIds = Array.isArray(currentTerms)
          ? currentTerms.map((termId) => termId.term_id).filter((termId) => termId !== id)
          : [];
        if (remainingIds.length === 0 && replacement > 0) remainingIds.push(replacement);
        await relations.wpSetObjectTerms(object, remainingIds, taxonomy);
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

  return { wpDeleteTerm };
}
