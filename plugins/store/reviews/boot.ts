import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import { createAttempts } from '../forms/attempts.js';
import type { EmailOptions } from '../emails/custom-texts.js';
import type { ReviewEmails } from '../emails/product-emails.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { scheduleReviewRequests } from './review-requests.js';
import { createModeration, type Moderation } from './moderation.js';
import { showOrderReviews } from './order-reviews.js';
import { createReviewStatistics, type ReviewStatistics } from './review-statistics.js';
import { reviewPage } from './review-page.js';
import { createReviewSection, type ReviewSection } from './review-section.js';
import { createReviewStore, type ReviewStore } from './review-store.js';
import { createReviewers } from './reviewers.js';
import { registerReviewPersonalData } from './personal-data.js';
import { createWriteReview } from './write-review.js';

/** Parts of the reviews module that pages and screens use. */
export interface ReviewParts {
  readonly store: ReviewStore;
  readonly reviewStatistics: ReviewStatistics;
  readonly moderation: Moderation;
  readonly section: ReviewSection;
}

/** Parts of the orders module that reviews use. */
interface OrderParts {
  readonly store: Pick<OrderStore, 'find'>;
  readonly statuses: Pick<OrderStatuses, 'kind'>;
  readonly emails: ReviewEmails;
  readonly emailOptions: Pick<EmailOptions, 'read'>;
}

/** Starts the reviews module: eligibility, the form, emails, and personal data. */
export async function bootReviews(
  scope: PluginScope,
  { changes, reviews: settings }: Pick<CatalogParts, 'changes' | 'reviews'>,
  { store: orders, statuses, emails, emailOptions }: OrderParts,
  now: () => number = Date.now,
): Promise<ReviewParts> {
  scope.cache.trackTables('store.reviews', ['store_reviews']);
  const store = createReviewStore(scope);
  const reviewStatistics = createReviewStatistics({ db: scope.db, changes });
  const moderation = createModeration({ scope, reviewStatistics });
  const findReviewer = createReviewers({ scope, settings, store: orders, statuses, now });
  scope.registerFrontRoute(
    reviewPage({
      scope,
      store,
      findReviewer,
      write: createWriteReview({ db: scope.db, store, reviewStatistics, emails, now }),
      attempts: createAttempts(scope),
    }),
  );
  showOrderReviews({ scope, store: orders, statuses, findReviewer });
  registerReviewPersonalData({ scope, store, moderation });
  await scheduleReviewRequests({ scope, settings, emailOptions, store: orders, statuses, emails, now });
  return {
    store,
    reviewStatistics,
    moderation,
    section: createReviewSection({ scope, settings, store, findReviewer }),
  };
}
