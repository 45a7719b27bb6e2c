import type { AdminPage, PageRequest } from 'plinth';
import type { ReviewParts } from '../reviews/boot.js';
import { REVIEW_STATUSES } from '../reviews/tables.js';
import { createReviewsList, parseId, type ReviewsListDeps } from './reviews-list.js';
import { PRODUCTS_SLUG, REVIEWS_SLUG } from './screen-slugs.js';

interface ReviewsScreenDeps {
  readonly scope: ReviewsListDeps['scope'];
  readonly reviews: Pick<ReviewParts, 'store' | 'moderation'>;
}

/** Maximum number of reviews per bulk action. */
const MAX_REVIEWS = 200;

/** Admin screen of reviews: the list with bulk actions, and the screen of a review with the shop's reply. */
export function reviewsScreen({ scope, reviews: { store, moderation } }: ReviewsScreenDeps): AdminPage {
  const { __, _n } = scope;
  const { list, show } = createReviewsList({ scope, store });

  function readSelectedIds(request: PageRequest): readonly number[] {
    const submittedIds = request.form.reviews;
    return (Array.isArray(submittedIds) ? submittedIds : [submittedIds])
      .filter((id): id is string => typeof id === 'string' && parseId(id) > 0)
      .map(Number)
      .slice(0, MAX_REVIEWS);
  }

  async function processForm(request: PageRequest): Promise<void> {
    const addSuccessNotice = (text: string): void => scope.addNotice(request, 'success', text);
    const addErrorNotice = (text: string): void => scope.addNotice(request, 'error', text);
    const [ids, action] = [readSelectedIds(request), request.field('action')];
    if (ids.length === 0) return addErrorNotice(__('Select reviews first.'));
    if (action === 'reply')
      return (await moderation.setReply(ids[0] ?? 0, request.field('reply')))
        ? addSuccessNotice(__('Reply saved.'))
        : addErrorNotice(__('This review no longer exists.'));
    const status = REVIEW_STATUSES.find((candidate) => candidate === action);
    if (action === 'delete')
      return addSuccessNotice(_n('%d review was deleted.', '%d reviews were deleted.', await moderation.remove(ids)));
    if (!status) return addErrorNotice(__('Unknown action.'));
    const count = await moderation.setStatus(ids, status);
    addSuccessNotice(
      {
        approved: _n('%d review approved.', '%d reviews approved.', count),
        pending: _n('%d review moved to pending.', '%d reviews moved to pending.', count),
        spam: _n('%d review marked as spam.', '%d reviews marked as spam.', count),
        trash: _n('%d review moved to the trash.', '%d reviews moved to the trash.', count),
      }[status],
    );
  }

  return {
    slug: REVIEWS_SLUG,
    title: () => __('Reviews'),
    capability: 'manage_shop',
    parent: PRODUCTS_SLUG,
    async handler(request) {
      const reviewId = parseId(request.url.searchParams.get('review') ?? '');
      if (request.method !== 'POST') return reviewId > 0 ? show(request, reviewId) : list(request);
      await processForm(request);
      const returnParams = new URLSearchParams({ ...Object.fromEntries(request.url.searchParams), page: REVIEWS_SLUG });
      if (request.field('action') === 'delete') returnParams.delete('review');
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?${returnParams.toString()}` };
    },
  };
}
