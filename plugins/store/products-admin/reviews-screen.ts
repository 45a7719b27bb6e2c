import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { starsOf } from '../products/stars.js';
import type { ReviewParts } from '../reviews/boot.js';
import { REVIEW_LENGTHS } from '../reviews/review-row.js';
import { REVIEW_STATUSES, type ReviewRow, type ReviewStatus } from '../reviews/tables.js';
import type { ReviewQuery } from '../reviews/review-store.js';
import { PRODUCTS_SLUG, REVIEWS_SLUG } from './screen-slugs.js';

interface ReviewsScreenDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'db' | 'addNotice' | 'adminUrl' | 'homeUrl' | 'useAsset'>;
  readonly reviews: Pick<ReviewParts, 'store' | 'moderation'>;
}

const PER_PAGE = 25;
/** Reviews that an action takes at once. */
const MOST_AT_ONCE = 200;

interface NamedProduct {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

/** The list of reviews, with what is decided about several at once, and one of them with the shop's answer. */
export function reviewsScreen({ scope, reviews: { store, moderation } }: ReviewsScreenDeps): AdminPage {
  const { __, _n, adminUrl } = scope;
  const idOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0);
  const statusWord = (status: ReviewStatus): string =>
    ({ waiting: __('Waiting'), approved: __('Approved'), spam: __('Spam'), trash: __('In the trash') })[status];

  async function productsOf(
    rows: readonly Pick<ReviewRow, 'product_id'>[],
  ): Promise<ReadonlyMap<number, NamedProduct>> {
    const found = await scope
      .db()('store_products')
      .whereIn('id', [...new Set(rows.map((row) => row.product_id))])
      .select('id', 'name', 'slug');
    return new Map(found.map((product) => [product.id, product]));
  }

  const view = (row: ReviewRow, product: NamedProduct | undefined): object => ({
    id: row.id,
    name: row.name,
    email: row.email,
    stars: starsOf(row.stars),
    starsText: _n('%d star of 5', '%d stars of 5', row.stars),
    title: row.title,
    text: row.content,
    answer: row.answer,
    status: row.status,
    statusText: statusWord(row.status),
    isApproved: row.status === 'approved',
    verified: row.verified === 1,
    createdAt: row.created_at,
    product: product?.name ?? '',
    onlyUrl: adminUrl(`admin.php?page=${REVIEWS_SLUG}&product=${row.product_id}`),
    viewUrl: product && row.status === 'approved' ? scope.homeUrl(`/product/${product.slug}/#reviews`) : '',
    orderUrl: row.order_id > 0 ? adminUrl(`admin.php?page=store-order&id=${row.order_id}`) : '',
    openUrl: adminUrl(`admin.php?page=${REVIEWS_SLUG}&review=${row.id}`),
  });

  function asked(request: PageRequest): ReviewQuery {
    const field = (name: string): string => request.url.searchParams.get(name) ?? '';
    const status = REVIEW_STATUSES.find((one) => one === field('status'));
    const [stars, productId] = [/^[1-5]$/.test(field('stars')) ? Number(field('stars')) : 0, idOf(field('product'))];
    return {
      search: field('s').trim().slice(0, 100),
      ...(status ? { status } : {}),
      ...(stars > 0 ? { stars } : {}),
      ...(productId > 0 ? { productId } : {}),
    };
  }

  async function list(request: PageRequest): Promise<Reply> {
    scope.useAsset('store-products-admin');
    scope.useAsset('store-products-admin-script');
    const query = asked(request);
    const { status, stars, productId, search } = query;
    const total = await store.count(query);
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const page = Math.max(1, Math.min(pages, idOf(request.field('paged'))));
    const rows = await store.list({ ...query, limit: PER_PAGE, offset: (page - 1) * PER_PAGE });
    const products = await productsOf(productId ? [...rows, { product_id: productId }] : rows);
    const counts = await store.countBy();
    const tab = (label: string, value: ReviewStatus | '', count: number): object => ({
      label,
      count,
      url: adminUrl(`admin.php?page=${REVIEWS_SLUG}${value === '' ? '' : `&status=${value}`}`),
      current: (status ?? '') === value,
    });
    const address = (paged: number): string => {
      const parameters = new URLSearchParams(request.url.search);
      parameters.set('paged', String(paged));
      return `?${parameters.toString()}`;
    };
    const data = {
      search,
      status: status ?? '',
      productId: productId ?? '',
      productName: productId ? (products.get(productId)?.name ?? '') : '',
      filtered: search !== '' || status !== undefined || stars !== undefined || productId !== undefined,
      clearUrl: adminUrl(`admin.php?page=${REVIEWS_SLUG}`),
      tabs: [
        tab(__('All'), '', counts.waiting + counts.approved),
        ...REVIEW_STATUSES.map((one) => tab(statusWord(one), one, counts[one])),
      ],
      stars: [5, 4, 3, 2, 1].map((value) => ({
        value,
        label: _n('%d star', '%d stars', value),
        selected: value === stars,
      })),
      reviews: rows.map((row) => view(row, products.get(row.product_id))),
      actions: actionsOf(status),
      found: _n('%d review', '%d reviews', total),
      paging: { page, pages, previous: page > 1 ? address(page - 1) : '', next: page < pages ? address(page + 1) : '' },
    };
    return { kind: 'page', title: __('Reviews'), view: 'products-admin/reviews', data };
  }

  /** What can be done with reviews of a status; with no status, those that wait and those that are approved. */
  function actionsOf(status: ReviewStatus | undefined): readonly object[] {
    const gone = status === 'spam' || status === 'trash';
    const action = (value: string, label: string, danger = false): object => ({
      value,
      label,
      danger,
      confirm: value === 'delete' ? __('Delete for good? This cannot be undone.') : '',
    });
    return [
      ...(status === 'approved' ? [] : [action('approved', __('Approve'))]),
      ...(status === 'waiting' ? [] : [action('waiting', gone ? __('Restore, to wait') : __('Put back, to wait'))]),
      ...(status === 'spam' ? [] : [action('spam', __('Spam'))]),
      ...(status === 'trash' ? [] : [action('trash', __('Move to the trash'), true)]),
      ...(gone ? [action('delete', __('Delete for good'), true)] : []),
    ];
  }

  async function one(request: PageRequest, id: number): Promise<Reply> {
    const row = await store.find(id);
    if (!row) {
      scope.addNotice(request, 'error', __('There is no such review any more.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${REVIEWS_SLUG}` };
    }
    scope.useAsset('store-products-admin');
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const product = (await productsOf([row])).get(row.product_id);
    return {
      kind: 'page',
      title: __('Review of %s', product?.name ?? ''),
      view: 'products-admin/review',
      data: {
        review: view(row, product),
        most: REVIEW_LENGTHS.answer,
        backUrl: adminUrl(`admin.php?page=${REVIEWS_SLUG}`),
        actions: actionsOf(row.status),
      },
    };
  }

  function chosen(request: PageRequest): readonly number[] {
    const given = request.form.reviews;
    return (Array.isArray(given) ? given : [given])
      .filter((id): id is string => typeof id === 'string' && idOf(id) > 0)
      .map(Number)
      .slice(0, MOST_AT_ONCE);
  }

  async function change(request: PageRequest): Promise<void> {
    const done = (text: string): void => scope.addNotice(request, 'success', text);
    const failed = (text: string): void => scope.addNotice(request, 'error', text);
    const [ids, action] = [chosen(request), request.field('action')];
    if (ids.length === 0) return failed(__('Choose reviews first.'));
    if (action === 'answer')
      return (await moderation.answer(ids[0] ?? 0, request.field('answer')))
        ? done(__('The answer is saved.'))
        : failed(__('There is no such review any more.'));
    const status = REVIEW_STATUSES.find((one) => one === action);
    if (action === 'delete')
      return done(_n('%d review was deleted.', '%d reviews were deleted.', await moderation.remove(ids)));
    if (!status) return failed(__('Unknown action.'));
    const count = await moderation.setStatus(ids, status);
    done(
      {
        approved: _n('%d review is approved and shown.', '%d reviews are approved and shown.', count),
        waiting: _n('%d review waits again.', '%d reviews wait again.', count),
        spam: _n('%d review is marked as spam.', '%d reviews are marked as spam.', count),
        trash: _n('%d review is in the trash now.', '%d reviews are in the trash now.', count),
      }[status],
    );
  }

  return {
    slug: REVIEWS_SLUG,
    title: () => __('Reviews'),
    capability: 'manage_shop',
    parent: PRODUCTS_SLUG,
    async handler(request) {
      const opened = idOf(request.url.searchParams.get('review') ?? '');
      if (request.method !== 'POST') return opened > 0 ? one(request, opened) : list(request);
      await change(request);
      const back = new URLSearchParams({ ...Object.fromEntries(request.url.searchParams), page: REVIEWS_SLUG });
      if (request.field('action') === 'delete') back.delete('review');
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?${back.toString()}` };
    },
  };
}
