import type { StoredProduct } from '../../catalogue/stored-product.js';
import type { CatalogueTaxonomy, CatalogueTerm } from '../../contract/index.js';
import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';
import { linesOf, type ProductForm, type SoldForm, type VariationForm } from './product-form.js';

/** Returns the term IDs of an unsaved variation. */
export function termsOfKey({ key }: Pick<VariationForm, 'key'>): number[] {
  return /^n\d{1,10}(?:_\d{1,10}){0,9}$/.test(key) ? key.slice(1).split('_').map(Number) : [];
}

/** Initial values of price and stock fields. */
export const EMPTY_SOLD: SoldForm & { quantityBefore: string } = {
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

const NEW_ROW: Omit<VariationForm, 'key'> = { ...EMPTY_SOLD, unitContent: '', image: '', remove: false };

/** Adds a row for each combination of values without one; existing rows are preserved. */
export async function withMissingVariations(
  form: ProductForm,
  { stored, attributes }: { readonly stored: StoredProduct | null; readonly attributes: readonly CatalogueTaxonomy[] },
  { taxonomies }: { readonly taxonomies: Pick<TaxonomyWriter, 'ensureTerm'> },
  max: number,
): Promise<ProductForm> {
  const lists: number[][] = [];
  for (const { name } of attributes) {
    if (!form.varies.includes(name)) continue;
    const ids: number[] = [];
    for (const value of linesOf(form.attributes[name] ?? '').slice(0, max))
      ids.push(await taxonomies.ensureTerm({ taxonomy: name, name: value.slice(0, 200) }));
    if (ids.length > 0) lists.push(ids);
  }
  if (lists.length === 0) return form;
  const known = new Set(
    form.variations.map((one) =>
      keyOf(stored?.variations.find((variation) => one.key === `v${variation.id}`)?.termIds ?? termsOfKey(one)),
    ),
  );
  const choices = lists.reduce<number[][]>(
    (rows, ids) => rows.flatMap((row) => ids.map((id) => [...row, id])).slice(0, max * 4),
    [[]],
  );
  const added = choices
    .filter((choice) => !known.has(keyOf(choice)))
    .map((choice): VariationForm => ({ ...NEW_ROW, key: `n${choice.join('_')}`, regular: form.regular }));
  return { ...form, variations: [...form.variations, ...added].slice(0, max) };
}

const keyOf = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join('_');

/** Returns the name of a variation row, made of the names of its terms. */
export function rowName(
  row: Pick<VariationForm, 'key'>,
  stored: StoredProduct | null,
  terms: readonly CatalogueTerm[],
): string {
  const ids = stored?.variations.find((variation) => row.key === `v${variation.id}`)?.termIds ?? termsOfKey(row);
  return ids.map((id) => terms.find((term) => term.id === id)?.name ?? `#${id}`).join(', ');
}
