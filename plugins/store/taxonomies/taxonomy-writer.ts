import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogTaxonomy } from '../contract/index.js';
import type { TermRow } from './tables.js';
import { createTermChecks } from './term-checks.js';
import { createTermWriter, productIdsOfTerms, type TermWriter, type TermWriterDeps } from './term-writer.js';

/** Creates and changes taxonomies and terms. */
export interface TaxonomyWriter extends TermWriter {
  taxonomies(): Promise<readonly CatalogTaxonomy[]>;
  term(id: number): Promise<TermRow | null>;
  /** Creates a taxonomy if it does not exist. Its name is `product_…` or `pa_…`, in lowercase. */
  ensureTaxonomy(taxonomy: CatalogTaxonomy): Promise<void>;
  /** Renames an attribute. */
  relabel(name: string, label: string): Promise<void>;
  /** Deletes an attribute with its terms. @throws PlinthError `store_taxonomy_protected` for built-in taxonomies */
  removeTaxonomy(name: string): Promise<void>;
}

export const BUILT_IN_TAXONOMIES: readonly (CatalogTaxonomy & { readonly position: number })[] = [
  { name: 'product_cat', label: 'Categories', kind: 'category', hierarchical: true, position: 0 },
  { name: 'product_tag', label: 'Tags', kind: 'tag', hierarchical: false, position: 1 },
  { name: 'product_brand', label: 'Brands', kind: 'brand', hierarchical: false, position: 2 },
];

const TAXONOMY_NAME = /^(?:product|pa)_[a-z0-9_-]{1,50}$/;

interface TaxonomyWriterDeps extends TermWriterDeps {
  readonly scope: TermWriterDeps['scope'] & Pick<PluginScope, 'cache'>;
}

export function createTaxonomyWriter({ scope, changes, version }: TaxonomyWriterDeps): TaxonomyWriter {
  const { db, __ } = scope;
  const terms = () => db()('store_terms');
  const checks = createTermChecks(scope);
  const { invalid, term } = checks;

  async function taxonomies(): Promise<CatalogTaxonomy[]> {
    const cachedRows = scope.cache.get('store:taxonomies', async () =>
      db()('store_taxonomies').orderBy(['position', 'name']),
    );
    // Labels of built-in taxonomies are translated, unless the shop owner has renamed the taxonomies.
    const labels: Readonly<Record<string, string>> = {
      Categories: __('Categories'),
      Tags: __('Tags'),
      Brands: __('Brands'),
    };
    const rows = await cachedRows;
    return rows.map(({ name, label, kind, hierarchical }) => ({
      name,
      label: (kind === 'attribute' ? undefined : labels[label]) ?? label,
      kind,
      hierarchical: hierarchical === 1,
    }));
  }

  return {
    taxonomies,
    term,
    ...createTermWriter({ scope, changes, version }, checks, taxonomies),
    async ensureTaxonomy({ name, label, kind, hierarchical }) {
      if (!TAXONOMY_NAME.test(name)) throw invalid(__('%s can’t be used as a taxonomy name.', name), 'name');
      if (label.trim() === '' || label.length > 100)
        throw invalid(__('Enter a name of up to %d characters.', 100), 'label');
      await db.transaction(async () => {
        const last = await db()('store_taxonomies')
          .max({ last: 'position' })
          .first<{ last: number | null } | undefined>();
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
        throw invalid(__('Enter a name of up to %d characters.', 100), 'label');
      await db()('store_taxonomies').where({ name }).update({ label: label.trim() });
    },
    async removeTaxonomy(name) {
      if (BUILT_IN_TAXONOMIES.some((taxonomy) => taxonomy.name === name))
        throw new PlinthError('store_taxonomy_protected', __('This taxonomy is built into the store.'), {
          status: 422,
          hint: __('Delete individual values instead.'),
        });
      await db.transaction(async () => {
        const ids = (await terms().where({ taxonomy: name }).select('id')).map((row) => row.id);
        const affectedIds = await productIdsOfTerms(db, ids);
        for (let offset = 0; offset < ids.length; offset += 500) {
          await db()('store_product_terms')
            .whereIn('term_id', ids.slice(offset, offset + 500))
            .delete();
          await db()('store_variation_terms')
            .whereIn('term_id', ids.slice(offset, offset + 500))
            .delete();
        }
        await terms().where({ taxonomy: name }).delete();
        await version.bump();
        await db()('store_taxonomies').where({ name }).delete();
        await changes.append(affectedIds);
      });
    },
  };
}
