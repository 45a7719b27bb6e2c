import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { StoreOptions } from '../products/store-settings.js';
import { type BulkPage, MAX_CHANGED } from './bulk/bulk-page.js';
import type { BulkActions } from './bulk/bulk-work.js';
import { readProductFilter } from './product-query.js';
import { createProductsList } from './products-list.js';
import { PRODUCT_SLUG, PRODUCTS_SLUG } from './screen-slugs.js';

interface ProductsScreenDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
  readonly settings: StoreOptions;
  readonly bulkPage: BulkPage;
  readonly bulkActions: Pick<BulkActions, 'duplicate'>;
}

/** Maximum number of products per bulk action. */
const MAX_PRODUCTS = 5000;
/** Number of products per query. */
const BATCH_SIZE = 500;

/** Admin screen of the product list, with bulk actions. */
export function productsScreen({ scope, parts, settings, bulkPage, bulkActions }: ProductsScreenDeps): AdminPage {
  const { __, _n } = scope;
  const { products, terms } = parts;
  const readFilter = (request: PageRequest) => readProductFilter({ terms, settings }, request);
  const list = createProductsList({ scope, parts, maxAtOnce: MAX_PRODUCTS });

  /** Returns the IDs of the selected products, or of all products that match the active filters. */
  async function readSelectedIds(request: PageRequest): Promise<readonly number[]> {
    const submittedIds = request.form.products;
    if (request.field('all') !== '1')
      return (Array.isArray(submittedIds) ? submittedIds : [])
        .filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id))
        .map(Number)
        .slice(0, MAX_PRODUCTS);
    const { query } = await readFilter(request);
    const ids: number[] = [];
    for (let offset = 0; offset < MAX_PRODUCTS; offset += BATCH_SIZE) {
      const { rows } = await products.list({ ...query, sort: 'id', limit: BATCH_SIZE, offset });
      ids.push(...rows.map(({ id }) => id));
      if (rows.length < BATCH_SIZE) break;
    }
    return ids;
  }

  /** Performs the submitted bulk action; returns a reply if further input is needed. */
  async function processForm(request: PageRequest): Promise<Reply | undefined> {
    const copyId = /^\d{1,10}$/.test(request.field('duplicate'))
      ? await bulkActions.duplicate(Number(request.field('duplicate')))
      : null;
    if (copyId !== null) {
      scope.addNotice(request, 'success', __('Duplicated as a draft. Set a new name, SKU, and images.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${PRODUCT_SLUG}&id=${copyId}` };
    }
    const ids = await readSelectedIds(request);
    const action = request.field('action');
    const count = ids.length;
    const addSuccessNotice = (text: string): void => scope.addNotice(request, 'success', text);
    if (count === 0) return void scope.addNotice(request, 'error', __('Select products first.'));
    switch (action) {
      case 'edit':
        if (count <= MAX_CHANGED) return bulkPage.showForm(ids);
        return void scope.addNotice(
          request,
          'error',
          __(
            'You can change up to %d products at once here. To change more, import a file under Import and export.',
            MAX_CHANGED,
          ),
        );
      case 'delete': {
        const trashed = await products.listTrashed(ids);
        await products.remove(trashed);
        return void addSuccessNotice(_n('%d product was deleted.', '%d products were deleted.', trashed.length));
      }
      case 'trash':
        await products.setStatus(ids, 'trash');
        return void addSuccessNotice(_n('%d product moved to the trash.', '%d products moved to the trash.', count));
      case 'publish':
      case 'draft':
        await products.setStatus(ids, action);
        return void addSuccessNotice(_n('%d product was changed.', '%d products were changed.', count));
      default:
        return void scope.addNotice(request, 'error', __('Unknown action.'));
    }
  }

  return {
    slug: PRODUCTS_SLUG,
    title: () => __('Products'),
    capability: 'manage_shop',
    icon: 'product',
    position: 25,
    async handler(request) {
      if (request.method !== 'POST') return list(request, await readFilter(request));
      const page = request.field('ids') === '' ? await processForm(request) : await bulkPage.handleSubmit(request);
      if (page) return page;
      return {
        kind: 'redirect',
        status: 303,
        location: `/wp-admin/admin.php?${new URLSearchParams({ ...Object.fromEntries(request.url.searchParams), page: PRODUCTS_SLUG }).toString()}`,
      };
    },
  };
}
