import { type Database, toUtcString } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';
import { retryOnce } from '../change-feed/retry-once.js';
import type { ReviewEmails } from '../emails/product-emails.js';
import type { Reviewer } from './reviewers.js';
import type { ReviewStatistics } from './review-statistics.js';
import { type ReviewStore, searchOf } from './review-store.js';

/** Submitted form values, trimmed and truncated. */
export interface TypedReview {
  /** 1 to 5; 0 when none is selected. */
  readonly stars: number;
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

interface WriteDeps {
  readonly db: Database;
  readonly store: Pick<ReviewStore, 'findByBuyer'>;
  readonly reviewStatistics: ReviewStatistics;
  readonly emails: Pick<ReviewEmails, 'newReview'>;
  readonly now: () => number;
}

export type WriteReview = (
  product: { readonly id: number; readonly name: string },
  reviewer: Reviewer,
  input: TypedReview,
) => Promise<void>;

/**
 * Stores a buyer's only review of a product; an edited text awaits moderation again, and does not count until approved.
 */
export function createWriteReview({ db, store, reviewStatistics, emails, now }: WriteDeps): WriteReview {
  return (product, { buyer, userId, orderId, email, verified }, { stars, name, title, text }) =>
    retryOnce(db, async () => {
      await reviewStatistics.lock([product.id]);
      const before = await store.findByBuyer(product.id, buyer);
      const at = toUtcString(now());
      const written = {
        user_id: userId,
        order_id: orderId,
        email,
        verified: verified ? 1 : 0,
        name,
        stars,
        title,
        content: text,
        search: searchOf({ name, title, content: text, email }),
        status: 'waiting',
        created_at: at,
        updated_at: at,
      } as const;
      if (before && before.stars === stars && before.name === name && before.title === title && before.content === text)
        return;
      if (before) await db()('store_reviews').where({ id: before.id }).update(written);
      const id =
        before?.id ??
        insertedId(await db()('store_reviews').insert({ product_id: product.id, buyer, answer: '', ...written }));
      await reviewStatistics.recount([product.id]);
      // One email each time a review starts waiting.
      if (before?.status !== 'waiting') await emails.newReview({ id, product: product.name, stars });
    });
}
