import type { DemoProduct, DemoReview } from '../demo-product.js';
import type { ReviewRow } from '../../reviews/tables.js';
import { reviewSearchText } from '../../reviews/review-store.js';
import { HOME_REVIEWS } from './home-reviews.js';
import { TABLE_REVIEWS } from './table-reviews.js';

/**
 * Returns the reviews of a product; each call continues where the previous one stopped, so that a review repeats only
 * after all were used.
 */
export type GenerateReviews = (product: Pick<DemoProduct, 'sku' | 'rating'>) => readonly DemoReview[];

/** Reviews by SKU prefix. */
const DEPARTMENTS: Readonly<Record<string, readonly DemoReview[]>> = { ...HOME_REVIEWS, ...TABLE_REVIEWS };
const MAX = 4;

/** Returns star ratings whose average is close to the given one; ratings of a less popular product vary more. */
function starsNear(mean: number, count: number): readonly number[] {
  const stars: number[] = [];
  for (let index = 1; index <= count; index++) {
    const sum = stars.reduce((total, rating) => total + rating, 0);
    const next = index === 1 && count > 1 && mean < 3.8 ? Math.round(mean) + 1 : Math.round(mean * index - sum);
    stars.push(Math.max(1, Math.min(5, next)));
  }
  return stars;
}

export function createReviewGenerator(): GenerateReviews {
  const used = new Map<string, number>();

  /** Returns the next review of a department with the given number of stars, or the nearest number available. */
  function next(department: string, stars: number): DemoReview | undefined {
    const all = DEPARTMENTS[department] ?? [];
    const nearest = [...new Set(all.map(([reviewStars]) => reviewStars))].sort(
      (a, b) => Math.abs(a - stars) - Math.abs(b - stars),
    )[0];
    const matches = all.filter(([reviewStars]) => reviewStars === nearest);
    const key = `${department}:${nearest}`;
    const useCount = used.get(key) ?? 0;
    used.set(key, useCount + 1);
    return matches[useCount % matches.length];
  }

  return ({ sku, rating }) => {
    if (!rating) return [];
    const [mean, talk] = rating;
    const count = Math.max(1, Math.min(MAX, Math.round(Math.log2(talk)) - 3));
    const reviews = starsNear(mean, count)
      .map((stars) => next(sku.slice(0, 3), stars))
      .filter((review) => review !== undefined);
    return [...new Set(reviews)];
  };
}

/**
 * Returns a review row: approved, with a fictitious author and not marked as verified, because there is no order.
 * @param at UTC
 */
export function reviewRow(
  [stars, name, title, content]: DemoReview,
  { id, at: createdAt, buyer }: { readonly id: number; readonly at: string; readonly buyer: string },
): Omit<ReviewRow, 'id'> {
  return {
    product_id: id,
    buyer,
    user_id: 0,
    order_id: 0,
    email: '',
    name,
    stars,
    title,
    content,
    search: reviewSearchText({ name, title, content, email: '' }),
    status: 'approved',
    verified: 0,
    reply: '',
    replied_at: null,
    created_at: createdAt,
    updated_at: createdAt,
  };
}
