import type { PageRequest, PluginScope, Reply } from 'plinth';
import { renderStars } from '../products/review-settings.js';
import { REVIEW_LENGTHS, type ReviewQuery, type ReviewStore } from '../reviews/review-store.js';
import { REVIEW_STATUSES, type ReviewRow, type ReviewStatus } from '../reviews/tables.js';
import { REVIEWS_SLUG } from './screen-slugs.js';

export interface ReviewsListDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'db' | 'addNotice' | 'adminUrl' | 'homeUrl' | 'useAsset'>;
  readonly store: ReviewStore;
}

/** Renders the list of reviews and the screen of a single review. */
interface ReviewsList {
  list(request: PageRequest): Promise<Reply>;
  show(request: PageRequest, id: number): Promise<Reply>;
}

const PER_PAGE = 25;

interface ReviewedProduct {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

export const parseId = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0);

export function createReviewsList({ scope, store }: ReviewsListDeps): ReviewsList {
  const { __, _n, adminUrl } = scope;
  const statusLabel = (status: ReviewStatus): string =>
    ({ pending: __('Pending'), approved: __('Approved'), spam: __('Spam'), trash: __('In the trash') })[status];

  async function findProducts(
    rows: readonly Pick<ReviewRow, 'product_id'>[],
  ): Promise<ReadonlyMap<number, ReviewedProduct>> {
    const found = await scope
      .db()('store_products')
      .whereIn('id', [...new Set(rows.map((row) => row.product_id))])
      .select('id', 'name', 'slug');
    return new Map(found.map((product) => [product.id, product]));
  }

  const reviewView = (row: ReviewRow, product: ReviewedProduct | undefined): object => ({
    id: row.id,
    name: row.name,
    email: row.email,
    stars: renderStars(row.stars),
    starsText: _n('%d star of 5', '%d stars of 5', row.stars),
    title: row.title,
    text: row.content,
    reply: row.reply,
    status: row.status,
    statusText: statusLabel(row.status),
    isApproved: row.status === 'approved',
    verified: row.verified === 1,
    createdAt: row.created_at,
    product: product?.name ?? '',
    filterUrl: adminUrl(`admin.php?page=${REVIEWS_SLUG}&product=${row.product_id}`),
    viewUrl: product && row.status === 'approved' ? scope.homeUrl(`/product/${product.slug}/#reviews`) : '',
    orderUrl: row.order_id > 0 ? adminUrl(`admin.php?page=store-order&id=${row.order_id}`) : '',
    openUrl: adminUrl(`admin.php?page=${REVIEWS_SLUG}&review=${row.id}`),
  });

  function tabsView(
    status: ReviewStatus | undefined,
    counts: Readonly<Record<ReviewStatus, number>>,
  ): readonly object[] {
    const tab = (label: string, value: ReviewStatus | '', count: number): object => ({
      label,
      count,
      url: adminUrl(`admin.php?page=${REVIEWS_SLUG}${value === '' ? '' : `&status=${value}`}`),
      current: (status ?? '') === value,
    });
    return [
      tab(__('All'), '', counts.pending + counts.approved),
      ...REVIEW_STATUSES.map((reviewStatus) => tab(statusLabel(reviewStatus), reviewStatus, counts[reviewStatus])),
    ];
  }

  async function list(request: PageRequest): Promise<Reply> {
    scope.useAsset('store-products-admin');
    scope.useAsset('store-products-admin-script');
    const query = readReviewFilter(request);
    const { status, stars, productId, search } = query;
    const total = await store.count(query);
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const page = Math.max(1, Math.min(pages, parseId(request.field('paged'))));
    const rows = await store.list({ ...query, limit: PER_PAGE, offset: (page - 1) * PER_PAGE });
    const products = await findProducts(productId ? [...rows, { product_id: productId }] : rows);
    const data = {
      search,
      status: status ?? '',
      productId: productId ?? '',
      productName: productId ? (products.get(productId)?.name ?? '') : '',
      filtered: search !== '' || status !== undefined || stars !== undefined || productId !== undefined,
      clearUrl: adminUrl(`admin.php?page=${REVIEWS_SLUG}`),
      tabs: tabsView(status, await store.countBy()),
      stars: [5, 4, 3, 2, 1].map((value) => ({
        value,
        label: _n('%d star', '%d stars', value),
        selected: value === stars,
      })),
      reviews: rows.map((row) => reviewView(row, products.get(row.product_id))),
      actions: availableActions(status),
      found: _n('%d review', '%d reviews', total),
      paging: pagingView(request, page, pages),
    };
    return { kind: 'page', title: __('Reviews'), view: 'products-admin/reviews', data };
  }

  /** Returns the actions for reviews with a status; without a status, for pending and approved reviews. */
  function availableActions(status: ReviewStatus | undefined): readonly object[] {
    const isDiscarded = status === 'spam' || status === 'trash';
    const action = (value: string, label: string, danger = false): object => ({
      value,
      label,
      danger,
      confirm: value === 'delete' ? __('Delete permanently? This can’t be undone.') : '',
    });
    return [
      ...(status === 'approved' ? [] : [action('approved', __('Approve'))]),
      ...(status === 'pending' ? [] : [action('pending', isDiscarded ? __('Restore as pending') : __('Unapprove'))]),
      ...(status === 'spam' ? [] : [action('spam', __('Spam'))]),
      ...(status === 'trash' ? [] : [action('trash', __('Move to trash'), true)]),
      ...(isDiscarded ? [action('delete', __('Delete permanently'), true)] : []),
    ];
  }

  async function showReview(request: PageRequest, id: number): Promise<Reply> {
    const row = await store.find(id);
    if (!row) {
      scope.addNotice(request, 'error', __('This review no longer exists.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${REVIEWS_SLUG}` };
    }
    scope.useAsset('store-products-admin');
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const product = (await findProducts([row])).get(row.product_id);
    return {
      kind: 'page',
      title: __('Review of %s', product?.name ?? ''),
      view: 'products-admin/review',
      data: {
        review: reviewView(row, product),
        maxReply: REVIEW_LENGTHS.reply,
        backUrl: adminUrl(`admin.php?page=${REVIEWS_SLUG}`),
        actions: availableActions(row.status),
      },
    };
  }

  return { list, show: showReview };
}

/** Reads the filters of the list from the URL. */
function readReviewFilter(request: PageRequest): ReviewQuery {
  const field = (name: string): string => request.url.searchParams.get(name) ?? '';
  const status = REVIEW_STATUSES.find((candidate) => candidate === field('status'));
  const [stars, productId] = [/^[1-5]$/.test(field('stars')) ? Number(field('stars')) : 0, parseId(field('product'))];
  return {
    search: field('s').trim().slice(0, 100),
    ...(status ? { status } : {}),
    ...(stars > 0 ? { stars } : {}),
    ...(productId > 0 ? { productId } : {}),
  };
}

function pagingView(request: PageRequest, page: number, pages: number): object {
  const pageUrl = (paged: number): string => {
    const parameters = new URLSearchParams(request.url.search);
    parameters.set('paged', String(paged));
    return `?${parameters.toString()}`;
  };
  return { page, pages, previous: page > 1 ? pageUrl(page - 1) : '', next: page < pages ? pageUrl(page + 1) : '' };
}
