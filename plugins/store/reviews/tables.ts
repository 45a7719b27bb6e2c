/** Statuses of reviews. `pending`: awaiting moderation. Only `approved` reviews are shown and counted. */
export const REVIEW_STATUSES = ['pending', 'approved', 'spam', 'trash'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** A row of `store_reviews`. */
export interface ReviewRow {
  readonly id: number;
  readonly product_id: number;
  /** Buyer identifier; unique per product. */
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
  readonly reply: string;
  readonly replied_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_reviews: ReviewRow;
  }
}
