import type { FormFields, FormValue } from 'plinth';
import type { StoredProduct } from '../../catalog/stored-product.js';
import type { ProductForm, CommonForm, VariationForm } from './product-form.js';

const toCheckbox = (value: boolean): string => (value ? '1' : '');

/**
 * Converts a form to fields for a revision, without the stock quantity and the time when the form was opened, which
 * change independently of the product's content.
 */
export function toRevisionFields(form: ProductForm, stored: Pick<StoredProduct, 'variations'>): FormFields {
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
    ...commonFields(form),
    featured: toCheckbox(featured),
    newImages,
    categories: categories.map(String),
    attributes: { ...attributes },
    varies: [...varies],
    extra: { ...extra },
    upsells: upsells.map(({ id, position }): FormValue => ({ id: String(id), position })),
    crossSells: crossSells.map(({ id, position }): FormValue => ({ id: String(id), position })),
    images: images.map(({ source, alt, width, height }): FormValue => ({ source, alt, width, height })),
    variations: Object.fromEntries(
      variations.map((variation) => [
        variation.key,
        {
          ...commonFields(variation),
          unitContent: variation.unitContent,
          image: variation.image,
          terms: variationTermIds(variation, stored).join('_'),
        },
      ]),
    ),
    complete: '1',
  };
}

function commonFields({
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
}: CommonForm): Record<string, string> {
  return {
    sku,
    gtin,
    regular,
    sale,
    saleFrom,
    saleTo,
    quantity: '',
    stock,
    backorders: toCheckbox(backorders),
    expectedOn,
    weight,
  };
}

function variationTermIds(
  { key }: Pick<VariationForm, 'key'>,
  { variations }: Pick<StoredProduct, 'variations'>,
): readonly number[] {
  return variations.find(({ id }) => key === `v${id}`)?.termIds ?? [];
}

/**
 * Adapts the form of a revision to the current product: it gets the current stock, and its variations are matched by ID
 * or terms. Variations that no longer exist are created again.
 * @param fields fields of the revision
 */
export function toCurrentForm(form: ProductForm, fields: FormFields, stored: StoredProduct): ProductForm {
  const quantityFields = (quantity: number | null): { quantity: string; quantityBefore: string } => ({
    quantity: quantity === null ? '' : String(quantity),
    quantityBefore: quantity === null ? '' : String(quantity),
  });
  const rows = typeof fields.variations === 'object' && !Array.isArray(fields.variations) ? fields.variations : {};
  const variations = form.variations.map((variation): VariationForm => {
    const row = rows[variation.key];
    const terms = typeof row === 'object' && !Array.isArray(row) && typeof row.terms === 'string' ? row.terms : '';
    const storedVariation =
      stored.variations.find(({ id }) => variation.key === `v${id}`) ??
      stored.variations.find(({ termIds }) => sortedKey(termIds) === sortedKey(terms.split('_').map(Number)));
    return {
      ...variation,
      key: storedVariation ? `v${storedVariation.id}` : `n${terms}`,
      ...quantityFields(storedVariation?.stockQuantity ?? null),
    };
  });
  return { ...form, ...quantityFields(stored.stockQuantity), variations, modified: stored.updatedAt, complete: true };
}

const sortedKey = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join('_');
