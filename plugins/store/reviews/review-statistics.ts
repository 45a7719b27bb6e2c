import type { Database, Knex } from 'plinth';
import type { ChangeLog } from '../change-log/change-log.js';
import type { ProductRow } from '../products/tables.js';
import { createStock } from '../stock/stock.js';

/** Writes the review statistics in product rows. */
export interface ReviewStatistics {
  /** Locks the product rows, so that concurrent changes of their reviews are serialized. */
  lock(productIds: readonly number[]): Promise<void>;
  /**
   * Recalculates the statistics of products from their approved reviews. Call it inside the transaction that changed
   * the reviews. An imported rating is kept until the first review is approved, and is not restored later.
   */
  recount(productIds: readonly number[]): Promise<void>;
}

interface ReviewTotals {
  readonly product_id: number;
  readonly count: number | string;
  readonly stars: number | string;
  readonly verified: number | string;
}

type ReviewColumns = Pick<
  ProductRow,
  'id' | 'rating' | 'rating_count' | 'review_rating' | 'review_count' | 'verified_count'
>;

const STATISTICS_COLUMNS = ['rating', 'rating_count', 'review_rating', 'review_count', 'verified_count'] as const;

/** Number of products per query. */
const BATCH_SIZE = 200;

export function createReviewStatistics({
  db,
  changes,
}: {
  readonly db: Database;
  readonly changes: Pick<ChangeLog, 'append'>;
}): ReviewStatistics {
  const { lock } = createStock({ db });

  /** Locks the rows of a query. Without a lock, MariaDB returns the snapshot from the start of the transaction. */
  const forCurrentState = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    db.engine === 'mysql' ? query.forUpdate() : query;

  async function totalReviews(ids: readonly number[]): Promise<ReadonlyMap<number, ReviewTotals>> {
    const rows = await forCurrentState(db()('store_reviews'))
      .whereIn('product_id', [...ids])
      .where({ status: 'approved' })
      .groupBy('product_id')
      .select<ReviewTotals[]>(
        'product_id',
        db().raw('count(*) as count'),
        db().raw('sum(stars) as stars'),
        db().raw('sum(verified) as verified'),
      );
    return new Map(rows.map((row) => [row.product_id, row]));
  }

  async function recountBatch(ids: readonly number[]): Promise<void> {
    const totals = await totalReviews(ids);
    const products = await forCurrentState(db()('store_products'))
      .whereIn('id', [...ids])
      .select<ReviewColumns[]>('id', 'rating', 'rating_count', 'review_rating', 'review_count', 'verified_count');
    const changedIds: number[] = [];
    for (const product of products) {
      const next = calculateStatistics(product, totals.get(product.id));
      if (STATISTICS_COLUMNS.every((name) => product[name] === next[name])) continue;
      await db()('store_products').where({ id: product.id }).update(next);
      changedIds.push(product.id);
    }
    await changes.append(changedIds);
  }

  return {
    lock,
    recount: (productIds) =>
      db.transaction(async () => {
        const ids = [...new Set(productIds)].sort((a, b) => a - b);
        await lock(ids);
        for (let offset = 0; offset < ids.length; offset += BATCH_SIZE)
          await recountBatch(ids.slice(offset, offset + BATCH_SIZE));
      }),
  };
}

function calculateStatistics(product: ReviewColumns, sum: ReviewTotals | undefined): Omit<ReviewColumns, 'id'> {
  const mean = sum ? Math.round((Number(sum.stars) * 100) / Number(sum.count)) : 0;
  if (sum)
    return {
      rating: mean,
      review_rating: mean,
      rating_count: Number(sum.count),
      review_count: Number(sum.count),
      verified_count: Number(sum.verified),
    };
  const isImported = product.review_count === 0;
  return {
    rating: isImported ? product.rating : 0,
    rating_count: isImported ? product.rating_count : 0,
    review_rating: 0,
    review_count: 0,
    verified_count: 0,
  };
}
