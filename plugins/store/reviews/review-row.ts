import type { Review } from '../contract/index.js';

/** `waiting` for the owner, who decides the rest; only `approved` ones are read and counted. */
export const REVIEW_STATUSES = ['waiting', 'approved', 'spam', 'trash'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** A row of `store_reviews`. */
export interface ReviewRow {
  readonly id: number;
  readonly product_id: number;
  /** Of each there is one review of a product. */
  readonly buyer: string;
  readonly user_id: number;
  readonly order_id: number;
  readonly email: string;
  readonly name: string;
  readonly stars: number;
  readonly title: string;
  readonly content: string;
  readonly search: string;
  readonly status: ReviewStatus;
  readonly verified: number;
  readonly answer: string;
  readonly answered_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

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
