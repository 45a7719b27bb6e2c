import { type PluginScope, toUtcString } from 'plinth';
import type { ReviewStatistics } from './review-statistics.js';
import { REVIEW_LENGTHS, toReview } from './review-store.js';
import type { ReviewRow, ReviewStatus } from './tables.js';

/** Moderation of reviews. Each operation also updates the statistics of the products, in one transaction. */
export interface Moderation {
  /** @returns number of changed reviews */
  setStatus(ids: readonly number[], status: ReviewStatus): Promise<number>;
  /**
   * Permanently deletes reviews that are spam or in the trash.
   * @returns number of deleted reviews
   */
  remove(ids: readonly number[]): Promise<number>;
  /** Permanently deletes reviews of any status. */
  erase(ids: readonly number[]): Promise<number>;
  /** Sets the shop's reply to a review; an empty text removes it. Returns false when the review does not exist. */
  setReply(id: number, text: string): Promise<boolean>;
}

interface ModerationDeps {
  readonly scope: Pick<PluginScope, 'db' | 'audit' | 'doAction'>;
  readonly reviewStatistics: ReviewStatistics;
}

/** Maximum number of IDs in an audit log entry. */
const MAX_AUDITED_IDS = 200;

export function createModeration({ scope, reviewStatistics }: ModerationDeps): Moderation {
  const { db } = scope;
  const reviews = () => db()('store_reviews');
  const auditReviews = (action: string, ids: readonly number[]): Promise<void> =>
    scope.audit.record({
      action: `reviews.${action}`,
      subject: { kind: 'review', ...(ids.length === 1 ? { id: ids[0] ?? 0 } : {}) },
      details: { reviews: ids.length, ids: ids.slice(0, MAX_AUDITED_IDS) },
    });

  /** Locks the products of reviews, then reads the reviews. Every change of reviews must lock their products first. */
  async function lockReviews(ids: readonly number[]): Promise<readonly ReviewRow[]> {
    const products = (
      await reviews()
        .whereIn('id', [...ids])
        .select('product_id')
    ).map((row) => row.product_id);
    await reviewStatistics.lock(products);
    const query = reviews()
      .whereIn('id', [...ids])
      .orderBy('id');
    return db.engine === 'mysql' ? query.forUpdate() : query;
  }

  const productIds = (rows: readonly ReviewRow[]): number[] => rows.map((row) => row.product_id);

  async function deleteReviews(ids: readonly number[], canDelete: (row: ReviewRow) => boolean): Promise<number> {
    return db.transaction(async () => {
      const rows = (await lockReviews(ids)).filter(canDelete);
      if (rows.length === 0) return 0;
      await reviews()
        .whereIn(
          'id',
          rows.map(({ id }) => id),
        )
        .delete();
      await reviewStatistics.recount(productIds(rows));
      await auditReviews(
        'deleted',
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
  }

  return {
    setStatus: (ids, status) =>
      db.transaction(async () => {
        const rows = (await lockReviews(ids)).filter((row) => row.status !== status);
        if (rows.length === 0) return 0;
        await reviews()
          .whereIn(
            'id',
            rows.map(({ id }) => id),
          )
          .update({ status });
        await reviewStatistics.recount(productIds(rows));
        await auditReviews(
          status,
          rows.map(({ id }) => id),
        );
        if (status === 'approved')
          await db.afterCommit(async () => {
            for (const row of rows) await scope.doAction('store/review_approved', toReview(row));
          });
        return rows.length;
      }),
    remove: (ids) => deleteReviews(ids, ({ status }) => status === 'spam' || status === 'trash'),
    erase: (ids) => deleteReviews(ids, () => true),
    setReply: (id, text) =>
      db.transaction(async () => {
        const reply = text.trim().slice(0, REVIEW_LENGTHS.reply);
        const found = (await lockReviews([id]))[0];
        if (!found) return false;
        if (found.reply === reply) return true;
        await reviews()
          .where({ id })
          .update({ reply, replied_at: reply === '' ? null : toUtcString() });
        await auditReviews('replied', [id]);
        return true;
      }),
  };
}
