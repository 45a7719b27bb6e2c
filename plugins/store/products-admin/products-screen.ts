import { type AdminPage, type PageRequest, type PluginScope, type Reply, utcText } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { ProductQuery } from '../catalogue/product-reader.js';
import type { ProductRow } from '../products/product-row.js';
import { shownPrice } from '../prices/shown-price.js';
import { PRODUCT_SLUG, PRODUCTS_SLUG } from './screen-slugs.js';

interface ProductsScreenDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
}

const PER_PAGE = 25;
const MOST_AT_ONCE = 500;

/** The list of products, with what can be done to several at once. */
export function productsScreen({ scope, parts }: ProductsScreenDeps): AdminPage {
  const { __, _n, adminUrl } = scope;
  const { products, currency } = parts;

  const stockWord = (stock: ProductRow['stock']): string => ({ instock: __('In stock'), onbackorder: __('Available on backorder'), outofstock: __('Out of stock') })[stock];

  function priceText(row: ProductRow, now: string): string {
    if (row.type === 'simple') {
      const { price } = shownPrice(row, [], now);
      return price === null ? '–' : currency.format(price);
    }
    if (row.price === null) return '–';
    return row.max_price !== null && row.max_price > row.price ? `${currency.format(row.price)} – ${currency.format(row.max_price)}` : currency.format(row.price);
  }

  async function list(request: PageRequest): Promise<Reply> {
    scope.useAsset('store-products-admin');
    const status = (['publish', 'draft'] as const).find((one) => one === request.field('status'));
    const stock = (['instock', 'onbackorder', 'outofstock'] as const).find((one) => one === request.field('stock'));
    const category = /^\d{1,10}$/.test(request.field('category')) ? Number(request.field('category')) : 0;
    const [sort, direction] = (/^(?:name|price|date|stock)-(?:asc|desc)$/.test(request.field('sort')) ? request.field('sort') : 'date-desc').split('-') as [NonNullable<ProductQuery['sort']>, string];
    const search = request.field('s').trim().slice(0, 100);
    const all = await parts.terms.all('product_cat');
    const below = [category];
    for (let at = 0; at < below.length; at++) below.push(...all.filter((term) => term.parentId === below[at]).map((term) => term.id));
    const query = { search, ...(status ? { status } : {}), ...(stock ? { stock } : {}), ...(category > 0 ? { termIds: below } : {}), sort, descending: direction === 'desc', limit: PER_PAGE };
    const wanted = Math.max(1, Math.min(100_000, Math.trunc(Number(request.field('paged'))) || 1));
    const { rows, total } = await products.list({ ...query, offset: (wanted - 1) * PER_PAGE });
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const address = (paged: number): string => {
      const parameters = new URLSearchParams(request.url.search);
      parameters.set('paged', String(paged));
      return `?${parameters.toString()}`;
    };
    const counts = await products.countBy();
    const pictures = await parts.images.first(rows.map((row) => row.id));
    const tab = (label: string, value: string, count: number): object => ({ label, count, url: adminUrl(`admin.php?page=${PRODUCTS_SLUG}${value === '' ? '' : `&status=${value}`}`), current: (status ?? '') === value });
    const now = utcText();
    const chosen = `${sort}-${direction}`;
    const data = {
      search, status: status ?? '', filtered: search !== '' || status !== undefined || stock !== undefined || category > 0,
      tabs: [tab(__('All'), '', counts.publish + counts.draft), tab(__('Published'), 'publish', counts.publish), tab(__('Drafts'), 'draft', counts.draft)],
      categories: all.map((term) => ({ id: term.id, name: term.name, selected: term.id === category })),
      stocks: (['instock', 'onbackorder', 'outofstock'] as const).map((value) => ({ value, label: stockWord(value), selected: value === stock })),
      sorts: ([['date-desc', __('Changed last')], ['name-asc', __('Name')], ['price-asc', __('Price: low to high')], ['price-desc', __('Price: high to low')], ['stock-asc', __('Stock')]] as const).map(([value, label]) => ({ value, label, selected: value === chosen })),
      products: rows.map((row) => {
        const picture = pictures.get(row.id);
        return {
          id: row.id, name: row.name, sku: row.sku ?? '', price: priceText(row, now), onSale: row.on_sale === 1, stock: row.stock, stockText: row.stock_quantity === null ? stockWord(row.stock) : _n('%d piece', '%d pieces', row.stock_quantity),
          status: row.status, statusText: row.status === 'publish' ? __('Published') : __('Draft'), featured: row.featured === 1, hidden: row.visibility === 'hidden', updatedAt: row.updated_at,
          image: picture ? parts.images.urlOf(picture.source) : '', editUrl: adminUrl(`admin.php?page=${PRODUCT_SLUG}&id=${row.id}`), viewUrl: scope.homeUrl(`/product/${row.slug}/`),
        };
      }),
      found: _n('%d product', '%d products', total), paging: { page: wanted, pages, previous: wanted > 1 ? address(Math.min(wanted - 1, pages)) : '', next: wanted < pages ? address(wanted + 1) : '' },
      newUrl: adminUrl(`admin.php?page=${PRODUCT_SLUG}`), filesUrl: adminUrl('admin.php?page=store-product-files'),
    };
    return { kind: 'page', title: __('Products'), view: 'products-admin/products', data };
  }

  async function change(request: PageRequest): Promise<void> {
    const given = request.form.products;
    const ids = (Array.isArray(given) ? given : []).filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id)).map(Number).slice(0, MOST_AT_ONCE);
    const action = request.field('action');
    if (ids.length === 0) return scope.addNotice(request, 'error', __('Choose products first.'));
    if (action === 'delete') await products.remove(ids);
    else if (action === 'publish' || action === 'draft') await products.setStatus(ids, action);
    else return scope.addNotice(request, 'error', __('Unknown action.'));
    scope.addNotice(request, 'success', action === 'delete' ? _n('%d product was deleted.', '%d products were deleted.', ids.length) : _n('%d product was changed.', '%d products were changed.', ids.length));
  }

  return {
    slug: PRODUCTS_SLUG,
    title: () => __('Products'),
    capability: 'manage_shop',
    icon: 'product',
    position: 25,
    async handler(request) {
      if (request.method !== 'POST') return list(request);
      await change(request);
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?${new URLSearchParams({ ...Object.fromEntries(request.url.searchParams), page: PRODUCTS_SLUG }).toString()}` };
    },
  };
}
