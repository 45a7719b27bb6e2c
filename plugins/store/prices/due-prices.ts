import type { PluginScope } from 'plinth';
import type { ChangeLog } from '../change-feed/change-log.js';
import type { PriceChange, PriceTag } from '../contract/index.js';
import type { Stock } from '../stock/stock.js';
import { tagOf } from './price-tag.js';

/** A price entry to write. */
export interface PriceEntry {
  readonly productId: number;
  /** 0 for the product itself. */
  readonly variationId: number;
  /** null: not for sale. */
  readonly tag: PriceTag | null;
}

export type PriceCause = PriceChange['cause'];

interface DuePricesDeps {
  readonly scope: Pick<PluginScope, 'db'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly stock: Pick<Stock, 'lock'>;
  /** UTC. */
  now(): string;
  write(entries: readonly PriceEntry[], cause: PriceCause): Promise<void>;
}

const DUE_BATCH = 200;
const MAX_DUE = 20_000;
/** Stop after this many failures: they are not limited to single products. */
const MAX_FAILED = 500;

/**
 * Starts and ends the sales that are due.
 * @returns number of prices processed
 */
export function createDuePrices({ scope, changes, stock, now, write }: DuePricesDeps): () => Promise<number> {
  const { db } = scope;

  /** Returns products with due price changes, in small batches. */
  async function dueProducts(except: readonly number[]): Promise<number[]> {
    const at = now();
    const products = await db()('store_products')
      .where('price_due', '<=', at)
      .whereNotIn('id', except)
      .orderBy('price_due')
      .limit(DUE_BATCH)
      .select('id');
    const variations = await db()('store_variations')
      .where('price_due', '<=', at)
      .whereNotIn('product_id', except)
      .orderBy('price_due')
      .limit(DUE_BATCH)
      .select('product_id');
    return [...new Set([...products.map((row) => row.id), ...variations.map((row) => row.product_id)])];
  }

  /** Reads the due price entries of a product while its rows are locked. */
  async function due(productId: number): Promise<PriceEntry[]> {
    const at = now();
    const products = await db()('store_products')
      .where({ id: productId })
      .where('price_due', '<=', at)
      .select('id', 'regular_price', 'sale_price', 'sale_from', 'sale_to');
    const variations = await db()('store_variations')
      .where({ product_id: productId })
      .where('price_due', '<=', at)
      .select('id', 'product_id', 'regular_price', 'sale_price', 'sale_from', 'sale_to');
    return [
      ...products.map((row) => ({ productId: row.id, variationId: 0, tag: tagOf(row) })),
      ...variations.map((row) => ({ productId: row.product_id, variationId: row.id, tag: tagOf(row) })),
    ];
  }

  function settleDue(productId: number): Promise<number> {
    return db.transaction(async () => {
      await stock.lock([productId]);
      const entries = await due(productId);
      await write(entries, 'schedule');
      await changes.append(entries.map((entry) => entry.productId));
      return entries.length;
    });
  }

  return async function tick() {
    let done = 0;
    const failed: number[] = [];
    while (done < MAX_DUE && failed.length < MAX_FAILED) {
      const productIds = await dueProducts(failed);
      if (productIds.length === 0) break;
      for (const productId of productIds) {
        try {
          done += await settleDue(productId);
        } catch (error) {
          failed.push(productId);
          scope.log.error('a scheduled price could not be applied and will be retried on the next run', {
            productId,
            error: String(error),
          });
        }
      }
    }
    return done;
  };
}
