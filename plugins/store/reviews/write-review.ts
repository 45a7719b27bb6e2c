import { type Database, toUtcString } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';
import { retryOnce } from '../change-log/retry-once.js';
import type { ReviewEmails } from '../emails/product-emails.js';
import type { Reviewer } from './reviewers.js';
import type { ReviewStatistics } from './review-statistics.js';
import { type ReviewStore, reviewSearchText } from './review-store.js';

/** Submitted values of a review, trimmed and truncated. */
export interface ReviewInput {
  /** 1 to 5; 0 when none is selected. */
  readonly stars: number;
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

interface WriteReviewDeps {
  readonly db: Database;
  readonly store: Pick<ReviewStore, 'findByBuyer'>;
  readonly reviewStatistics: ReviewStatistics;
  readonly emails: Pick<ReviewEmails, 'newReview'>;
  readonly now: () => number;
}

export type WriteReview = (
  product: { readonly id: number; readonly name: string },
  reviewer: Reviewer,
  input: ReviewInput,
) => Promise<void>;

/**
 * Creates the function that stores a review. A buyer has one review per product. A changed review is pending again, and
 * is not counted until it is approved.
 */
export function createWriteReview({ db, store, reviewStatistics, emails, now }: WriteReviewDeps): WriteReview {
  return (product, { buyer, userId, orderId, email, verified }, { stars, name, title, text }) =>
    retryOnce(db, async () => {
      await reviewStatistics.lock([product.id]);
      const before = await store.findByBuyer(product.id, buyer);
      const time = toUtcString(now());
      const reviewRow = {
        user_id: userId,
        order_id: orderId,
        email,
        verified: verified ? 1 : 0,
        name,
        stars,
        title,
        content: text,
        search: reviewSearchText({ name, title, content: text, email }),
        status: 'pending',
        created_at: time,
        updated_at: time,
      } as const;
      if (before && before.stars === stars && before.name === name && before.title === title && before.content === text)
        return;
      if (before) await db()('store_reviews').where({ id: before.id }).update(reviewRow);
      const id =
        before?.id ??
        insertedId(await db()('store_reviews').insert({ product_id: product.id, buyer, reply: '', ...reviewRow }));
      await reviewStatistics.recount([product.id]);
      // The email is sent only if the review was not pending before.
      if (before?.status !== 'pending') await emails.newReview({ id, product: product.name, stars });
    });
}
