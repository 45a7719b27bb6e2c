import type { Database, Knex } from 'plinth';
import { normalizeLine } from '../search-tokens/ngrams.js';
import type { ReviewRow, ReviewStatus } from './tables.js';
import type { Review } from '../contract/index.js';

/** Filters for the list of reviews. */
export interface ReviewQuery {
  /** If absent, reviews of all statuses except spam and trash. */
  readonly status?: ReviewStatus;
  readonly productId?: number;
  readonly stars?: number;
  /** Words that must all occur, as substrings, in name, title, text or email address. */
  readonly search: string;
}

/** Number of approved reviews with one star, two stars, and so on. */
export type StarCounts = readonly [number, number, number, number, number];

/** Read access to `store_reviews`. */
export interface ReviewStore {
  /**
   * Returns approved reviews, newest first.
   * @param stars 0 for any rating
   */
  approved(
    productId: number,
    page: { readonly stars: number; readonly limit: number; readonly offset: number },
  ): Promise<readonly ReviewRow[]>;
  stars(productId: number): Promise<StarCounts>;
  find(id: number): Promise<ReviewRow | undefined>;
  findByBuyer(productId: number, buyer: string): Promise<ReviewRow | undefined>;
  list(query: ReviewQuery & { readonly limit: number; readonly offset: number }): Promise<readonly ReviewRow[]>;
  count(query: ReviewQuery): Promise<number>;
  countBy(): Promise<Readonly<Record<ReviewStatus, number>>>;
  /**
   * Returns all reviews of a person.
   * @param userId 0 for a person without an account
   */
  listByPerson(email: string, userId: number): Promise<readonly ReviewRow[]>;
}

/** Maximum number of words in a search. */
const MAX_WORDS = 8;

/** Returns the text that the admin search matches. */
export function reviewSearchText({
  name,
  title,
  content,
  email,
}: Pick<ReviewRow, 'name' | 'title' | 'content' | 'email'>): string {
  return normalizeLine([name, title, content, email].join(' '));
}

export function createReviewStore({ db }: { readonly db: Database }): ReviewStore {
  const reviews = () => db()('store_reviews');

  function filteredQuery({ status, productId, stars, search }: ReviewQuery): Knex.QueryBuilder<ReviewRow, ReviewRow[]> {
    const query = status ? reviews().where({ status }) : reviews().whereIn('status', ['pending', 'approved']);
    if (productId) void query.where({ product_id: productId });
    if (stars) void query.where({ stars });
    for (const word of normalizeLine(search).split(' ').filter(Boolean).slice(0, MAX_WORDS))
      void query.whereRaw("search like ? escape '!'", [`%${word.replace(/[!%_]/g, '!$&')}%`]);
    return query;
  }

  return {
    async approved(productId, { stars, limit, offset }) {
      const query = reviews().where({ product_id: productId, status: 'approved' });
      if (stars > 0) void query.where({ stars });
      return query
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limit)
        .offset(offset);
    },
    async stars(productId) {
      const rows = await reviews()
        .where({ product_id: productId, status: 'approved' })
        .groupBy('stars')
        .select<{ stars: number; count: number | string }[]>('stars', db().raw('count(*) as count'));
      const countOf = (stars: number): number => Number(rows.find((row) => row.stars === stars)?.count ?? 0);
      return [countOf(1), countOf(2), countOf(3), countOf(4), countOf(5)];
    },
    find: async (id) => reviews().where({ id }).first(),
    findByBuyer: async (productId, buyer) => reviews().where({ product_id: productId, buyer }).first(),
    list: async ({ limit, offset, ...query }) =>
      filteredQuery(query)
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limit)
        .offset(offset),
    async count(query) {
      const row = await filteredQuery(query).count({ total: '*' }).first<{ total: number | string } | undefined>();
      return Number(row?.total ?? 0);
    },
    async countBy() {
      const rows = await reviews()
        .groupBy('status')
        .select<{ status: ReviewStatus; count: number | string }[]>('status', db().raw('count(*) as count'));
      const countOf = (status: ReviewStatus): number => Number(rows.find((row) => row.status === status)?.count ?? 0);
      return {
        pending: countOf('pending'),
        approved: countOf('approved'),
        spam: countOf('spam'),
        trash: countOf('trash'),
      };
    },
    listByPerson: async (email, userId) =>
      reviews()
        .where((builder) => {
          void builder.where({ email: email.trim().toLowerCase() });
          if (userId > 0) void builder.orWhere({ user_id: userId });
        })
        .orderBy('id'),
  };
}

/** Maximum length of each text, in characters. */
export const REVIEW_LENGTHS = { name: 60, title: 120, text: 3000, reply: 2000 } as const;

/** Converts a row to the review object of the public API. */
export function toReview(row: ReviewRow): Review {
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
    reply: row.reply,
    createdAt: row.created_at,
  };
}
