import { randomBytes } from 'node:crypto';
import { type Database, toUtcString } from 'plinth';
import type { BackInStockRow } from './tables.js';

/** The data of a subscription. */
export type SubscriptionData = Pick<BackInStockRow, 'product_id' | 'variation_id' | 'email' | 'locale'>;

/** Back-in-stock subscriptions, one per mailbox and product or variation. */
export interface AlertStore {
  /**
   * Stores a subscription; an existing one is left as it is, confirmed or not.
   * @returns the subscription, and whether it is new
   */
  note(
    subscription: SubscriptionData,
    confirmed: boolean,
  ): Promise<{ readonly row: BackInStockRow; readonly isNew: boolean }>;
  findByConfirmKey(key: string): Promise<BackInStockRow | undefined>;
  listByStopKey(key: string): Promise<readonly BackInStockRow[]>;
  listByEmail(email: string): Promise<readonly BackInStockRow[]>;
  confirm(id: number): Promise<void>;
  /** Deletes all subscriptions of a mailbox. */
  stop(key: string): Promise<number>;
  deleteByEmail(email: string): Promise<number>;
  /** Deletes a subscription; returns false when another run has already deleted it. */
  delete(id: number): Promise<boolean>;
  /**
   * Returns confirmed subscriptions for products that are available again, the oldest first.
   * @param productIds restricts the result to these products; all when absent
   */
  listDue(limit: number, productIds?: readonly number[]): Promise<readonly BackInStockRow[]>;
  /** Returns the number of subscribers per product or variation. */
  counts(limit: number): Promise<
    readonly {
      readonly product_id: number;
      readonly variation_id: number;
      readonly total: number;
      readonly since: string;
    }[]
  >;
  /**
   * Deletes subscriptions that were not confirmed in time, are too old, or belong to deleted products.
   * @param now Unix time in milliseconds
   */
  prune(now: number): Promise<number>;
}

const DAY_MS = 86_400_000;
/** Time to confirm a subscription, in days. */
const CONFIRM_DAYS = 3;
/** Maximum age of a subscription, in days. */
export const ALERT_DAYS = 365;
/** Maximum number of ids per statement. */
const MAX_IDS = 500;

/** Number of subscribers for one product or variation, as returned by the query. */
type SubscriberCount = Pick<BackInStockRow, 'product_id' | 'variation_id'> & {
  readonly total: number | string;
  readonly since: string;
};

const newKey = (): string => randomBytes(24).toString('hex');
/** Whether a text has the format of a key in a URL. */
export const isAlertKey = (text: string): boolean => /^[0-9a-f]{48}$/.test(text);

export function createAlertStore({ db }: { readonly db: Database }): AlertStore {
  const rows = () => db()('store_back_in_stock');

  return {
    note: (subscription, confirmed) =>
      db.transaction(async () => {
        const { product_id, variation_id, email } = subscription;
        const existingStopKey = (await rows().where({ email }).first('stop_key'))?.stop_key;
        const key = newKey();
        await rows()
          .insert({
            ...subscription,
            confirmed: confirmed ? 1 : 0,
            confirm_key: key,
            stop_key: existingStopKey ?? newKey(),
            created_at: toUtcString(),
          })
          .onConflict(['product_id', 'variation_id', 'email'])
          .ignore();
        const row = await rows().where({ product_id, variation_id, email }).first();
        if (!row) throw new Error('The back-in-stock subscription was stored but not found.');
        if (confirmed && row.confirmed === 0) await rows().where({ id: row.id }).update({ confirmed: 1 });
        return { row, isNew: row.confirm_key === key };
      }),
    findByConfirmKey: async (key) => (isAlertKey(key) ? rows().where({ confirm_key: key }).first() : undefined),
    listByStopKey: async (key) => (isAlertKey(key) ? rows().where({ stop_key: key }).orderBy('id') : []),
    listByEmail: async (email) => rows().where({ email: email.trim().toLowerCase() }).orderBy('id'),
    confirm: async (id) => void (await rows().where({ id }).update({ confirmed: 1 })),
    stop: async (key) => (isAlertKey(key) ? rows().where({ stop_key: key }).delete() : 0),
    deleteByEmail: async (email) => rows().where({ email: email.trim().toLowerCase() }).delete(),
    delete: async (id) => (await rows().where({ id }).delete()) > 0,
    async listDue(limit, productIds) {
      const query = db()('store_back_in_stock')
        .join('store_products', 'store_products.id', 'store_back_in_stock.product_id')
        .leftJoin('store_variations', 'store_variations.id', 'store_back_in_stock.variation_id')
        .where('store_back_in_stock.confirmed', 1)
        .where('store_products.status', 'publish')
        .where(
          (availability) =>
            void availability
              .where(
                (product) =>
                  void product.where('store_back_in_stock.variation_id', 0).where('store_products.stock', 'instock'),
              )
              .orWhere(
                (variation) =>
                  void variation
                    .where('store_back_in_stock.variation_id', '>', 0)
                    .where('store_variations.stock', 'instock'),
              ),
        );
      if (productIds) void query.whereIn('store_back_in_stock.product_id', productIds.slice(0, MAX_IDS));
      return query.orderBy('store_back_in_stock.id').limit(limit).select<BackInStockRow[]>('store_back_in_stock.*');
    },
    async counts(limit) {
      const found = await rows()
        .where({ confirmed: 1 })
        .groupBy('product_id', 'variation_id')
        .orderBy([{ column: 'total', order: 'desc' }, 'product_id', 'variation_id'])
        .limit(limit)
        .select('product_id', 'variation_id')
        .count({ total: '*' })
        .min<SubscriberCount[]>({ since: 'created_at' });
      return found.map((row) => ({ ...row, total: Number(row.total) }));
    },
    async prune(now) {
      const unconfirmed = await rows()
        .where({ confirmed: 0 })
        .where('created_at', '<', toUtcString(now - CONFIRM_DAYS * DAY_MS))
        .delete();
      const old = await rows()
        .where('created_at', '<', toUtcString(now - ALERT_DAYS * DAY_MS))
        .delete();
      const orphaned = await rows().whereNotIn('product_id', db()('store_products').select('id')).delete();
      return unconfirmed + old + orphaned;
    },
  };
}
