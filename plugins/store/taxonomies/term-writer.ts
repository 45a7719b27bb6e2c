import { type Database, PlinthError, type PluginScope } from 'plinth';
import { type ChangeLog, MAX_LISTED } from '../change-log/change-log.js';
import type { TermVersion } from '../change-log/term-version.js';
import type { CatalogTaxonomy } from '../contract/index.js';
import { truncateSlug } from '../products/slugs.js';
import { normalizeTermName } from '../search-tokens/ngrams.js';
import { insertedId } from '../search-tokens/row-batches.js';
import { addFormerSlug } from './former-slugs.js';
import type { TermRow } from './tables.js';
import type { TermChecks, TermInput } from './term-checks.js';

export interface TermWriterDeps {
  readonly scope: Pick<PluginScope, 'db' | 'doAction' | 'sanitizeTitle' | '__'>;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly version: Pick<TermVersion, 'bump'>;
}

/** Creates, changes and deletes terms. */
export interface TermWriter {
  /**
   * Updates a term, or creates it if it does not exist. It is found by its slug; without a slug, by its name and
   * parent.
   * @returns ID of the term
   */
  ensureTerm(term: TermInput): Promise<number>;
  /** @throws PlinthError `store_term_invalid` */
  createTerm(term: TermInput): Promise<number>;
  /** @throws PlinthError `store_term_invalid`, `store_term_not_found` */
  updateTerm(id: number, term: Omit<TermInput, 'taxonomy'>): Promise<void>;
  /** Deletes a term. Its children are moved to its parent, and it is removed from products. */
  removeTerm(id: number): Promise<void>;
}

/** Columns that an update changes. */
const TERM_COLUMNS = ['slug', 'name', 'search_name', 'parent_id', 'position', 'swatch', 'description'] as const;

/** URL bases of term pages. */
const URL_BASES: Readonly<Record<string, string>> = {
  product_cat: 'product-category',
  product_brand: 'brand',
  product_tag: 'product-tag',
};

export function createTermWriter(
  { scope, changes, version }: TermWriterDeps,
  checks: TermChecks,
  taxonomies: () => Promise<readonly CatalogTaxonomy[]>,
): TermWriter {
  const { db, __ } = scope;
  const { invalid, term, slugTaken, uniqueSlug, checkParent, checkTexts } = checks;
  const terms = () => db()('store_terms');

  async function getTaxonomy(name: string): Promise<CatalogTaxonomy> {
    const found = (await taxonomies()).find((taxonomy) => taxonomy.name === name);
    if (!found) throw invalid(__('The taxonomy %s doesn’t exist.', name), 'taxonomy');
    return found;
  }

  async function createTerm(input: TermInput): Promise<number> {
    checkTexts(input);
    return db.transaction(async () => {
      const taxonomy = await getTaxonomy(input.taxonomy);
      await checkParent(taxonomy, 0, input.parentId ?? 0);
      const requestedSlug = truncateSlug(scope.sanitizeTitle(input.slug ?? ''));
      if (requestedSlug !== '' && (await slugTaken(taxonomy.name, requestedSlug, 0)))
        throw invalid(__('The slug %s is already in use.', requestedSlug), 'slug');
      const slug =
        requestedSlug !== ''
          ? requestedSlug
          : await uniqueSlug(taxonomy.name, truncateSlug(scope.sanitizeTitle(input.name)) || 'term');
      const row = {
        taxonomy: taxonomy.name,
        slug,
        name: input.name.trim(),
        search_name: normalizeTermName(input.name),
        parent_id: input.parentId ?? 0,
        position: input.position ?? 0,
        swatch: input.swatch ?? '',
        description: input.description ?? '',
      };
      const id = insertedId(await terms().insert(row));
      await version.bump();
      return id;
    });
  }

  async function updateTerm(id: number, input: Omit<TermInput, 'taxonomy'>): Promise<void> {
    checkTexts(input);
    await db.transaction(async () => {
      const row = await term(id);
      if (!row)
        throw new PlinthError('store_term_not_found', __('This entry doesn’t exist.'), {
          status: 404,
          hint: __('Go back to the list.'),
        });
      await checkParent(await getTaxonomy(row.taxonomy), id, input.parentId ?? row.parent_id);
      const slug = truncateSlug(scope.sanitizeTitle(input.slug ?? '')) || row.slug;
      if (await slugTaken(row.taxonomy, slug, id)) throw invalid(__('The slug %s is already in use.', slug), 'slug');
      const next = {
        slug,
        name: input.name.trim(),
        search_name: normalizeTermName(input.name),
        parent_id: input.parentId ?? row.parent_id,
        position: input.position ?? row.position,
        swatch: input.swatch ?? row.swatch,
        description: input.description ?? row.description,
      };
      if (TERM_COLUMNS.every((key) => row[key] === next[key])) return;
      const isMoved = row.slug !== slug;
      await terms()
        .where({ id })
        .update({ ...next, ...(isMoved ? { former_slugs: addFormerSlug(row.former_slugs, row.slug, slug) } : {}) });
      const folder = URL_BASES[row.taxonomy];
      if (isMoved) await scope.doAction('store/term_slug_changed', row.taxonomy, row.slug, slug);
      if (isMoved && folder !== undefined)
        await scope.doAction('plinth/url_changed', `/${folder}/${row.slug}/`, `/${folder}/${slug}/`);
      await version.bump();
      const affectedIds = await productIdsOfTerms(db, await withDescendantIds(db, row));
      // Product data is unchanged, so products are not reprocessed if there are too many.
      if (affectedIds.length <= MAX_LISTED) await changes.append(affectedIds);
      await db.afterCommit(async () => scope.doAction('store/terms_changed', [id]));
    });
  }

  return {
    createTerm,
    updateTerm,
    ensureTerm: (input) =>
      db.transaction(async () => {
        const slug = truncateSlug(scope.sanitizeTitle(input.slug ?? ''));
        const parent = input.parentId === undefined ? {} : { parent_id: input.parentId };
        const known = await terms()
          .where(
            slug !== ''
              ? { taxonomy: input.taxonomy, slug }
              : { taxonomy: input.taxonomy, name: input.name.trim(), ...parent },
          )
          .orderBy('id')
          .first();
        if (!known) return createTerm(input);
        await updateTerm(known.id, input);
        return known.id;
      }),
    async removeTerm(id) {
      await db.transaction(async () => {
        const row = await term(id);
        if (!row) return;
        const affectedIds = await productIdsOfTerms(db, await withDescendantIds(db, row));
        await terms().where({ taxonomy: row.taxonomy, parent_id: id }).update({ parent_id: row.parent_id });
        await db()('store_product_terms').where({ term_id: id }).delete();
        await db()('store_variation_terms').where({ term_id: id }).delete();
        await terms().where({ id }).delete();
        await version.bump();
        await changes.append(affectedIds);
      });
    },
  };
}

/** Returns the IDs of products with one of the terms, up to one more than the maximum of a change entry. */
export async function productIdsOfTerms(db: Database, ids: readonly number[]): Promise<number[]> {
  const rows = await db()('store_product_terms')
    .whereIn('term_id', ids)
    .distinct('product_id')
    .limit(MAX_LISTED + 1);
  return rows.map((row) => row.product_id);
}

async function withDescendantIds(db: Database, row: TermRow): Promise<number[]> {
  const rows = await db()('store_terms').where({ taxonomy: row.taxonomy }).select('id', 'parent_id');
  const found = [row.id];
  for (let index = 0; index < found.length; index++)
    found.push(
      ...rows.filter((child) => child.parent_id === found[index] && !found.includes(child.id)).map((child) => child.id),
    );
  return found;
}
