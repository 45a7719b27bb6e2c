import type { TaxonomyWriter } from '../taxonomies/taxonomy-writer.js';
import { ATTRIBUTES } from './vocabulary/attributes.js';
import { BRANDS } from './vocabulary/words.js';
import type { RootCategory } from './vocabulary/category-tree.js';
import { CONSUMABLE_CATEGORIES } from './vocabulary/consumables.js';
import { HOME_DEPARTMENTS } from './vocabulary/home.js';
import { LEISURE_DEPARTMENTS } from './vocabulary/leisure.js';

/** Category tree of the generated catalog: 8 departments of 5 categories with 4 subcategories each. */
export const DEPARTMENTS: readonly RootCategory[] = [
  ...HOME_DEPARTMENTS,
  ...LEISURE_DEPARTMENTS,
  ...CONSUMABLE_CATEGORIES,
];

/** Ids of the generated terms, in the order of the vocabulary. */
export interface CatalogTerms {
  readonly leaves: readonly number[];
  readonly brands: readonly number[];
  /** By attribute and value index. */
  readonly values: readonly (readonly number[])[];
}

/** Creates missing categories, brands and attributes; existing ones of the same name are reused. */
export async function ensureCatalogTerms({
  ensureTaxonomy,
  ensureTerm,
}: Pick<TaxonomyWriter, 'ensureTaxonomy' | 'ensureTerm'>): Promise<CatalogTerms> {
  const leaves: number[] = [];
  for (const root of DEPARTMENTS) {
    const rootId = await ensureTerm({ taxonomy: 'product_cat', name: root.name, parentId: 0 });
    for (const middle of root.children) {
      const parentId = await ensureTerm({ taxonomy: 'product_cat', name: middle.name, parentId: rootId });
      for (const [name] of middle.leaves) leaves.push(await ensureTerm({ taxonomy: 'product_cat', name, parentId }));
    }
  }
  const brands: number[] = [];
  for (const name of BRANDS) brands.push(await ensureTerm({ taxonomy: 'product_brand', name }));
  const values: number[][] = [];
  for (const { slug, label, values: names, swatches } of ATTRIBUTES) {
    const taxonomy = `pa_${slug}`;
    await ensureTaxonomy({ name: taxonomy, label, kind: 'attribute', hierarchical: false });
    const ids: number[] = [];
    for (const name of names)
      ids.push(await ensureTerm({ taxonomy, name, ...(swatches ? { swatch: swatches[name] } : {}) }));
    values.push(ids);
  }
  return { leaves, brands, values };
}
