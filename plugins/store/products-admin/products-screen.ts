import { type AdminPage, type PageRequest, type PluginScope, type Reply, utcText } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { ProductQuery } from '../catalogue/product-reader.js';
import type { ProductRow } from '../products/tables.js';
import { shownPrice } from '../prices/shown-price.js';
import type { StoreOptions } from '../products/store-settings.js';
import { type BulkPage, MOST_CHANGED } from './bulk/bulk-page.js';
import type { BulkWork } from './bulk/bulk-work.js';
import { PRODUCT_SLUG, PRODUCTS_SLUG } from './screen-slugs.js';

interface ProductsScreenDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly settings: StoreOptions;
  readonly bulk: BulkPage;
  readonly work: Pick<BulkWork, 'duplicate'>;
}

const PER_PAGE = 25;
/** Products that an action takes at once. */
const MOST_AT_ONCE = 5000;
/** Rows that are asked for together. */
const READ = 500;

/** The list of products, with what can be done to several at once. */
export function productsScreen({ scope, parts, settings, bulk, work }: ProductsScreenDeps): AdminPage {
  const { __, _n, adminUrl } = scope;
  const { products, currency } = parts;

  const stockWord = (stock: ProductRow['stock']): string =>
    ({ instock: __('In stock'), onbackorder: __('Available on backorder'), outofstock: __('Out of stock') })[stock];

  function priceText(row: ProductRow, now: string): string {
    if (row.type === 'simple') {
      const { price } = shownPrice(row, [], now);
      return price === null ? '–' : currency.format(price);
    }
    if (row.price === null) return '–';
    return row.max_price !== null && row.max_price > row.price
      ? `${currency.format(row.price)} – ${currency.format(row.max_price)}`
      : currency.format(row.price);
  }

  /** What the list was narrowed to. */
  async function asked(request: PageRequest): Promise<{
    readonly query: Omit<ProductQuery, 'limit' | 'offset'> &
      Required<Pick<ProductQuery, 'search' | 'sort' | 'descending'>>;
    readonly category: number;
    readonly all: Awaited<ReturnType<typeof parts.terms.all>>;
  }> {
    const field = (name: string): string => request.url.searchParams.get(name) ?? '';
    const status = (['publish', 'draft', 'trash'] as const).find((one) => one === field('status'));
    const stock = (['instock', 'onbackorder', 'outofstock'] as const).find((one) => one === field('stock'));
    const category = /^\d{1,10}$/.test(field('category')) ? Number(field('category')) : 0;
    const [sort, direction] = (
      /^(?:name|price|date|stock)-(?:asc|desc)$/.test(field('sort')) ? field('sort') : 'date-desc'
    ).split('-') as [NonNullable<ProductQuery['sort']>, string];
    const all = await parts.terms.all('product_cat');
    const below = [category];
    for (let at = 0; at < below.length; at++)
      below.push(...all.filter((term) => term.parentId === below[at]).map((term) => term.id));
    const atMost = field('stock') === 'low' ? (await settings.read()).lowStock : undefined;
    return {
      query: {
        search: field('s').trim().slice(0, 100),
        ...(status ? { status } : {}),
        ...(stock ? { stock } : {}),
        ...(atMost === undefined ? {} : { atMost }),
        ...(category > 0 ? { termIds: below } : {}),
        sort,
        descending: direction === 'desc',
      },
      category,
      all,
    };
  }

  /** The ticked products, or all that the list was narrowed to. */
  async function chosen(request: PageRequest): Promise<readonly number[]> {
    const given = request.form.products;
    if (request.field('all') !== '1')
      return (Array.isArray(given) ? given : [])
        .filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id))
        .map(Number)
        .slice(0, MOST_AT_ONCE);
    const { query } = await asked(request);
    const ids: number[] = [];
    for (let offset = 0; offset < MOST_AT_ONCE; offset += READ) {
      const { rows } = await products.list({ ...query, sort: 'id', limit: READ, offset });
      ids.push(...rows.map(({ id }) => id));
      if (rows.length < READ) break;
    }
    return ids;
  }

  async function list(request: PageRequest): Promise<Reply> {
    scope.useAsset('store-products-admin');
    const { query, category, all } = await asked(request);
    const { status, stock, search, sort, descending } = query;
    const wanted = Math.max(1, Math.min(100_000, Math.trunc(Number(request.field('paged'))) || 1));
    const { rows, total } = await products.list({ ...query, limit: PER_PAGE, offset: (wanted - 1) * PER_PAGE });
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const address = (paged: number): string => {
      const parameters = new URLSearchParams(request.url.search);
      parameters.set('paged', String(paged));
      return `?${parameters.toString()}`;
    };
    const counts = await products.countBy();
    const pictures = await parts.images.first(rows.map((row) => row.id));
    const tab = (label: string, value: string, count: number): object => ({
      label,
      count,
      url: adminUrl(`admin.php?page=${PRODUCTS_SLUG}${value === '' ? '' : `&status=${value}`}`),
      current: (status ?? '') === value,
    });
    const now = utcText();
    const chosen = `${sort}-${descending ? 'desc' : 'asc'}`;
    const low = query.atMost !== undefined;
    const data = {
      search,
      status: status ?? '',
      filtered: search !== '' || status !== undefined || stock !== undefined || low || category > 0,
      isTrash: status === 'trash',
      total,
      many: total > rows.length && total <= MOST_AT_ONCE,
      tabs: [
        tab(__('All'), '', counts.publish + counts.draft),
        tab(__('Published'), 'publish', counts.publish),
        tab(__('Drafts'), 'draft', counts.draft),
        ...(counts.trash > 0 || status === 'trash' ? [tab(__('Trash'), 'trash', counts.trash)] : []),
      ],
      categories: all.map((term) => ({ id: term.id, name: term.name, selected: term.id === category })),
      stocks: [
        ...(['instock', 'onbackorder', 'outofstock'] as const).map((value) => ({
          value,
          label: stockWord(value),
          selected: value === stock,
        })),
        { value: 'low', label: __('Few left'), selected: low },
      ],
      sorts: (
        [
          ['date-desc', __('Changed last')],
          ['name-asc', __('Name')],
          ['price-asc', __('Price: low to high')],
          ['price-desc', __('Price: high to low')],
          ['stock-asc', __('Stock')],
        ] as const
      ).map(([value, label]) => ({ value, label, selected: value === chosen })),
      products: rows.map((row) => {
        const picture = pictures.get(row.id);
        return {
          id: row.id,
          name: row.name,
          sku: row.sku ?? '',
          price: priceText(row, now),
          onSale: row.on_sale === 1,
          stock: row.stock,
          stockText:
            row.stock_quantity === null ? stockWord(row.stock) : _n('%d piece', '%d pieces', row.stock_quantity),
          status: row.status,
          statusText: { publish: __('Published'), draft: __('Draft'), trash: __('In the trash') }[row.status],
          isPublic: row.status === 'publish',
          featured: row.featured === 1,
          hidden: row.visibility === 'hidden',
          updatedAt: row.updated_at,
          image: picture ? parts.images.urlOf(picture.source) : '',
          editUrl: adminUrl(`admin.php?page=${PRODUCT_SLUG}&id=${row.id}`),
          viewUrl: scope.homeUrl(`/product/${row.slug}/`),
        };
      }),
      found: _n('%d product', '%d products', total),
      paging: {
        page: wanted,
        pages,
        previous: wanted > 1 ? address(Math.min(wanted - 1, pages)) : '',
        next: wanted < pages ? address(wanted + 1) : '',
      },
      newUrl: adminUrl(`admin.php?page=${PRODUCT_SLUG}`),
      filesUrl: adminUrl('admin.php?page=store-product-files'),
    };
    return { kind: 'page', title: __('Products'), view: 'products-admin/products', data };
  }

  /** Does what was asked for; a page when there is more to say. */
  async function change(request: PageRequest): Promise<Reply | undefined> {
    const copied = /^\d{1,10}$/.test(request.field('duplicate'))
      ? await work.duplicate(Number(request.field('duplicate')))
      : null;
    if (copied !== null) {
      scope.addNotice(request, 'success', __('This is the copy, a draft. Give it its own name, SKU and pictures.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${PRODUCT_SLUG}&id=${copied}` };
    }
    const ids = await chosen(request);
    const action = request.field('action');
    const count = ids.length;
    const done = (text: string): void => scope.addNotice(request, 'success', text);
    if (count === 0) return void scope.addNotice(request, 'error', __('Choose products first.'));
    switch (action) {
      case 'edit':
        if (count <= MOST_CHANGED) return bulk.begin(ids);
        return void scope.addNotice(
          request,
          'error',
          __(
            'At most %d products are changed at once here; more are changed by a file, under Import and export.',
            MOST_CHANGED,
          ),
        );
      case 'delete': {
        const trashed = await products.inTrash(ids);
        await products.remove(trashed);
        return void done(_n('%d product was deleted.', '%d products were deleted.', trashed.length));
      }
      case 'trash':
        await products.setStatus(ids, 'trash');
        return void done(_n('%d product is in the trash now.', '%d products are in the trash now.', count));
      case 'publish':
      case 'draft':
        await products.setStatus(ids, action);
        return void done(_n('%d product was changed.', '%d products were changed.', count));
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
      if (request.method !== 'POST') return list(request);
      const page = request.field('ids') === '' ? await change(request) : await bulk.answer(request);
      if (page) return page;
      return {
        kind: 'redirect',
        status: 303,
        location: `/wp-admin/admin.php?${new URLSearchParams({ ...Object.fromEntries(request.url.searchParams), page: PRODUCTS_SLUG }).toString()}`,
      };
    },
  };
}
