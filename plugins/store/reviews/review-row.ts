import type { Review } from '../contract/index.js';
import type { ReviewRow } from './tables.js';

/** The most characters of each part. */
export const REVIEW_LENGTHS = { name: 60, title: 120, text: 3000, answer: 2000 } as const;

/** A review as other plugins see it. */
export function reviewOf(row: ReviewRow): Review {
  return {
    id: row.id,
    productId: row.product_id,
    userId: row.user_id,
    orderId: row.order_id,
    name: row.name,
    stars: row.stars,
    title: row.title,
    text: row.content,
    verified: row.verified === 1,
    answer: row.answer,
    createdAt: row.created_at,
  };
}
