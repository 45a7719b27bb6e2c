import type { PluginScope } from 'plinth';
import type { ChangeLog } from '../change-log/change-log.js';
import type { PriceChange, PriceTag } from '../contract/index.js';
import type { Stock } from '../stock/stock.js';
import { toPriceTag } from './price-tag.js';

/** A price entry to write. */
export interface PriceEntry {
  readonly productId: number;
  /** 0 for the product itself. */
  readonly variationId: number;
  /** Null when it is not for sale. */
  readonly tag: PriceTag | null;
}

export type PriceCause = PriceChange['cause'];

interface DuePricesDeps {
  readonly scope: Pick<PluginScope, 'db'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly stock: Pick<Stock, 'lock'>;
  /** Returns the current time in UTC. */
  now(): string;
  write(entries: readonly PriceEntry[], cause: PriceCause): Promise<void>;
}

const BATCH_SIZE = 200;
const MAX_PRICES = 20_000;
/** Maximum number of failures per run; so many have a common cause. */
const MAX_FAILURES = 500;

/**
 * Creates the function that starts and ends scheduled sales, and returns the number of changed prices.
 */
export function createDuePrices({ scope, changes, stock, now, write }: DuePricesDeps): () => Promise<number> {
  const { db } = scope;

  /** Returns a batch of products with due price changes. */
  async function dueProducts(except: readonly number[]): Promise<number[]> {
    const time = now();
    const products = await db()('store_products')
      .where('price_due', '<=', time)
      .whereNotIn('id', except)
      .orderBy('price_due')
      .limit(BATCH_SIZE)
      .select('id');
    const variations = await db()('store_variations')
      .where('price_due', '<=', time)
      .whereNotIn('product_id', except)
      .orderBy('price_due')
      .limit(BATCH_SIZE)
      .select('product_id');
    return [...new Set([...products.map((row) => row.id), ...variations.map((row) => row.product_id)])];
  }

  /** Returns the due price entries of a product. Its rows must be locked. */
  async function readDueEntries(productId: number): Promise<PriceEntry[]> {
    const time = now();
    const products = await db()('store_products')
      .where({ id: productId })
      .where('price_due', '<=', time)
      .select('id', 'regular_price', 'sale_price', 'sale_from', 'sale_to');
    const variations = await db()('store_variations')
      .where({ product_id: productId })
      .where('price_due', '<=', time)
      .select('id', 'product_id', 'regular_price', 'sale_price', 'sale_from', 'sale_to');
    return [
      ...products.map((row) => ({ productId: row.id, variationId: 0, tag: toPriceTag(row) })),
      ...variations.map((row) => ({ productId: row.product_id, variationId: row.id, tag: toPriceTag(row) })),
    ];
  }

  function applyDuePrices(productId: number): Promise<number> {
    return db.transaction(async () => {
      await stock.lock([productId]);
      const entries = await readDueEntries(productId);
      await write(entries, 'schedule');
      await changes.append(entries.map((entry) => entry.productId));
      return entries.length;
    });
  }

  return async function tick() {
    let processedCount = 0;
    const failedProducts: number[] = [];
    while (processedCount < MAX_PRICES && failedProducts.length < MAX_FAILURES) {
      const productIds = await dueProducts(failedProducts);
      if (productIds.length === 0) break;
      for (const productId of productIds) {
        try {
          processedCount += await applyDuePrices(productId);
        } catch (error) {
          failedProducts.push(productId);
          scope.log.error('a scheduled price could not be applied and will be retried on the next run', {
            productId,
            error: String(error),
          });
        }
      }
    }
    return processedCount;
  };
}
