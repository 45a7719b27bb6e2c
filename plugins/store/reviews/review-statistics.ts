import type { Database, Knex } from 'plinth';
import type { ChangeLog } from '../change-feed/change-log.js';
import type { ProductRow } from '../products/tables.js';
import { createStock } from '../stock/stock.js';

/** Single place that writes review statistics to product rows. */
export interface ReviewStatistics {
  /** Locks the product rows, so that of two concurrent moderation changes the second sees the result of the first. */
  lock(productIds: readonly number[]): Promise<void>;
  /**
   * Recalculates the statistics of products from their approved reviews; idempotent, in the transaction that changed
   * the reviews. A rating imported with a product remains until its first review, and is not restored after the last
   * one is deleted.
   */
  recount(productIds: readonly number[]): Promise<void>;
}

interface Sum {
  readonly product_id: number;
  readonly count: number | string;
  readonly stars: number | string;
  readonly verified: number | string;
}

type ReviewColumns = Pick<
  ProductRow,
  'id' | 'rating' | 'rating_count' | 'shown_rating' | 'review_count' | 'verified_count'
>;

const STATISTICS = ['rating', 'rating_count', 'shown_rating', 'review_count', 'verified_count'] as const;

/** Products per statement. */
const AT_ONCE = 200;

export function createReviewStatistics({
  db,
  changes,
}: {
  readonly db: Database;
  readonly changes: Pick<ChangeLog, 'append'>;
}): ReviewStatistics {
  const { lock } = createStock({ db });

  /** Reads the current state: without a lock, MariaDB returns the snapshot from the start of the transaction. */
  const now = (query: Knex.QueryBuilder): Knex.QueryBuilder => (db.engine === 'mysql' ? query.forUpdate() : query);

  async function sums(ids: readonly number[]): Promise<ReadonlyMap<number, Sum>> {
    const rows = await now(db()('store_reviews'))
      .whereIn('product_id', [...ids])
      .where({ status: 'approved' })
      .groupBy('product_id')
      .select<Sum[]>(
        'product_id',
        db().raw('count(*) as count'),
        db().raw('sum(stars) as stars'),
        db().raw('sum(verified) as verified'),
      );
    return new Map(rows.map((row) => [row.product_id, row]));
  }

  async function recountPart(ids: readonly number[]): Promise<void> {
    const counted = await sums(ids);
    const products = await now(db()('store_products'))
      .whereIn('id', [...ids])
      .select<ReviewColumns[]>('id', 'rating', 'rating_count', 'shown_rating', 'review_count', 'verified_count');
    const changed: number[] = [];
    for (const product of products) {
      const next = statisticsOf(product, counted.get(product.id));
      if (STATISTICS.every((name) => product[name] === next[name])) continue;
      await db()('store_products').where({ id: product.id }).update(next);
      changed.push(product.id);
    }
    await changes.append(changed);
  }

  return {
    lock,
    recount: (productIds) =>
      db.transaction(async () => {
        const ids = [...new Set(productIds)].sort((a, b) => a - b);
        await lock(ids);
        for (let at = 0; at < ids.length; at += AT_ONCE) await recountPart(ids.slice(at, at + AT_ONCE));
      }),
  };
}

function statisticsOf(product: ReviewColumns, sum: Sum | undefined): Omit<ReviewColumns, 'id'> {
  const mean = sum ? Math.round((Number(sum.stars) * 100) / Number(sum.count)) : 0;
  if (sum)
    return {
      rating: mean,
      shown_rating: mean,
      rating_count: Number(sum.count),
      review_count: Number(sum.count),
      verified_count: Number(sum.verified),
    };
  const imported = product.review_count === 0;
  return {
    rating: imported ? product.rating : 0,
    rating_count: imported ? product.rating_count : 0,
    shown_rating: 0,
    review_count: 0,
    verified_count: 0,
  };
}
