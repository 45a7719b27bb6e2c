import type { StoredProduct } from '../../catalog/stored-product.js';
import type { CatalogTaxonomy, CatalogTerm } from '../../contract/index.js';
import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';
import { uniqueLines, type ProductForm, type CommonForm, type VariationForm } from './product-form.js';

/** Returns the term IDs in the key of an unsaved variation; an empty list for other keys. */
export function termIdsOfKey({ key }: Pick<VariationForm, 'key'>): number[] {
  return /^n\d{1,10}(?:_\d{1,10}){0,9}$/.test(key) ? key.slice(1).split('_').map(Number) : [];
}

/** Initial values of the fields that products and variations have in common. */
export const EMPTY_COMMON_FIELDS: CommonForm & { quantityBefore: string } = {
  sku: '',
  gtin: '',
  regular: '',
  sale: '',
  saleFrom: '',
  saleTo: '',
  quantity: '',
  quantityBefore: '',
  stock: 'instock',
  backorders: false,
  expectedOn: '',
  weight: '',
};

const NEW_ROW: Omit<VariationForm, 'key'> = { ...EMPTY_COMMON_FIELDS, unitContent: '', image: '', remove: false };

/** Adds a row for each combination of attribute values that has none. Existing rows are unchanged. */
export async function addMissingVariations(
  form: ProductForm,
  { stored, attributes }: { readonly stored: StoredProduct | null; readonly attributes: readonly CatalogTaxonomy[] },
  { taxonomies }: { readonly taxonomies: Pick<TaxonomyWriter, 'ensureTerm'> },
  max: number,
): Promise<ProductForm> {
  const lists: number[][] = [];
  for (const { name } of attributes) {
    if (!form.varies.includes(name)) continue;
    const ids: number[] = [];
    for (const value of uniqueLines(form.attributes[name] ?? '').slice(0, max))
      ids.push(await taxonomies.ensureTerm({ taxonomy: name, name: value.slice(0, 200) }));
    if (ids.length > 0) lists.push(ids);
  }
  if (lists.length === 0) return form;
  const existingKeys = new Set(
    form.variations.map((row) =>
      toKey(stored?.variations.find((variation) => row.key === `v${variation.id}`)?.termIds ?? termIdsOfKey(row)),
    ),
  );
  const combinations = lists.reduce<number[][]>(
    (rows, ids) => rows.flatMap((row) => ids.map((id) => [...row, id])).slice(0, max * 4),
    [[]],
  );
  const newRows = combinations
    .filter((choice) => !existingKeys.has(toKey(choice)))
    .map((choice): VariationForm => ({ ...NEW_ROW, key: `n${choice.join('_')}`, regular: form.regular }));
  return { ...form, variations: [...form.variations, ...newRows].slice(0, max) };
}

const toKey = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join('_');

/** Returns the name of a variation row: the names of its terms. */
export function variationRowName(
  row: Pick<VariationForm, 'key'>,
  stored: StoredProduct | null,
  terms: readonly CatalogTerm[],
): string {
  const ids = stored?.variations.find((variation) => row.key === `v${variation.id}`)?.termIds ?? termIdsOfKey(row);
  return ids.map((id) => terms.find((term) => term.id === id)?.name ?? `#${id}`).join(', ');
}
