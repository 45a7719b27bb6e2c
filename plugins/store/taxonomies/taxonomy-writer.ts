import { andThen, type MaybePromise, PlinthError, type PluginScope } from 'plinth';
import { type ChangeLog, MOST_LISTED } from '../changes/change-log.js';
import type { CatalogueTaxonomy } from '../contract/index.js';
import { foldedTerm } from '../words/folded-term.js';
import type { TermRow } from './tables.js';
import type { TermVersion } from '../changes/term-version.js';

/** What a term is made of; what is left out keeps its value, or is empty for a new one. */
interface TermInput {
  readonly taxonomy: string;
  /** Empty: made of the name. */
  readonly slug?: string;
  readonly name: string;
  readonly parentId?: number;
  readonly position?: number;
  /** `#rrggbb`, or the address of a picture. */
  readonly swatch?: string;
  readonly description?: string;
}

/** Everything that writes taxonomies and terms: the admin, CSV files, the demo. */
export interface TaxonomyWriter {
  taxonomies(): MaybePromise<readonly CatalogueTaxonomy[]>;
  term(id: number): Promise<TermRow | null>;
  /** Creates a taxonomy, or leaves the one of that name as it is. Its name is `product_…` or `pa_…`, lower-case. */
  ensureTaxonomy(taxonomy: CatalogueTaxonomy): Promise<void>;
  /** Renames an attribute. */
  relabel(name: string, label: string): Promise<void>;
  /** Deletes an attribute with its terms. @throws PlinthError `store_taxonomy_fixed` for the built-in ones */
  removeTaxonomy(name: string): Promise<void>;
  /** The term of that slug, or else of that name under the same parent, brought up to what is given; created when absent. @returns its id */
  ensureTerm(term: TermInput): Promise<number>;
  /** @throws PlinthError `store_term_invalid` */
  createTerm(term: TermInput): Promise<number>;
  /** @throws PlinthError `store_term_invalid`, `store_term_missing` */
  updateTerm(id: number, term: Omit<TermInput, 'taxonomy'>): Promise<void>;
  /** Deletes a term; its children move up to its parent, and products lose it. */
  removeTerm(id: number): Promise<void>;
}

export const BUILT_IN_TAXONOMIES: readonly (CatalogueTaxonomy & { readonly position: number })[] = [
  { name: 'product_cat', label: 'Categories', kind: 'category', hierarchical: true, position: 0 },
  { name: 'product_tag', label: 'Tags', kind: 'tag', hierarchical: false, position: 1 },
  { name: 'product_brand', label: 'Brands', kind: 'brand', hierarchical: false, position: 2 },
];

const NAME = /^(?:product|pa)_[a-z0-9_-]{1,50}$/;
const MAX_DEPTH = 20;

interface TaxonomyWriterDeps {
  readonly scope: Pick<PluginScope, 'remember' | 'db' | 'doAction' | 'sanitizeTitle' | '__'>;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly version: Pick<TermVersion, 'bump'>;
}

/** Where the pages of terms stand. */
const FOLDERS: Readonly<Record<string, string>> = {
  product_cat: 'product-category',
  product_brand: 'brand',
  product_tag: 'product-tag',
};

export function createTaxonomyWriter({ scope, changes, version }: TaxonomyWriterDeps): TaxonomyWriter {
  const { db, __ } = scope;
  const terms = () => db()('store_terms');
  const invalid = (message: string, field: string): PlinthError =>
    new PlinthError('store_term_invalid', message, {
      status: 422,
      cure: __('Correct it and try again.'),
      details: { field },
    });

  function taxonomies(): MaybePromise<CatalogueTaxonomy[]> {
    const kept = scope.remember('store:taxonomies', async () => db()('store_taxonomies').orderBy(['position', 'name']));
    // Those of the store speak the language of the request, unless the owner has named them.
    const words: Readonly<Record<string, string>> = {
      Categories: __('Categories'),
      Tags: __('Tags'),
      Brands: __('Brands'),
    };
    return andThen(kept, (rows) =>
      rows.map(({ name, label, kind, hierarchical }) => ({
        name,
        label: (kind === 'attribute' ? undefined : words[label]) ?? label,
        kind,
        hierarchical: hierarchical === 1,
      })),
    );
  }

  async function taxonomyOf(name: string): Promise<CatalogueTaxonomy> {
    const found = (await taxonomies()).find((taxonomy) => taxonomy.name === name);
    if (!found) throw invalid(__('There is no taxonomy %s.', name), 'taxonomy');
    return found;
  }

  async function term(id: number): Promise<TermRow | null> {
    return (await terms().where({ id }).first()) ?? null;
  }

  async function slugTaken(taxonomy: string, slug: string, except: number): Promise<boolean> {
    return (await terms().where({ taxonomy, slug }).whereNot({ id: except }).first('id')) !== undefined;
  }

  async function freeSlug(taxonomy: string, wanted: string): Promise<string> {
    for (let number = 1; ; number++) {
      const slug = number === 1 ? wanted : `${wanted}-${number}`;
      if (!(await slugTaken(taxonomy, slug, 0))) return slug;
    }
  }

  async function checkParent(taxonomy: CatalogueTaxonomy, id: number, parentId: number): Promise<void> {
    if (parentId === 0) return;
    if (!taxonomy.hierarchical) throw invalid(__('Only categories stand below each other.'), 'parent');
    let above = await term(parentId);
    if (!above || above.taxonomy !== taxonomy.name) throw invalid(__('The parent does not exist.'), 'parent');
    for (let depth = 0; above; depth++) {
      if (above.id === id) throw invalid(__('A category cannot stand below itself.'), 'parent');
      if (depth >= MAX_DEPTH) throw invalid(__('Categories go at most %d levels deep.', MAX_DEPTH), 'parent');
      above = above.parent_id > 0 ? await term(above.parent_id) : null;
    }
  }

  function checkTexts({ name, swatch = '', description = '' }: Omit<TermInput, 'taxonomy'>): void {
    if (name.trim() === '' || name.length > 200)
      throw invalid(__('Please write a name of up to %d characters.', 200), 'name');
    if (swatch !== '' && !/^#[0-9a-f]{6}$/i.test(swatch) && !/^(?:https:\/\/|\/|asset:)[^\s"'<>]{1,480}$/.test(swatch))
      throw invalid(__('Please write a colour as #rrggbb or the address of a picture.'), 'swatch');
    if (description.length > 20_000) throw invalid(__('The description is too long.'), 'description');
  }

  /** Products that show a term, or one below it. */
  async function productsOf(ids: readonly number[]): Promise<number[]> {
    const rows = await db()('store_product_terms')
      .whereIn('term_id', ids)
      .distinct('product_id')
      .limit(MOST_LISTED + 1);
    return rows.map((row) => row.product_id);
  }

  async function withDescendants(row: TermRow): Promise<number[]> {
    const rows = await terms().where({ taxonomy: row.taxonomy }).select('id', 'parent_id');
    const found = [row.id];
    for (let at = 0; at < found.length; at++)
      found.push(...rows.filter((one) => one.parent_id === found[at] && !found.includes(one.id)).map((one) => one.id));
    return found;
  }

  async function createTerm(input: TermInput): Promise<number> {
    checkTexts(input);
    return db.transaction(async () => {
      const taxonomy = await taxonomyOf(input.taxonomy);
      await checkParent(taxonomy, 0, input.parentId ?? 0);
      const given = scope.sanitizeTitle(input.slug ?? '').slice(0, 180);
      if (given !== '' && (await slugTaken(taxonomy.name, given, 0)))
        throw invalid(__('Another entry has the address %s.', given), 'slug');
      const slug =
        given !== '' ? given : await freeSlug(taxonomy.name, scope.sanitizeTitle(input.name).slice(0, 180) || 'term');
      const [id] = await terms().insert({
        taxonomy: taxonomy.name,
        slug,
        name: input.name.trim(),
        folded: foldedTerm(input.name),
        parent_id: input.parentId ?? 0,
        position: input.position ?? 0,
        swatch: input.swatch ?? '',
        description: input.description ?? '',
      });
      await version.bump();
      return id ?? 0;
    });
  }

  async function updateTerm(id: number, input: Omit<TermInput, 'taxonomy'>): Promise<void> {
    checkTexts(input);
    await db.transaction(async () => {
      const row = await term(id);
      if (!row)
        throw new PlinthError('store_term_missing', __('There is no such entry.'), {
          status: 404,
          cure: __('Go back to the list.'),
        });
      await checkParent(await taxonomyOf(row.taxonomy), id, input.parentId ?? row.parent_id);
      const slug = scope.sanitizeTitle(input.slug ?? '').slice(0, 180) || row.slug;
      if (await slugTaken(row.taxonomy, slug, id)) throw invalid(__('Another entry has the address %s.', slug), 'slug');
      const next = {
        slug,
        name: input.name.trim(),
        folded: foldedTerm(input.name),
        parent_id: input.parentId ?? row.parent_id,
        position: input.position ?? row.position,
        swatch: input.swatch ?? row.swatch,
        description: input.description ?? row.description,
      };
      if (Object.entries(next).every(([key, value]) => row[key as keyof TermRow] === value)) return;
      await terms().where({ id }).update(next);
      const folder = FOLDERS[row.taxonomy];
      if (row.slug !== slug && folder !== undefined)
        await scope.doAction('plinth/address_changed', `/${folder}/${row.slug}/`, `/${folder}/${slug}/`);
      await version.bump();
      const touched = await productsOf(await withDescendants(row));
      // What products say of themselves is the same: more than can be listed are no reason to read everything again.
      if (touched.length <= MOST_LISTED) await changes.append(touched);
      await db.afterCommit(async () => scope.doAction('store/terms_changed', [id]));
    });
  }

  return {
    taxonomies,
    term,
    createTerm,
    updateTerm,
    async ensureTaxonomy({ name, label, kind, hierarchical }) {
      if (!NAME.test(name)) throw invalid(__('%s cannot be the name of a taxonomy.', name), 'name');
      if (label.trim() === '' || label.length > 100)
        throw invalid(__('Please write a name of up to %d characters.', 100), 'label');
      await db.transaction(async () => {
        const last = (await db()('store_taxonomies').max({ last: 'position' }).first()) as
          { last: number | null } | undefined;
        await db()('store_taxonomies')
          .insert({
            name,
            label: label.trim(),
            kind,
            hierarchical: hierarchical ? 1 : 0,
            position: (last?.last ?? -1) + 1,
          })
          .onConflict('name')
          .ignore();
      });
    },
    async relabel(name, label) {
      if (label.trim() === '' || label.length > 100)
        throw invalid(__('Please write a name of up to %d characters.', 100), 'label');
      await db()('store_taxonomies').where({ name }).update({ label: label.trim() });
    },
    async removeTaxonomy(name) {
      if (BUILT_IN_TAXONOMIES.some((taxonomy) => taxonomy.name === name))
        throw new PlinthError('store_taxonomy_fixed', __('This taxonomy belongs to the store.'), {
          status: 422,
          cure: __('Delete single entries instead.'),
        });
      await db.transaction(async () => {
        const ids = (await terms().where({ taxonomy: name }).select('id')).map((row) => row.id);
        const touched = await productsOf(ids);
        for (let at = 0; at < ids.length; at += 500) {
          await db()('store_product_terms')
            .whereIn('term_id', ids.slice(at, at + 500))
            .delete();
          await db()('store_variation_terms')
            .whereIn('term_id', ids.slice(at, at + 500))
            .delete();
        }
        await terms().where({ taxonomy: name }).delete();
        await version.bump();
        await db()('store_taxonomies').where({ name }).delete();
        await changes.append(touched);
      });
    },
    ensureTerm: (input) =>
      db.transaction(async () => {
        const slug = scope.sanitizeTitle(input.slug ?? '').slice(0, 180);
        const place = input.parentId === undefined ? {} : { parent_id: input.parentId };
        const known = await terms()
          .where(
            slug !== ''
              ? { taxonomy: input.taxonomy, slug }
              : { taxonomy: input.taxonomy, name: input.name.trim(), ...place },
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
        const touched = await productsOf(await withDescendants(row));
        await terms().where({ taxonomy: row.taxonomy, parent_id: id }).update({ parent_id: row.parent_id });
        await db()('store_product_terms').where({ term_id: id }).delete();
        await db()('store_variation_terms').where({ term_id: id }).delete();
        await terms().where({ id }).delete();
        await version.bump();
        await changes.append(touched);
      });
    },
  };
}
