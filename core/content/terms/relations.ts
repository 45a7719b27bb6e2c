import { type Database, isWpError, type TermsApi, WpError } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { invalidTaxonomy } from './term-conditions.js';

type Relations = Pick<TermsApi, 'wpSetObjectTerms' | 'wpRemoveObjectTerms' | 'wpSetPostTerms' | 'wpUpdateTermCount'>;

interface RelationDeps extends ContentDeps {
  reads: Pick<TermsApi, 'termExists' | 'wpGetObjectTerms'>;
  /** Creates a term that does not exist. Passed as a function, because the term writes depend on this module. */
  insertTerm: TermsApi['wpInsertTerm'];
}

/** Returns the term taxonomy IDs of an object, without applying filters. */
function selectTermIds(db: Database, id: number, taxonomy: string): Promise<number[]> {
  return db()('term_relationships as r')
    .join('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
    .where({ 'r.object_id': id, 'x.taxonomy': taxonomy })
    .pluck<number[]>('x.term_taxonomy_id');
}

/** Assigns terms to objects (WordPress: wp_set_object_terms, wp_remove_object_terms …). */
export function createTermRelations({
  db,
  hooks,
  types,
  reads,
  insertTerm,
}: RelationDeps): Relations & { deleteTermRelationships(id: number, type: string): Promise<void> } {
  /** Returns the term taxonomy IDs of an object, from a query that plugins can filter. */
  async function queryTermIds(id: number, taxonomy: string): Promise<number[]> {
    const terms = await reads.wpGetObjectTerms(id, taxonomy);
    return isWpError(terms) ? [] : terms.map((term) => term.term_taxonomy_id);
  }

  async function wpUpdateTermCount(ids: number[], taxonomy: string): Promise<void> {
    const objectTypes = (types.getTaxonomy(taxonomy) || undefined)?.objectType ?? [];
    for (const id of ids) {
      const countQuery = db()('term_relationships as r').where({ 'r.term_taxonomy_id': id });
      if (objectTypes.some((type) => types.postTypeExists(type))) {
        void countQuery
          .join('posts as p', 'p.id', 'r.object_id')
          .where({ 'p.post_status': 'publish' })
          .whereIn('p.post_type', objectTypes);
      }
      const row = await countQuery.count({ total: '*' }).first<{ total: number | string } | undefined>();
      const total = row?.total ?? 0;
      await hooks.doAction('update_term_count', id, taxonomy, Number(total));
      await hooks.doAction('edit_term_taxonomy', id, taxonomy, {});
      await db()('term_taxonomy')
        .where({ term_taxonomy_id: id })
        .update({ count: Number(total) });
      await hooks.doAction('edited_term_taxonomy', id, taxonomy, {});
    }
  }

  async function removeAssignments(id: number, ids: number[], taxonomy: string): Promise<void> {
    if (ids.length === 0) return;
    await hooks.doAction('delete_term_relationships', id, ids, taxonomy);
    await db()('term_relationships').where({ object_id: id }).whereIn('term_taxonomy_id', ids).delete();
    await hooks.doAction('deleted_term_relationships', id, ids, taxonomy);
    await wpUpdateTermCount(ids, taxonomy);
  }

  async function wpSetObjectTerms(
    id: number,
    input: (number | string)[] | number | string,
    taxonomy: string,
    append = false,
  ): Promise<number[] | WpError> {
    if (!types.taxonomyExists(taxonomy)) return invalidTaxonomy();
    const inputList = Array.isArray(input) ? input : [input];
    const terms = input === '' ? [] : inputList;
    return db.transaction(async () => {
      const before = append ? await selectTermIds(db, id, taxonomy) : await queryTermIds(id, taxonomy);
      const ids: number[] = [];
      for (const term of terms) {
        if (typeof term === 'string' && term.trim() === '') continue;
        let found = await reads.termExists(term, taxonomy);
        if (!found) {
          // A number is the ID of an existing term. Only a name creates a new term.
          if (typeof term === 'number') continue;
          const inserted = await insertTerm(term, taxonomy);
          if (inserted instanceof WpError) return inserted;
          found = inserted;
        }
        if (!ids.includes(found.term_taxonomy_id)) ids.push(found.term_taxonomy_id);
      }
      const added = ids.filter((termId) => !before.includes(termId));
      for (const termId of added) {
        await hooks.doAction('add_term_relationship', id, termId, taxonomy);
        await db()('term_relationships')
          .insert({ object_id: id, term_taxonomy_id: termId, term_order: 0 })
          .onConflict(['object_id', 'term_taxonomy_id'])
          .ignore();
        await hooks.doAction('added_term_relationship', id, termId, taxonomy);
      }
      if (added.length > 0) await wpUpdateTermCount(added, taxonomy);
      if (!append)
        await removeAssignments(
          id,
          before.filter((termId) => !ids.includes(termId)),
          taxonomy,
        );
      await hooks.doAction('set_object_terms', id, terms, ids, taxonomy, append, before);
      return ids;
    });
  }

  return {
    wpUpdateTermCount,
    wpSetObjectTerms,
    async wpRemoveObjectTerms(id, terms, taxonomy) {
      if (!types.taxonomyExists(taxonomy)) return invalidTaxonomy();
      const ids: number[] = [];
      for (const term of terms) {
        const found = await reads.termExists(term, taxonomy);
        if (found) ids.push(found.term_taxonomy_id);
      }
      await removeAssignments(id, ids, taxonomy);
      return ids.length > 0;
    },
    async wpSetPostTerms(id, terms, taxonomy = 'post_tag', append = false) {
      if (id < 1) return false;
      const list =
        typeof terms === 'string'
          ? terms
              .split(',')
              .map((term) => term.trim())
              .filter((term) => term !== '')
          : terms;
      const taxonomyObject = types.getTaxonomy(taxonomy);
      // Hierarchical terms are passed by ID, because their names need not be unique.
      return wpSetObjectTerms(
        id,
        taxonomyObject && taxonomyObject.hierarchical
          ? list.map(Number).filter((term) => Number.isInteger(term))
          : list,
        taxonomy,
        append,
      );
    },
    async deleteTermRelationships(id, type) {
      for (const taxonomy of types.getObjectTaxonomies(type))
        await removeAssignments(id, await selectTermIds(db, id, taxonomy.name), taxonomy.name);
    },
  };
}
