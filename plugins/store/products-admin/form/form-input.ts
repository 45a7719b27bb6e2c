import type { StoredProduct } from '../../catalog/stored-product.js';
import type { CatalogTaxonomy, FormError, ProductField } from '../../contract/index.js';
import type { ImageInput } from '../../images/image-store.js';
import type { ProductInput, VariationInput } from '../../products/product-input.js';
import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';
import { applyInput } from '../added-fields.js';
import { createFormValues, type FormValuesDeps } from './form-values.js';
import { type ImageForm, type LinkedForm, uniqueLines, type ProductForm } from './product-form.js';
import { termIdsOfKey } from './variation-rows.js';

interface FormInputDeps extends FormValuesDeps {
  readonly taxonomies: Pick<TaxonomyWriter, 'ensureTerm'>;
}

/** Stored state that is not part of the form. */
interface FormBase {
  readonly stored: StoredProduct | null;
  readonly attributes: readonly CatalogTaxonomy[];
  /** Product fields added by extensions. */
  readonly fields: readonly ProductField[];
}

/** Size of images with unknown dimensions, in pixels. */
const UNKNOWN_SIZE = { width: 1000, height: 1000 };
const DEFAULT_TAX_RATE = 23;

/**
 * Converts a form to a product, and creates missing terms. Errors use the same field names as the product validation.
 */
export async function toProductInput(
  form: ProductForm,
  { stored, attributes, fields }: FormBase,
  deps: FormInputDeps,
): Promise<{ input: ProductInput; errors: FormError[] }> {
  const { __ } = deps.i18n;
  const errors: FormError[] = [];
  const addError = (field: string, message: string): void => void errors.push({ field, message });

  const { number, commonFields } = createFormValues(deps, addError);

  const terms = await ensureTerms(form, { stored, attributes }, deps.taxonomies);
  const ordered = orderedImages(form);
  const variations = form.variations
    .filter((variation) => !variation.remove)
    .map((row, index): VariationInput => {
      const before = stored?.variations.find((variation) => row.key === `v${variation.id}`);
      const image = row.image === '' ? -1 : ordered.findIndex((entry) => entry.index === Number(row.image) - 1);
      return {
        id: before?.id ?? 0,
        ...commonFields(row, `variations.${index}.`, before),
        unitContent: number(row.unitContent, `variations.${index}.unitContent`, 0, __('Enter the package content.')),
        termIds: before?.termIds ?? termIdsOfKey(row),
        imageIndex: image,
      };
    });

  const input: ProductInput = {
    ...commonFields(form, '', stored ?? undefined),
    id: stored?.id ?? 0,
    name: form.name,
    slug: form.slug,
    status: form.status as ProductInput['status'],
    visibility: form.visibility as ProductInput['visibility'],
    kind: form.kind,
    shortDescription: form.shortDescription,
    description: form.description,
    taxRate: number(form.taxRate, 'taxRate', DEFAULT_TAX_RATE, __('Enter a tax rate from 0 to 99.')),
    unit: form.unit,
    unitContent: number(form.unitContent, 'unitContent', 0, __('Enter the package content.')),
    position: number(form.position, 'position', 0, __('Enter a whole number.')),
    featured: form.featured,
    upsellIds: linkedIds(form.upsells),
    crossSellIds: linkedIds(form.crossSells),
    termIds: [...new Set(terms)],
    variations,
    fields: applyInput(
      stored?.fields ?? {},
      fields,
      (key) => form.extra[key] ?? '',
      (key, message) => addError(`extra.${key}`, message),
      __,
    ),
    images: [...ordered.map(({ image }) => imageInput(image)), ...newImageInputs(form)],
  };
  return { input, errors };
}

/** Returns the IDs of all terms in the form, and creates missing terms. */
async function ensureTerms(
  form: ProductForm,
  { stored, attributes }: Omit<FormBase, 'fields'>,
  taxonomies: FormInputDeps['taxonomies'],
): Promise<number[]> {
  async function ensureNamedTerms(taxonomy: string, names: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const name of names.slice(0, 100))
      ids.push(await taxonomies.ensureTerm({ taxonomy, name: name.slice(0, 200) }));
    return ids;
  }

  const terms = [
    ...keepStoredOrder(form.categories, stored?.termIds ?? []),
    ...(await ensureNamedTerms('product_tag', uniqueLines(form.tags))),
    ...(await ensureNamedTerms('product_brand', form.brand === '' ? [] : [form.brand])),
  ];
  for (const { name } of attributes)
    if (!form.varies.includes(name))
      terms.push(...(await ensureNamedTerms(name, uniqueLines(form.attributes[name] ?? ''))));
  return terms;
}

/** Returns the images that are not removed, sorted by position. */
function orderedImages(form: ProductForm): { readonly image: ImageForm; readonly index: number }[] {
  const remaining = form.images.map((image, index) => ({ image, index })).filter(({ image }) => !image.remove);
  return remaining.sort(
    (a, b) =>
      (Number(a.image.position) || a.index + 1) - (Number(b.image.position) || b.index + 1) || a.index - b.index,
  );
}

function imageInput(image: ImageForm): ImageInput {
  return {
    source: image.source,
    alt: image.alt,
    width: Number(image.width) || UNKNOWN_SIZE.width,
    height: Number(image.height) || UNKNOWN_SIZE.height,
  };
}

function newImageInputs({ newImages, name }: ProductForm): ImageInput[] {
  return uniqueLines(newImages).map((source) => ({ source, alt: name.slice(0, 300), ...UNKNOWN_SIZE }));
}

/** Returns the IDs of linked products that are not removed, sorted by position. */
export function linkedIds(rows: readonly LinkedForm[]): number[] {
  const remaining = rows
    .map((row, index) => ({ row, index, place: Number(row.position) || rows.length + index }))
    .filter(({ row }) => !row.remove);
  return remaining.sort((a, b) => a.place - b.place || a.index - b.index).map(({ row }) => row.id);
}

/** Sorts IDs in their stored order, so that the first category is unchanged. Product cards show the first category. */
function keepStoredOrder(selectedIds: readonly number[], before: readonly number[]): number[] {
  return [...before.filter((id) => selectedIds.includes(id)), ...selectedIds.filter((id) => !before.includes(id))];
}
