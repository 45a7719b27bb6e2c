import { randomBytes } from 'node:crypto';
import { type Database, toUtcString } from 'plinth';
import type { AlertRow } from './tables.js';

/** What somebody waits for. */
export type Awaited = Pick<AlertRow, 'product_id' | 'variation_id' | 'email' | 'locale'>;

/** Alerts, one of a mailbox for each thing. */
export interface AlertStore {
  /** Notes a wish; the one that is there stays, confirmed or not. @returns it, and whether it is new */
  note(wish: Awaited, confirmed: boolean): Promise<{ readonly row: AlertRow; readonly isNew: boolean }>;
  byConfirmKey(key: string): Promise<AlertRow | undefined>;
  byStopKey(key: string): Promise<readonly AlertRow[]>;
  ofPerson(email: string): Promise<readonly AlertRow[]>;
  confirm(id: number): Promise<void>;
  /** Ends all alerts of a mailbox. */
  stop(key: string): Promise<number>;
  forget(email: string): Promise<number>;
  /** Takes one away; false when somebody has done so already. */
  take(id: number): Promise<boolean>;
  /** Confirmed alerts for products that can be had again, the oldest first. @param productIds only of these; of all when absent */
  due(limit: number, productIds?: readonly number[]): Promise<readonly AlertRow[]>;
  /** How many wait for each thing. */
  counts(limit: number): Promise<
    readonly {
      readonly product_id: number;
      readonly variation_id: number;
      readonly total: number;
      readonly since: string;
    }[]
  >;
  /** Removes what nobody confirmed in time, what is too old, and what is of products that are no more. @param now milliseconds since 1970 */
  prune(now: number): Promise<number>;
}

const DAY_MS = 86_400_000;
/** Days that somebody has to confirm an alert. */
const CONFIRM_DAYS = 3;
/** Days that an alert is kept at most. */
export const ALERT_DAYS = 365;
/** Ids in one statement. */
const AT_ONCE = 500;

/** How many wait for one thing, as it is counted. */
type Waiting = Pick<AlertRow, 'product_id' | 'variation_id'> & {
  readonly total: number | string;
  readonly since: string;
};

const newKey = (): string => randomBytes(24).toString('hex');
/** What a key in an address looks like. */
export const isAlertKey = (text: string): boolean => /^[0-9a-f]{48}$/.test(text);

export function createAlertStore({ db }: { readonly db: Database }): AlertStore {
  const rows = () => db()('store_back_in_stock');

  return {
    note: (wish, confirmed) =>
      db.transaction(async () => {
        const { product_id, variation_id, email } = wish;
        const same = (await rows().where({ email }).first('stop_key'))?.stop_key;
        const key = newKey();
        await rows()
          .insert({
            ...wish,
            confirmed: confirmed ? 1 : 0,
            confirm_key: key,
            stop_key: same ?? newKey(),
            created_at: toUtcString(),
          })
          .onConflict(['product_id', 'variation_id', 'email'])
          .ignore();
        const row = await rows().where({ product_id, variation_id, email }).first();
        if (!row) throw new Error('An alert was noted and is not there.');
        if (confirmed && row.confirmed === 0) await rows().where({ id: row.id }).update({ confirmed: 1 });
        return { row, isNew: row.confirm_key === key };
      }),
    byConfirmKey: async (key) => (isAlertKey(key) ? rows().where({ confirm_key: key }).first() : undefined),
    byStopKey: async (key) => (isAlertKey(key) ? rows().where({ stop_key: key }).orderBy('id') : []),
    ofPerson: async (email) => rows().where({ email: email.trim().toLowerCase() }).orderBy('id'),
    confirm: async (id) => void (await rows().where({ id }).update({ confirmed: 1 })),
    stop: async (key) => (isAlertKey(key) ? rows().where({ stop_key: key }).delete() : 0),
    forget: async (email) => rows().where({ email: email.trim().toLowerCase() }).delete(),
    take: async (id) => (await rows().where({ id }).delete()) > 0,
    async due(limit, productIds) {
      const query = db()('store_back_in_stock')
        .join('store_products', 'store_products.id', 'store_back_in_stock.product_id')
        .leftJoin('store_variations', 'store_variations.id', 'store_back_in_stock.variation_id')
        .where('store_back_in_stock.confirmed', 1)
        .where('store_products.status', 'publish')
        .where(
          (there) =>
            void there
              .where(
                (whole) =>
                  void whole.where('store_back_in_stock.variation_id', 0).where('store_products.stock', 'instock'),
              )
              .orWhere(
                (variation) =>
                  void variation
                    .where('store_back_in_stock.variation_id', '>', 0)
                    .where('store_variations.stock', 'instock'),
              ),
        );
      if (productIds) void query.whereIn('store_back_in_stock.product_id', productIds.slice(0, AT_ONCE));
      return query.orderBy('store_back_in_stock.id').limit(limit).select<AlertRow[]>('store_back_in_stock.*');
    },
    async counts(limit) {
      const found = await rows()
        .where({ confirmed: 1 })
        .groupBy('product_id', 'variation_id')
        .orderBy([{ column: 'total', order: 'desc' }, 'product_id', 'variation_id'])
        .limit(limit)
        .select('product_id', 'variation_id')
        .count({ total: '*' })
        .min<Waiting[]>({ since: 'created_at' });
      return found.map((one) => ({ ...one, total: Number(one.total) }));
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
