import type { FormFields, PluginScope } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { StoredProduct } from '../../catalog/stored-product.js';
import type { CatalogTaxonomy, CatalogTerm, FormError } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { PRODUCT_LIMITS, UNITS } from '../../products/product-limits.js';
import { PRODUCTS_SLUG } from '../screen-slugs.js';
import type { FilesForm, FilesPanel } from './files-panel.js';
import { variationRowName } from './variation-rows.js';
import type { LinkedPanel } from './linked-panel.js';
import { orderedListTexts } from './reorder-texts.js';
import type { ProductForm } from './product-form.js';
import { historyView, type ProductRevisions, type RestoredRevision } from './product-revisions.js';

/** Data shown in addition to the form. */
export interface FormContext {
  /** Submitted values of fields added by extensions. */
  readonly added?: { readonly form: FormFields; readonly problems: Readonly<Record<string, string>> };
  readonly errors?: readonly FormError[];
  readonly problem?: string;
  /** Whether another user has saved the product meanwhile; saving again overwrites those changes. */
  readonly conflict?: boolean;
  readonly status?: number;
  /** Revision loaded into the form. */
  readonly restored?: RestoredRevision;
  /** Submitted values of files; without them, the stored files are shown. */
  readonly files?: FilesForm;
}

export interface ProductViewDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
  readonly money: Money;
  readonly revisions: ProductRevisions;
  readonly filesPanel: FilesPanel;
  readonly linkedPanel: LinkedPanel;
}

/** Error messages by field name. */
type ErrorMessages = Readonly<Record<string, string>>;

/** Creates the function that returns the data of the view `products-admin/product`. */
export function createProductView({
  scope,
  parts,
  money,
  revisions,
  filesPanel,
  linkedPanel,
}: ProductViewDeps): (
  form: ProductForm,
  stored: StoredProduct | null,
  context: FormContext,
) => Promise<Record<string, unknown>> {
  const { __, adminUrl } = scope;
  const { taxonomies, terms, images, types } = parts;

  const errorSummary = async (errors: readonly FormError[]): Promise<string> =>
    errors.length > 0
      ? scope.render('checkout/errors', {
          errors: errors.map(({ field, message }) => ({ field: fieldId(field), message })),
        })
      : '';

  /** Returns the fields that extensions added with a filter, without those added with `addFields`. */
  async function extraView(form: ProductForm, messages: ErrorMessages): Promise<readonly object[]> {
    return (await parts.catalog.fields())
      .filter(({ key }) => !scope.fieldsOn('product').some((declaredField) => declaredField.key === key))
      .map((field) => ({
        ...field,
        value: form.extra[field.key] ?? '',
        flag: field.type === 'boolean',
        error: messages[`extra.${field.key}`] ?? '',
      }));
  }

  const imagesView = (form: ProductForm, messages: ErrorMessages): readonly object[] =>
    form.images.map((image, index) => ({
      ...image,
      index,
      number: index + 1,
      position: image.position || String(index + 1),
      url: images.urlOf(image.source),
      error: messages[`images.${index}`] ?? '',
    }));

  function variationsView(
    form: ProductForm,
    stored: StoredProduct | null,
    all: readonly CatalogTerm[],
    errors: readonly FormError[],
  ): readonly object[] {
    const messages = messagesByField(errors);
    let line = 0;
    return form.variations.map((row) => {
      const path = row.remove ? '' : `variations.${line++}.`;
      const { minor: regular } = money.read(row.regular);
      return {
        ...row,
        price: regular === null ? '' : money.format(regular),
        name: variationRowName(row, stored, all),
        id: path.replace(/\./g, '-'),
        error: path === '' ? {} : commonFieldErrors(messages, path),
        open: path !== '' && errors.some((error) => error.field.startsWith(path)),
        images: form.images.map((_, index) => ({ number: index + 1, selected: row.image === String(index + 1) })),
      };
    });
  }

  return async (form, stored, { errors = [], problem = '', conflict = false, added, restored, files }) => {
    const all = await terms.all();
    const attributes = (await taxonomies.taxonomies()).filter((taxonomy) => taxonomy.kind === 'attribute');
    const messages = messagesByField(errors);
    return {
      reorderLabels: orderedListTexts(scope),
      form,
      problem,
      conflict,
      isRestored: restored !== undefined,
      isNew: !stored,
      id: stored?.id ?? 0,
      error: { ...messages, ...commonFieldErrors(messages, '') },
      currency: money.currency(),
      maxVariations: PRODUCT_LIMITS.variations,
      maxShortDescription: PRODUCT_LIMITS.shortDescription,
      errorSummary: await errorSummary(errors),
      heading: stored ? form.name || stored.name : __('New product'),
      viewUrl: stored ? scope.homeUrl(`/product/${stored.slug}/`) : '',
      listUrl: adminUrl(`admin.php?page=${PRODUCTS_SLUG}`),
      attributesUrl: adminUrl('admin.php?page=store-attributes'),
      kinds: (await types.registered()).map((kind) => ({ ...kind, selected: kind.value === form.kind })),
      units: [{ value: '', label: __('none') }, ...UNITS.map((value) => ({ value, label: value }))].map((unit) => ({
        ...unit,
        selected: unit.value === form.unit,
      })),
      categories: categoriesView(all, form),
      brands: all.filter((term) => term.taxonomy === 'product_brand').map((term) => term.name),
      attributes: attributes.map((taxonomy) => attributeView(taxonomy, all, form)),
      filesHtml: await filesPanel.html(files ?? (await filesPanel.formOf(stored)), stored, all, form.kind),
      linkedHtml: await linkedPanel.html(form, stored, errors),
      addedFields: (await scope.renderFields('product', { ...stored?.fields, ...restored?.extra }, added)).html,
      ...(stored
        ? await historyView({ scope, revisions }, stored, problem === '' && errors.length === 0 && !restored)
        : {}),
      extra: await extraView(form, messages),
      images: imagesView(form, messages),
      variations: variationsView(form, stored, all, errors),
    };
  };
}

const messagesByField = (errors: readonly FormError[]): ErrorMessages =>
  Object.fromEntries(errors.map((error) => [error.field, error.message]));

/**
 * Returns the errors of price and stock fields.
 * @param path prefix of the field names, such as `variations.2.`
 */
function commonFieldErrors(messages: ErrorMessages, path: string): ErrorMessages {
  return Object.fromEntries([
    ...['sku', 'gtin', 'stockQuantity', 'weight', 'unitContent', 'termIds'].map((name): [string, string] => [
      name,
      messages[path + name] ?? '',
    ]),
    ...['regular', 'sale', 'saleFrom', 'saleTo'].map((name): [string, string] => [
      name,
      messages[`${path}price.${name}`] ?? '',
    ]),
  ]);
}

function categoriesView(all: readonly CatalogTerm[], form: ProductForm): readonly object[] {
  const categories = all.filter((term) => term.taxonomy === 'product_cat');
  const depth = (id: number): number => {
    const parent = categories.find((term) => term.id === id)?.parentId ?? 0;
    return categories.some((term) => term.id === parent) ? 1 + depth(parent) : 0;
  };
  return categories.map((term) => ({
    ...term,
    depth: Math.min(5, depth(term.id)),
    checked: form.categories.includes(term.id),
  }));
}

function attributeView(taxonomy: CatalogTaxonomy, all: readonly CatalogTerm[], form: ProductForm): object {
  return {
    ...taxonomy,
    value: form.attributes[taxonomy.name] ?? '',
    varies: form.varies.includes(taxonomy.name),
    known: all
      .filter((term) => term.taxonomy === taxonomy.name)
      .slice(0, 40)
      .map((term) => term.name),
  };
}

/** Returns the HTML ID of the field that an error refers to. */
function fieldId(field: string): string {
  const idByField: Readonly<Record<string, string>> = {
    'price.regular': 'regular',
    'price.sale': 'sale',
    'price.saleFrom': 'saleFrom',
    'price.saleTo': 'saleTo',
    stockQuantity: 'quantity',
  };
  const own = idByField[field];
  if (own !== undefined) return own;
  const parts = /^variations\.(\d+)\.(.+)$/.exec(field);
  return parts ? `variations-${parts[1]}-${idByField[parts[2] ?? ''] ?? parts[2]}` : field.replace(/\./g, '-');
}
