import {
  type AdminPage,
  type FormFields,
  isWpError,
  PlinthError,
  type PageRequest,
  type PluginScope,
  type Reply,
} from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import { onceMore } from '../../changes/once-more.js';
import { PRODUCT_KIND } from '../../products/edited-kind.js';
import { PRODUCT_LIMITS, UNITS } from '../../products/product-limits.js';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import type { FormError } from '../../contract/index.js';
import { ORDERED_LIST, orderedWords } from './ordered-words.js';
import { pictureSize } from '../../images/picture-size.js';
import type { Money } from '../../money/money.js';
import type { StoreOptions } from '../../products/store-settings.js';
import type { FilesForm, FilesPanel } from './files-panel.js';
import { inputOf, rowName, withMissingVariations } from './form-input.js';
import type { LinkedPanel } from './linked-panel.js';
import { siteZone } from './local-time.js';
import { type ImageForm, type ProductForm, readForm } from './product-form.js';
import type { ProductVersions, Restored } from './product-versions.js';
import { readAddedFields } from '../added-fields.js';
import { PRODUCT_SLUG, PRODUCTS_SLUG } from '../screen-slugs.js';

interface ProductScreenDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly money: Money;
  readonly settings: StoreOptions;
  readonly versions: ProductVersions;
  readonly filesPanel: FilesPanel;
  readonly linkedPanel: LinkedPanel;
}

const EMPTY: ProductForm = {
  name: '',
  slug: '',
  status: 'draft',
  visibility: 'visible',
  kind: 'physical',
  featured: false,
  shortDescription: '',
  description: '',
  taxRate: '23',
  unit: '',
  unitContent: '',
  position: '0',
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
  categories: [],
  tags: '',
  brand: '',
  attributes: {},
  varies: [],
  extra: {},
  images: [],
  newImages: '',
  upsells: [],
  crossSells: [],
  linkedSearch: '',
  variations: [],
  modified: '',
  complete: true,
};

/** Versions named beside the form. */
const SHOWN_VERSIONS = 10;

/** What is shown besides the form. */
interface Shown {
  /** What was sent for the fields that extensions added. */
  readonly added?: { readonly form: FormFields; readonly problems: Readonly<Record<string, string>> };
  readonly errors?: readonly FormError[];
  readonly problem?: string;
  /** The product was saved by somebody else; saving again writes over it. */
  readonly conflict?: boolean;
  readonly status?: number;
  /** A version that was put into the form. */
  readonly restored?: Restored;
  /** What was sent of files; what is stored when absent. */
  readonly files?: FilesForm;
}

/** One product: everything that can be said of it. */
export function productScreen({
  scope,
  parts,
  money,
  settings,
  versions,
  filesPanel,
  linkedPanel,
}: ProductScreenDeps): AdminPage {
  const { __, adminUrl } = scope;
  const { products, taxonomies, terms, images, types } = parts;

  async function show(
    form: ProductForm,
    stored: StoredProduct | null,
    { errors = [], problem = '', conflict = false, status = 200, added, restored, files }: Shown = {},
  ): Promise<Reply> {
    scope.useAsset('store-products-admin');
    scope.useAsset('store-products-admin-script');
    scope.useAsset(ORDERED_LIST);
    const all = await terms.all();
    const attributes = (await taxonomies.taxonomies()).filter((taxonomy) => taxonomy.kind === 'attribute');
    const wrong = Object.fromEntries(errors.map((error) => [error.field, error.message]));
    const soldErrors = (at: string): Record<string, string> =>
      Object.fromEntries([
        ...['sku', 'gtin', 'stockQuantity', 'weight', 'unitContent', 'termIds'].map((name): [string, string] => [
          name,
          wrong[at + name] ?? '',
        ]),
        ...['regular', 'sale', 'saleFrom', 'saleTo'].map((name): [string, string] => [
          name,
          wrong[`${at}price.${name}`] ?? '',
        ]),
      ]);
    let line = 0;
    const categories = all.filter((term) => term.taxonomy === 'product_cat');
    const depth = (id: number): number => {
      const parent = categories.find((term) => term.id === id)?.parentId ?? 0;
      return categories.some((term) => term.id === parent) ? 1 + depth(parent) : 0;
    };
    const data = {
      orderWords: orderedWords(scope),
      form,
      problem,
      conflict,
      isRestored: restored !== undefined,
      isNew: !stored,
      id: stored?.id ?? 0,
      error: { ...wrong, ...soldErrors('') },
      currency: money.currency(),
      most: PRODUCT_LIMITS.variations,
      shortMost: PRODUCT_LIMITS.shortDescription,
      errorSummary:
        errors.length > 0
          ? await scope.render('checkout/errors', {
              errors: errors.map(({ field, message }) => ({ field: fieldId(field), message })),
            })
          : '',
      heading: stored ? form.name || stored.name : __('New product'),
      viewUrl: stored ? scope.homeUrl(`/product/${stored.slug}/`) : '',
      listUrl: adminUrl(`admin.php?page=${PRODUCTS_SLUG}`),
      attributesUrl: adminUrl('admin.php?page=store-attributes'),
      kinds: (await types.registered()).map((kind) => ({ ...kind, selected: kind.value === form.kind })),
      units: [{ value: '', label: __('none') }, ...UNITS.map((value) => ({ value, label: value }))].map((unit) => ({
        ...unit,
        selected: unit.value === form.unit,
      })),
      categories: categories.map((term) => ({
        ...term,
        depth: Math.min(5, depth(term.id)),
        checked: form.categories.includes(term.id),
      })),
      brands: all.filter((term) => term.taxonomy === 'product_brand').map((term) => term.name),
      attributes: attributes.map((taxonomy) => ({
        ...taxonomy,
        value: form.attributes[taxonomy.name] ?? '',
        varies: form.varies.includes(taxonomy.name),
        known: all
          .filter((term) => term.taxonomy === taxonomy.name)
          .slice(0, 40)
          .map((term) => term.name),
      })),
      filesHtml: await filesPanel.html(files ?? (await filesPanel.stored(stored)), stored, all, form.kind),
      linkedHtml: await linkedPanel.html(form, stored, errors),
      addedFields: (await scope.drawFields('product', { ...stored?.fields, ...restored?.extra }, added)).html,
      ...(stored ? await keptOf(stored, problem === '' && errors.length === 0 && !restored) : {}),
      extra: (await parts.catalogue.fields())
        .filter(({ key }) => !scope.fieldsOn('product').some((one) => one.key === key))
        .map((field) => ({
          ...field,
          value: form.extra[field.key] ?? '',
          flag: field.type === 'boolean',
          error: wrong[`extra.${field.key}`] ?? '',
        })),
      images: form.images.map((image, index) => ({
        ...image,
        index,
        number: index + 1,
        place: image.position || String(index + 1),
        url: images.urlOf(image.source),
        error: wrong[`images.${index}`] ?? '',
      })),
      variations: form.variations.map((row) => {
        const at = row.remove ? '' : `variations.${line++}.`;
        const regular = money.parse(row.regular);
        return {
          ...row,
          price: regular === null ? '' : money.format(regular),
          name: rowName(row, stored, all),
          id: at.replace(/\./g, '-'),
          error: at === '' ? {} : soldErrors(at),
          open: at !== '' && errors.some((one) => one.field.startsWith(at)),
          pictures: form.images.map((_, index) => ({ number: index + 1, selected: row.image === String(index + 1) })),
        };
      }),
    };
    return {
      kind: 'page',
      status,
      title: stored ? __('Edit product') : __('New product'),
      view: 'products-admin/product',
      data,
    };
  }

  /** What is kept of a product: its versions, and what its reader typed and did not save, unless the form holds something else already. */
  async function keptOf(stored: StoredProduct, isUntouched: boolean): Promise<object> {
    const kept = isUntouched ? await versions.typed(stored) : null;
    const rows = await scope.versionsOf(PRODUCT_KIND, stored.id, SHOWN_VERSIONS);
    const names = new Map<number, string>();
    for (const user of new Set(rows.map((row) => row.user))) {
      const found = user > 0 ? await scope.getUserdata(user) : false;
      names.set(user, found ? found.display_name : '—');
    }
    return {
      editing: `${PRODUCT_KIND}/${stored.id}`,
      autosave: kept && {
        at: kept.at,
        url: adminUrl(`admin.php?page=${PRODUCT_SLUG}&id=${stored.id}&version=${kept.id}`),
      },
      versions: rows.map(({ id, at, user, autosave }) => ({
        at,
        autosave,
        author: names.get(user),
        url: adminUrl(`version.php?version=${id}`),
      })),
    };
  }

  /** Stores the files that came with the form, so that they are kept even when the rest is refused. */
  async function withUploads(
    request: PageRequest,
    form: ProductForm,
  ): Promise<{ form: ProductForm; errors: FormError[] }> {
    const errors: FormError[] = [];
    const added: ImageForm[] = [];
    for (const file of request.files
      .filter(({ field, bytes }) => field.startsWith('uploads') && bytes.length > 0)
      .slice(0, PRODUCT_LIMITS.images)) {
      const size = pictureSize(file.bytes);
      const stored = size ? await scope.wpUploadBits(file.name, file.bytes) : null;
      if (!size || !stored || isWpError(stored)) {
        errors.push({
          field: 'uploads',
          message: __(
            '%s is no picture that can be shown: PNG, JPEG, GIF, WebP and AVIF files up to 10 MB are.',
            file.name.slice(0, 100),
          ),
        });
        continue;
      }
      added.push({
        source: new URL(stored.url).pathname,
        alt: form.name.slice(0, 300),
        width: String(size.width),
        height: String(size.height),
        remove: false,
        position: '',
      });
    }
    return { form: { ...form, images: [...form.images, ...added] }, errors };
  }

  async function save(
    request: PageRequest,
    typed: ProductForm,
    stored: StoredProduct | null,
    uploadErrors: readonly FormError[],
    files: FilesForm,
  ): Promise<Reply> {
    const attributes = (await taxonomies.taxonomies()).filter((taxonomy) => taxonomy.kind === 'attribute');
    const zone = await siteZone(scope.getOption);
    const read = await readAddedFields(scope, request.form, stored?.fields ?? {});
    const added = { form: request.form, problems: read.problems };
    try {
      const id = await onceMore(scope.db, async () => {
        if (stored) await products.hold([stored.id]);
        const ground = {
          stored: stored ? await products.get(stored.id) : null,
          attributes,
          fields: await parts.catalogue.fields(),
        };
        const { input, errors } = await inputOf({ ...typed, extra: { ...typed.extra, ...read.extra } }, ground, {
          words: scope,
          money,
          taxonomies,
          zone,
        });
        const all = [...uploadErrors, ...errors, ...read.errors, ...files.errors];
        if (all.length > 0) throw new PlinthError('store_product_invalid', '', { details: { errors: all } });
        const saved = await products.save(
          input,
          'edit',
          stored && request.field('overwrite') !== '1' ? { unlessChangedSince: typed.modified } : {},
        );
        await filesPanel.save(saved, files);
        await versions.keep(saved, ground.stored);
        return saved;
      });
      await parts.adoption.adopt({ products: [id] });
      scope.addNotice(
        request,
        'success',
        typed.status === 'publish' ? __('The product is saved and in the shop.') : __('The draft is saved.'),
      );
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${PRODUCT_SLUG}&id=${id}` };
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
      if (error.code === 'store_product_changed')
        return show(typed, stored, {
          problem: `${error.message} ${error.cure}`,
          conflict: true,
          status: 409,
          added,
          files,
        });
      if (error.code === 'store_term_invalid')
        return show(typed, stored, { problem: error.message, status: 422, added, files });
      if (error.code !== 'store_product_invalid') throw error;
      return show(typed, stored, { errors: error.details?.errors as FormError[], status: 422, added, files });
    }
  }

  return {
    slug: PRODUCT_SLUG,
    title: () => __('Product'),
    capability: 'manage_shop',
    hidden: true,
    keepsTyped: true,
    parent: PRODUCTS_SLUG,
    async handler(request) {
      const id = /^\d{1,10}$/.test(request.field('id')) ? Number(request.field('id')) : 0;
      const stored = id > 0 ? await products.get(id) : null;
      if (id > 0 && !stored) {
        scope.addNotice(request, 'error', __('There is no such product any more.'));
        return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${PRODUCTS_SLUG}` };
      }
      if (request.restored)
        return show(readForm(request), stored, {
          problem: __(
            'You were signed out before this was saved. What you typed is here again: choose new pictures once more, then save it.',
          ),
          added: { form: request.form, problems: {} },
          files: await filesPanel.read(request),
        });
      if (request.method !== 'POST') {
        if (!stored) return show({ ...EMPTY, taxRate: String((await settings.read()).taxRate) }, null);
        const asked = /^\d{1,10}$/.test(request.field('version'))
          ? await versions.restored(stored, Number(request.field('version')))
          : null;
        if (asked)
          return show(asked.form, stored, {
            restored: asked,
            ...(asked.sent ? { added: { form: asked.sent, problems: {} } } : {}),
          });
        return show(await versions.formOf(stored), stored);
      }
      const { form, errors } = await withUploads(request, await linkedPanel.cleaned(readForm(request), stored));
      const files = await filesPanel.read(request);
      if (!form.complete)
        return show(form, stored, {
          problem: __(
            'The form was too large and arrived cut off, so nothing was saved. Use a CSV file for products with this many variations.',
          ),
          status: 413,
          added: { form: request.form, problems: {} },
          files,
        });
      if (request.field('action') === 'linked')
        return show(form, stored, {
          ...(errors.length > 0 ? { errors, status: 422 } : {}),
          added: { form: request.form, problems: {} },
          files,
        });
      if (request.field('action') !== 'variations') return save(request, form, stored, errors, files);
      const attributes = (await taxonomies.taxonomies()).filter((taxonomy) => taxonomy.kind === 'attribute');
      return show(
        await withMissingVariations(form, { stored, attributes }, { taxonomies }, PRODUCT_LIMITS.variations),
        stored,
        { ...(errors.length > 0 ? { errors, status: 422 } : {}), added: { form: request.form, problems: {} }, files },
      );
    },
  };
}

/** The id of the field that an error names. */
function fieldId(field: string): string {
  const known: Readonly<Record<string, string>> = {
    'price.regular': 'regular',
    'price.sale': 'sale',
    'price.saleFrom': 'saleFrom',
    'price.saleTo': 'saleTo',
    stockQuantity: 'quantity',
  };
  const own = known[field];
  if (own !== undefined) return own;
  const parts = /^variations\.(\d+)\.(.+)$/.exec(field);
  return parts ? `variations-${parts[1]}-${known[parts[2] ?? ''] ?? parts[2]}` : field.replace(/\./g, '-');
}
