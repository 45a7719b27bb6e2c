import { type PageRequest, type PluginScope, type Reply, toUtcString } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { ImageRow } from '../images/tables.js';
import { NONE_CONCEALED } from '../prices/announced-reductions.js';
import { getDisplayedPrice } from '../prices/displayed-price.js';
import type { ProductRow } from '../products/tables.js';
import type { ProductListFilter } from './product-query.js';
import { PRODUCT_SLUG, PRODUCTS_SLUG } from './screen-slugs.js';

interface ProductsListDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'adminUrl' | 'homeUrl' | 'useAsset'>;
  readonly parts: Pick<CatalogParts, 'products' | 'currency' | 'images'>;
  /** Maximum number of products per bulk action. */
  readonly maxAtOnce: number;
}

const PER_PAGE = 25;

/** Creates the function that renders a page of the product list, with its tabs and filters. */
export function createProductsList({
  scope,
  parts,
  maxAtOnce,
}: ProductsListDeps): (request: PageRequest, filter: ProductListFilter) => Promise<Reply> {
  const { __, _n, adminUrl } = scope;
  const { products, currency } = parts;

  const stockLabel = (stock: ProductRow['stock']): string =>
    ({ instock: __('In stock'), onbackorder: __('Available on backorder'), outofstock: __('Out of stock') })[stock];

  function priceText(row: ProductRow, now: string): string {
    if (row.type === 'simple') {
      const { price } = getDisplayedPrice(row, [], now, NONE_CONCEALED);
      return price === null ? '–' : currency.format(price);
    }
    if (row.price === null) return '–';
    return row.max_price !== null && row.max_price > row.price
      ? `${currency.format(row.price)} – ${currency.format(row.max_price)}`
      : currency.format(row.price);
  }

  function rowView(row: ProductRow, image: ImageRow | undefined, now: string): object {
    return {
      id: row.id,
      name: row.name,
      sku: row.sku ?? '',
      price: priceText(row, now),
      onSale: row.on_sale === 1,
      stock: row.stock,
      stockText: row.stock_quantity === null ? stockLabel(row.stock) : _n('%d item', '%d items', row.stock_quantity),
      status: row.status,
      statusText: { publish: __('Published'), draft: __('Draft'), trash: __('In the trash') }[row.status],
      isPublic: row.status === 'publish',
      featured: row.featured === 1,
      hidden: row.visibility === 'hidden',
      updatedAt: row.updated_at,
      image: image ? parts.images.urlOf(image.source) : '',
      editUrl: adminUrl(`admin.php?page=${PRODUCT_SLUG}&id=${row.id}`),
      viewUrl: scope.homeUrl(`/product/${row.slug}/`),
    };
  }

  function tabsView(
    status: ProductRow['status'] | undefined,
    counts: Record<ProductRow['status'], number>,
  ): readonly object[] {
    const tab = (label: string, value: string, count: number): object => ({
      label,
      count,
      url: adminUrl(`admin.php?page=${PRODUCTS_SLUG}${value === '' ? '' : `&status=${value}`}`),
      current: (status ?? '') === value,
    });
    return [
      tab(__('All'), '', counts.publish + counts.draft),
      tab(__('Published'), 'publish', counts.publish),
      tab(__('Drafts'), 'draft', counts.draft),
      ...(counts.trash > 0 || status === 'trash' ? [tab(__('Trash'), 'trash', counts.trash)] : []),
    ];
  }

  const stocksView = (stock: ProductRow['stock'] | undefined, low: boolean): readonly object[] => [
    ...(['instock', 'onbackorder', 'outofstock'] as const).map((value) => ({
      value,
      label: stockLabel(value),
      selected: value === stock,
    })),
    { value: 'low', label: __('Low stock'), selected: low },
  ];

  const sortsView = (selectedSort: string): readonly object[] =>
    (
      [
        ['date-desc', __('Recently modified')],
        ['name-asc', __('Name')],
        ['price-asc', __('Price: low to high')],
        ['price-desc', __('Price: high to low')],
        ['stock-asc', __('Stock')],
      ] as const
    ).map(([value, label]) => ({ value, label, selected: value === selectedSort }));

  return async function list(request, { query, category, categories }) {
    scope.useAsset('store-products-admin');
    const { status, stock, search, sort, descending } = query;
    const pageNumber = Math.max(1, Math.min(100_000, Math.trunc(Number(request.field('paged'))) || 1));
    const { rows, total } = await products.list({ ...query, limit: PER_PAGE, offset: (pageNumber - 1) * PER_PAGE });
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const counts = await products.countBy();
    const images = await parts.images.first(rows.map((row) => row.id));
    const now = toUtcString();
    const low = query.maxStock !== undefined;
    const data = {
      search,
      status: status ?? '',
      filtered: search !== '' || status !== undefined || stock !== undefined || low || category > 0,
      isTrash: status === 'trash',
      total,
      many: total > rows.length && total <= maxAtOnce,
      tabs: tabsView(status, counts),
      categories: categories.map((term) => ({ id: term.id, name: term.name, selected: term.id === category })),
      stocks: stocksView(stock, low),
      sorts: sortsView(`${sort}-${descending ? 'desc' : 'asc'}`),
      products: rows.map((row) => rowView(row, images.get(row.id), now)),
      found: _n('%d product', '%d products', total),
      paging: pagingView(request, pageNumber, pages),
      newUrl: adminUrl(`admin.php?page=${PRODUCT_SLUG}`),
      filesUrl: adminUrl('admin.php?page=store-product-files'),
    };
    return { kind: 'page', title: __('Products'), view: 'products-admin/products', data };
  };
}

function pagingView(request: PageRequest, page: number, pages: number): object {
  const pageUrl = (paged: number): string => {
    const parameters = new URLSearchParams(request.url.search);
    parameters.set('paged', String(paged));
    return `?${parameters.toString()}`;
  };
  return {
    page,
    pages,
    previous: page > 1 ? pageUrl(Math.min(page - 1, pages)) : '',
    next: page < pages ? pageUrl(page + 1) : '',
  };
}
