import { type PluginScope, toUtcString } from 'plinth';
import type { ReviewStatistics } from './review-statistics.js';
import { REVIEW_LENGTHS, reviewOf } from './review-store.js';
import type { ReviewRow, ReviewStatus } from './tables.js';

/** Moderation of reviews; each operation and its changes to products share a transaction. */
export interface Moderation {
  /** @returns number of reviews whose status changed */
  setStatus(ids: readonly number[], status: ReviewStatus): Promise<number>;
  /**
   * Permanently deletes reviews that are spam or in the trash.
   * @returns number of reviews deleted
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
const MAX_NAMED = 200;

export function createModeration({ scope, reviewStatistics }: ModerationDeps): Moderation {
  const { db } = scope;
  const reviews = () => db()('store_reviews');
  const record = (action: string, ids: readonly number[]): Promise<void> =>
    scope.audit.record({
      action: `reviews.${action}`,
      subject: { kind: 'review', ...(ids.length === 1 ? { id: ids[0] ?? 0 } : {}) },
      details: { reviews: ids.length, ids: ids.slice(0, MAX_NAMED) },
    });

  /** Reads the reviews after locking their products; every change to reviews takes these locks first. */
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

  const productsOf = (rows: readonly ReviewRow[]): number[] => rows.map((row) => row.product_id);

  async function drop(ids: readonly number[], may: (row: ReviewRow) => boolean): Promise<number> {
    return db.transaction(async () => {
      const rows = (await lockReviews(ids)).filter(may);
      if (rows.length === 0) return 0;
      await reviews()
        .whereIn(
          'id',
          rows.map(({ id }) => id),
        )
        .delete();
      await reviewStatistics.recount(productsOf(rows));
      await record(
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
        await reviewStatistics.recount(productsOf(rows));
        await record(
          status,
          rows.map(({ id }) => id),
        );
        if (status === 'approved')
          await db.afterCommit(async () => {
            for (const row of rows) await scope.doAction('store/review_approved', reviewOf(row));
          });
        return rows.length;
      }),
    remove: (ids) => drop(ids, ({ status }) => status === 'spam' || status === 'trash'),
    erase: (ids) => drop(ids, () => true),
    setReply: (id, text) =>
      db.transaction(async () => {
        const answer = text.trim().slice(0, REVIEW_LENGTHS.answer);
        const found = (await lockReviews([id]))[0];
        if (!found) return false;
        if (found.answer === answer) return true;
        await reviews()
          .where({ id })
          .update({ answer, answered_at: answer === '' ? null : toUtcString() });
        await record('answered', [id]);
        return true;
      }),
  };
}
