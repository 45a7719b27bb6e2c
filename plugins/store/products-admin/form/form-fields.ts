import type { FormFields, FormValue } from 'plinth';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import type { ProductForm, SoldForm, VariationForm } from './product-form.js';

const yes = (value: boolean): string => (value ? '1' : '');

/**
 * Converts a form to submitted fields, without data that is valid only for a moment: the stock, scheduled sales, and
 * the time when the form was opened.
 */
export function fieldsOf(form: ProductForm, stored: Pick<StoredProduct, 'variations'>): FormFields {
  const {
    images,
    variations,
    categories,
    attributes,
    varies,
    extra,
    featured,
    newImages,
    upsells,
    crossSells,
    linkedSearch: _linkedSearch,
    modified: _opened,
    complete: _complete,
    quantityBefore: _stock,
    backorders: _sold,
    ...texts
  } = form;
  return {
    ...texts,
    ...sold(form),
    featured: yes(featured),
    newImages,
    categories: categories.map(String),
    attributes: { ...attributes },
    varies: [...varies],
    extra: { ...extra },
    upsells: upsells.map(({ id, position }): FormValue => ({ id: String(id), position })),
    crossSells: crossSells.map(({ id, position }): FormValue => ({ id: String(id), position })),
    images: images.map(({ source, alt, width, height }): FormValue => ({ source, alt, width, height })),
    variations: Object.fromEntries(
      variations.map((one) => [
        one.key,
        { ...sold(one), unitContent: one.unitContent, image: one.image, terms: termsOf(one, stored).join('_') },
      ]),
    ),
    complete: '1',
  };
}

function sold({
  sku,
  gtin,
  regular,
  sale,
  saleFrom,
  saleTo,
  stock,
  backorders,
  expectedOn,
  weight,
}: SoldForm): Record<string, string> {
  return {
    sku,
    gtin,
    regular,
    sale,
    saleFrom,
    saleTo,
    quantity: '',
    stock,
    backorders: yes(backorders),
    expectedOn,
    weight,
  };
}

function termsOf(
  { key }: Pick<VariationForm, 'key'>,
  { variations }: Pick<StoredProduct, 'variations'>,
): readonly number[] {
  return variations.find(({ id }) => key === `v${id}`)?.termIds ?? [];
}

/**
 * Returns a revision as a form for the current state: with current stock, and with its variations matched by their
 * terms or created again.
 * @param fields the revision from which `form` was read
 */
export function formOfRevision(form: ProductForm, fields: FormFields, stored: StoredProduct): ProductForm {
  const quantityFields = (quantity: number | null): { quantity: string; quantityBefore: string } => ({
    quantity: quantity === null ? '' : String(quantity),
    quantityBefore: quantity === null ? '' : String(quantity),
  });
  const rows = typeof fields.variations === 'object' && !Array.isArray(fields.variations) ? fields.variations : {};
  const variations = form.variations.map((one): VariationForm => {
    const row = rows[one.key];
    const terms = typeof row === 'object' && !Array.isArray(row) && typeof row.terms === 'string' ? row.terms : '';
    const now =
      stored.variations.find(({ id }) => one.key === `v${id}`) ??
      stored.variations.find(({ termIds }) => sorted(termIds) === sorted(terms.split('_').map(Number)));
    return { ...one, key: now ? `v${now.id}` : `n${terms}`, ...quantityFields(now?.stockQuantity ?? null) };
  });
  return { ...form, ...quantityFields(stored.stockQuantity), variations, modified: stored.updatedAt, complete: true };
}

const sorted = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join('_');
