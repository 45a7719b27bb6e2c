import { type AdminPage, PlinthError, type PageRequest, type Reply } from 'plinth';
import type { StoredProduct } from '../../catalog/stored-product.js';
import { retryOnce } from '../../change-log/retry-once.js';
import type { FormError } from '../../contract/index.js';
import { PRODUCT_LIMITS } from '../../products/product-limits.js';
import type { StoreOptions } from '../../products/store-settings.js';
import { readAddedFields } from '../added-fields.js';
import { PRODUCT_SLUG, PRODUCTS_SLUG } from '../screen-slugs.js';
import type { FilesForm } from './files-panel.js';
import { toProductInput } from './form-input.js';
import { EMPTY_COMMON_FIELDS, addMissingVariations } from './variation-rows.js';
import { siteZone } from '../../time/local-time.js';
import { ORDERED_LIST } from './reorder-texts.js';
import { type ProductForm, readForm } from './product-form.js';
import { storeUploads } from './product-uploads.js';
import { createProductView, type ProductViewDeps, type FormContext } from './product-view.js';

interface ProductScreenDeps extends ProductViewDeps {
  readonly settings: StoreOptions;
}

const EMPTY_FORM: ProductForm = {
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
  ...EMPTY_COMMON_FIELDS,
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

/** Submitted data of the screen. */
interface Submission {
  readonly form: ProductForm;
  readonly stored: StoredProduct | null;
  /** Errors in the uploaded files. */
  readonly uploadErrors: readonly FormError[];
  readonly files: FilesForm;
}

/** Admin screen for editing a product. */
export function productScreen(deps: ProductScreenDeps): AdminPage {
  const { scope, parts, money, revisions, filesPanel, linkedPanel } = deps;
  const { __ } = scope;
  const { products, taxonomies } = parts;
  const view = createProductView(deps);

  async function show(form: ProductForm, stored: StoredProduct | null, context: FormContext = {}): Promise<Reply> {
    scope.useAsset('store-products-admin');
    scope.useAsset('store-products-admin-script');
    scope.useAsset(ORDERED_LIST);
    return {
      kind: 'page',
      status: context.status ?? 200,
      title: stored ? __('Edit product') : __('New product'),
      view: 'products-admin/product',
      data: await view(form, stored, context),
    };
  }

  async function save(
    request: PageRequest,
    { form: submittedForm, stored, uploadErrors, files }: Submission,
  ): Promise<Reply> {
    const attributes = (await taxonomies.taxonomies()).filter((taxonomy) => taxonomy.kind === 'attribute');
    const zone = await siteZone(scope.getOption);
    const addedFields = await readAddedFields(scope, request.form, stored?.fields ?? {});
    const added = { form: request.form, problems: addedFields.problems };
    try {
      const id = await retryOnce(scope.db, async () => {
        if (stored) await products.lock([stored.id]);
        const inputContext = {
          stored: stored ? await products.get(stored.id) : null,
          attributes,
          fields: await parts.catalog.fields(),
        };
        const { input, errors } = await toProductInput(
          { ...submittedForm, extra: { ...submittedForm.extra, ...addedFields.extra } },
          inputContext,
          { i18n: scope, money, taxonomies, timeZone: zone },
        );
        const allErrors = [...uploadErrors, ...errors, ...addedFields.errors, ...files.errors];
        if (allErrors.length > 0)
          throw new PlinthError('store_product_invalid', '', { details: { errors: allErrors } });
        const saved = await products.save(
          input,
          'edit',
          stored && request.field('overwrite') !== '1' ? { ifUnmodifiedSince: submittedForm.modified } : {},
        );
        await filesPanel.save(saved, files);
        await revisions.save(saved, inputContext.stored);
        return saved;
      });
      await parts.imageAdoption.addToMediaLibrary({ products: [id] });
      scope.addNotice(
        request,
        'success',
        submittedForm.status === 'publish' ? __('Product saved and published.') : __('Draft saved.'),
      );
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${PRODUCT_SLUG}&id=${id}` };
    } catch (error) {
      const refusal = formStateOfError(error);
      if (!refusal) throw error;
      return show(submittedForm, stored, { ...refusal, added, files });
    }
  }

  /** Processes the submitted form. */
  async function handlePost(request: PageRequest, stored: StoredProduct | null): Promise<Reply> {
    const { form, errors } = await storeUploads(
      scope,
      request,
      await linkedPanel.removeInvalid(readForm(request), stored),
    );
    const files = await filesPanel.read(request);
    const added = { form: request.form, problems: {} };
    if (!form.complete)
      return show(form, stored, {
        problem: __(
          'The form was too large and was cut off, so nothing was saved. For this many variations, use a CSV file.',
        ),
        status: 413,
        added,
        files,
      });
    const context: FormContext = { ...(errors.length > 0 ? { errors, status: 422 } : {}), added, files };
    if (request.field('action') === 'linked') return show(form, stored, context);
    if (request.field('action') !== 'variations') return save(request, { form, stored, uploadErrors: errors, files });
    const attributes = (await taxonomies.taxonomies()).filter((taxonomy) => taxonomy.kind === 'attribute');
    return show(
      await addMissingVariations(form, { stored, attributes }, { taxonomies }, PRODUCT_LIMITS.variations),
      stored,
      context,
    );
  }

  return {
    slug: PRODUCT_SLUG,
    title: () => __('Product'),
    capability: 'manage_shop',
    hidden: true,
    savesDraft: true,
    parent: PRODUCTS_SLUG,
    async handler(request) {
      const id = /^\d{1,10}$/.test(request.field('id')) ? Number(request.field('id')) : 0;
      const stored = id > 0 ? await products.get(id) : null;
      if (id > 0 && !stored) {
        scope.addNotice(request, 'error', __('This product no longer exists.'));
        return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${PRODUCTS_SLUG}` };
      }
      if (request.restored)
        return show(readForm(request), stored, {
          problem: __(
            'You were logged out before this was saved. Your entries are restored below. Select any new images again, then save.',
          ),
          added: { form: request.form, problems: {} },
          files: await filesPanel.read(request),
        });
      if (request.method === 'POST') return handlePost(request, stored);
      const { form, context } = await openForm(deps, request, stored);
      return show(form, stored, context);
    },
  };
}

/** Returns the form state for an error that the user can correct; undefined for other errors. */
function formStateOfError(error: unknown): Pick<FormContext, 'problem' | 'conflict' | 'status' | 'errors'> | undefined {
  if (!(error instanceof PlinthError)) return undefined;
  switch (error.code) {
    case 'store_product_changed':
      return { problem: `${error.message} ${error.hint}`, conflict: true, status: 409 };
    case 'store_term_invalid':
      return { problem: error.message, status: 422 };
    case 'store_product_invalid':
      return { errors: error.details?.errors as FormError[], status: 422 };
    default:
      return undefined;
  }
}

/** Returns the form for a new product, a stored product or a revision. */
async function openForm(
  { settings, revisions }: Pick<ProductScreenDeps, 'settings' | 'revisions'>,
  request: PageRequest,
  stored: StoredProduct | null,
): Promise<{ readonly form: ProductForm; readonly context?: FormContext }> {
  if (!stored) return { form: { ...EMPTY_FORM, taxRate: String((await settings.read()).taxRate) } };
  const restoredRevision = /^\d{1,10}$/.test(request.field('version'))
    ? await revisions.restore(stored, Number(request.field('version')))
    : null;
  if (!restoredRevision) return { form: await revisions.formOf(stored) };
  const added = restoredRevision.autosaveFields
    ? { added: { form: restoredRevision.autosaveFields, problems: {} } }
    : {};
  return { form: restoredRevision.form, context: { restored: restoredRevision, ...added } };
}
