import { type Database, isWpError, type TermsApi, WpError } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { invalidTaxonomy } from './term-conditions.js';

type Relations = Pick<TermsApi, 'wpSetObjectTerms' | 'wpRemoveObjectTerms' | 'wpSetPostTerms' | 'wpUpdateTermCount'>;

interface RelationDeps extends ContentDeps {
  reads: Pick<TermsApi, 'termExists' | 'wpGetObjectTerms'>;
  /** Creates a named term that does not exist; resolved late, because term writes depend on this module. */
  insertTerm: TermsApi['wpInsertTerm'];
}

/** Returns an object's term IDs, bypassing all filters. */
function currentIds(db: Database, id: number, taxonomy: string): Promise<number[]> {
  return db()('term_relationships as r')
    .join('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
    .where({ 'r.object_id': id, 'x.taxonomy': taxonomy })
    .pluck<number[]>('x.term_taxonomy_id');
}

/** Manages the assignment of terms to objects (WordPress: wp_set_object_terms and its family). */
export function createTermRelations({
  db,
  hooks,
  types,
  reads,
  insertTerm,
}: RelationDeps): Relations & { deleteTermRelationships(id: number, type: string): Promise<void> } {
  /** Returns an object's terms through a query that plugins can filter. */
  async function filed(id: number, taxonomy: string): Promise<number[]> {
    const terms = await reads.wpGetObjectTerms(id, taxonomy);
    return isWpError(terms) ? [] : terms.map((term) => term.term_taxonomy_id);
  }

  async function wpUpdateTermCount(ids: number[], taxonomy: string): Promise<void> {
    const objectTypes = (types.getTaxonomy(taxonomy) || undefined)?.objectType ?? [];
    for (const id of ids) {
      const counted = db()('term_relationships as r').where({ 'r.term_taxonomy_id': id });
      if (objectTypes.some((type) => types.postTypeExists(type))) {
        void counted
          .join('posts as p', 'p.id', 'r.object_id')
          .where({ 'p.post_status': 'publish' })
          .whereIn('p.post_type', objectTypes);
      }
      const row = await counted.count({ total: '*' }).first<{ total: number | string } | undefined>();
      const total = row?.total ?? 0;
      await hooks.doAction('update_term_count', id, taxonomy, Number(total));
      await hooks.doAction('edit_term_taxonomy', id, taxonomy, {});
      await db()('term_taxonomy')
        .where({ term_taxonomy_id: id })
        .update({ count: Number(total) });
      await hooks.doAction('edited_term_taxonomy', id, taxonomy, {});
    }
  }

  async function remove(id: number, ids: number[], taxonomy: string): Promise<void> {
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
    const listed = Array.isArray(input) ? input : [input];
    const terms = input === '' ? [] : listed;
    return db.transaction(async () => {
      const before = append ? await currentIds(db, id, taxonomy) : await filed(id, taxonomy);
      const ids: number[] = [];
      for (const term of terms) {
        if (typeof term === 'string' && term.trim() === '') continue;
        let found = await reads.termExists(term, taxonomy);
        if (!found) {
          // A number refers to an existing term; only a name creates a new one.
          if (typeof term === 'number') continue;
          const inserted = await insertTerm(term, taxonomy);
          if (inserted instanceof WpError) return inserted;
          found = inserted;
        }
        if (!ids.includes(found.term_taxonomy_id)) ids.push(found.term_taxonomy_id);
      }
      const added = ids.filter((one) => !before.includes(one));
      for (const one of added) {
        await hooks.doAction('add_term_relationship', id, one, taxonomy);
        await db()('term_relationships')
          .insert({ object_id: id, term_taxonomy_id: one, term_order: 0 })
          .onConflict(['object_id', 'term_taxonomy_id'])
          .ignore();
        await hooks.doAction('added_term_relationship', id, one, taxonomy);
      }
      if (added.length > 0) await wpUpdateTermCount(added, taxonomy);
      if (!append)
        await remove(
          id,
          before.filter((one) => !ids.includes(one)),
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
      await remove(id, ids, taxonomy);
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
      const known = types.getTaxonomy(taxonomy);
      // Hierarchical terms are passed by ID, because their names need not be unique.
      return wpSetObjectTerms(
        id,
        known && known.hierarchical ? list.map(Number).filter((term) => Number.isInteger(term)) : list,
        taxonomy,
        append,
      );
    },
    async deleteTermRelationships(id, type) {
      for (const taxonomy of types.getObjectTaxonomies(type))
        await remove(id, await currentIds(db, id, taxonomy.name), taxonomy.name);
    },
  };
}
