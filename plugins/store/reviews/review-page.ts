import { createHash } from 'node:crypto';
import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import { showLoginPage } from '../accounts/welcome.js';
import type { FormError } from '../contract/index.js';
import type { Attempts } from '../forms/attempts.js';
import { PRIVATE_HEADERS } from '../orders/order-identity.js';
import type { ProductRow } from '../products/tables.js';
import { requestedSlugs, findBySlug } from '../products/slugs.js';
import {
  initialReview,
  ORDER_FIELD,
  readReview,
  REVIEW_NONCE,
  REVIEW_HONEYPOT,
  reviewErrors,
  reviewForm,
} from './review-form.js';
import type { ReviewStore } from './review-store.js';
import type { ReviewRejection, Reviewer, FindReviewer } from './reviewers.js';
import type { ReviewInput, WriteReview } from './write-review.js';

interface ReviewPageDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | '_n'
    | 'db'
    | 'render'
    | 'wpNonceField'
    | 'homeUrl'
    | 'handleLogin'
    | 'useAsset'
    | 'addNotice'
    | 'sanitizeTextField'
    | 'consumeRateLimit'
  >;
  readonly store: Pick<ReviewStore, 'findByBuyer'>;
  readonly findReviewer: FindReviewer;
  readonly write: WriteReview;
  readonly attempts: Attempts;
}

/** Maximum number of reviews per hour from one network, and by one buyer. */
const MAX_REVIEWS = { ofNetwork: 20, ofBuyer: 10 } as const;
/** Seconds. */
const HOUR_SECONDS = 3600;

/** A submitted review with errors. */
interface RejectedReview {
  readonly input?: ReviewInput;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

type Product = Pick<ProductRow, 'id' | 'slug' | 'name' | 'status'>;

/** `/product/:slug/review/`: the review form, for logged-in customers and visitors with an order link. */
export function reviewPage({ scope, store, findReviewer, write, attempts }: ReviewPageDeps): FrontRoute {
  const { __ } = scope;

  const renderPage = (product: Product, data: object, status = 200): Reply => ({
    kind: 'page',
    status,
    title: __('Review of %s', product.name),
    view: 'reviews/write',
    robots: 'noindex',
    canonical: `/product/${product.slug}/`,
    headers: PRIVATE_HEADERS,
    bodyClass: ['store-review'],
    data: { name: product.name, productUrl: scope.homeUrl(`/product/${product.slug}/`), ...data },
  });

  async function showRefusal(product: Product, refusal: ReviewRejection): Promise<Reply> {
    scope.useAsset('store-checkout');
    return renderPage(
      product,
      {
        reviewableFrom: refusal.reason === 'too-early' ? refusal.from : '',
        isNotBuyer: refusal.reason === 'not-bought',
      },
      403,
    );
  }

  async function show(
    request: PageRequest,
    product: Product,
    reviewer: Reviewer,
    { input, errors = [], status = 200 }: RejectedReview = {},
  ): Promise<Reply> {
    scope.useAsset('store-shop');
    const before = await store.findByBuyer(product.id, reviewer.buyer);
    const form = await reviewForm(
      { scope, slug: product.slug, orderKey: request.field(ORDER_FIELD), before },
      input ?? initialReview(reviewer, before),
      errors,
    );
    return renderPage(product, { form, errorSummary: await scope.render('checkout/errors', { errors }) }, status);
  }

  async function save(request: PageRequest, product: Product, reviewer: Reviewer): Promise<Reply> {
    const input = readReview(request, scope);
    const redirectWithThanks = (): Reply => {
      scope.addNotice(request, 'success', __('Thank you. We read your review before publishing it.'));
      return { kind: 'redirect', status: 303, location: `/product/${product.slug}/` };
    };
    if (request.field(REVIEW_HONEYPOT) !== '') return redirectWithThanks();
    const nonceErrors = request.verifyNonce(REVIEW_NONCE)
      ? []
      : [{ field: '', message: __('This page has expired. Submit the form again; your entries are kept.') }];
    const errors = [...nonceErrors, ...reviewErrors(input, scope)];
    if (errors.length > 0) return show(request, product, reviewer, { input, errors, status: 422 });
    const buyerHash = createHash('sha256').update(reviewer.buyer).digest('hex');
    if (
      !(await attempts.allow('review', request.ip, MAX_REVIEWS.ofNetwork, HOUR_SECONDS)) ||
      !(await scope.consumeRateLimit(`store:review:${buyerHash}`, MAX_REVIEWS.ofBuyer, HOUR_SECONDS)).allowed
    ) {
      const message = __(
        'Too many reviews in a short time. Your review is not lost: please send the form again in an hour.',
      );
      return show(request, product, reviewer, { input, errors: [{ field: '', message }], status: 429 });
    }
    await write(product, reviewer, input);
    return redirectWithThanks();
  }

  return {
    path: '/product/:slug/review/',
    async handler(request) {
      const slugs = requestedSlugs(request, 'slug');
      const found: Product[] = await scope
        .db()('store_products')
        .whereIn('slug', [...slugs])
        .where({ status: 'publish' })
        .select('id', 'slug', 'name', 'status');
      const product = findBySlug(found, slugs);
      if (!product) return undefined;
      const orderKey = request.field(ORDER_FIELD);
      const reviewer = await findReviewer(product.id, { userId: request.userId, orderKey });
      if (!('reason' in reviewer))
        return request.method === 'POST' ? save(request, product, reviewer) : show(request, product, reviewer);
      if (reviewer.reason === 'off') return undefined;
      if (request.userId === 0 && reviewer.reason === 'not-bought')
        return showLoginPage(scope, {
          title: __('Review of %s', product.name),
          returnTo: orderKey === '' ? request.path : `${request.path}?${ORDER_FIELD}=${encodeURIComponent(orderKey)}`,
          note: __(
            'Only customers who bought this product here can review it. Log in, or open your order page from one of our emails to review it without an account.',
          ),
        });
      return showRefusal(product, reviewer);
    },
  };
}
