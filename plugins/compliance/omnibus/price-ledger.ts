import type { Actions, Database } from 'plinth';
import type { Catalogue, CatalogueRecord } from '../store/shop.js';
import { type Clock, shiftDays } from '../time/clock.js';
import type { PriceInterval } from './lowest-price.js';
import type { PriceRow } from './tables.js';

/** A change of price as the store announces it. */
export type PriceChange = Parameters<Actions['store/price_changed']>[0];

/** Whose prices: a product, or one of its variations. */
interface PriceKey {
  readonly productId: number;
  readonly variationId: number;
}

/** The record of all prices: every change is appended, none is lost. */
export interface PriceLedger {
  /** Inside the transaction of the write. */
  record(change: PriceChange): Promise<void>;
  /** Histories by product, variations included, the oldest first. */
  histories(productIds: readonly number[]): Promise<ReadonlyMap<string, readonly PriceInterval[]>>;
  /** The prices that run now, by product and variation. */
  running(productIds: readonly number[]): Promise<ReadonlyMap<string, number>>;
  /** The number of the latest entry; 0 for none. */
  lastEntry(): Promise<number>;
  /** Opens the record of what is sold already: when the plugin starts to watch. */
  begin(): Promise<void>;
  /** Drops what ended more than so many days ago. */
  prune(days: number): Promise<number>;
}

/** One thing that is sold, and what it costs now. */
interface SoldAt {
  readonly variationId: number;
  readonly price: number;
  readonly onSale: boolean;
}

const TABLE = 'compliance_prices';
const BATCH = 200;
/** How long the demo's products were sold before their sale began. */
const DEMO_DAYS = 60;

export const keyOf = ({ productId, variationId }: PriceKey): string => `${productId}-${variationId}`;

/** What of a product is sold at a price: its variations, or itself. */
const soldOf = ({ variations, price, onSale }: CatalogueRecord): readonly SoldAt[] =>
  variations.length > 0
    ? variations.map((one) => ({ variationId: one.id, price: one.price, onSale: one.onSale }))
    : [{ variationId: 0, price, onSale }];

/** Opens the record of these products where their prices are not what it says. */
async function openPrices(
  db: Database,
  records: readonly CatalogueRecord[],
  { currency, at }: { readonly currency: string; readonly at: string },
): Promise<void> {
  const table = () => db()(TABLE);
  const known = new Map(
    (
      await table()
        .whereIn(
          'product_id',
          records.map(({ id }) => id),
        )
        .whereNull('valid_to')
        .select()
    ).map((row) => [keyOf({ productId: row.product_id, variationId: row.variation_id }), row]),
  );
  for (const record of records) {
    for (const { variationId, price, onSale } of soldOf(record)) {
      const row = known.get(keyOf({ productId: record.id, variationId }));
      if (row?.price === price && row.currency === currency) continue;
      if (row) await table().where({ id: row.id }).update({ valid_to: at });
      await table().insert({
        product_id: record.id,
        variation_id: variationId,
        currency,
        price,
        regular: price,
        on_sale: Number(onSale),
        cause: 'begin',
        valid_from: at,
        valid_to: null,
      });
    }
  }
}

/** Opens the record of all that is sold, some products at a time. */
async function openRecord(
  shop: Catalogue,
  { db, clock }: { readonly db: Database; readonly clock: Pick<Clock, 'now'> },
): Promise<void> {
  const at = clock.now();
  for (let after = 0; ;) {
    const records = await shop.records(after, BATCH);
    const last = records.at(-1);
    if (!last) break;
    await db.transaction(() => openPrices(db, records, { currency: shop.currency(), at }));
    after = last.id;
  }
}

export function createPriceLedger({
  db,
  clock,
  catalogue,
}: {
  db: Database;
  clock: Clock;
  catalogue(): Catalogue | undefined;
}): PriceLedger {
  const table = () => db()(TABLE);
  const currency = (): string => catalogue()?.currency() ?? '';
  const open = async ({ productId, variationId }: PriceKey): Promise<PriceRow | undefined> =>
    table()
      .where({ product_id: productId, variation_id: variationId })
      .whereNull('valid_to')
      .orderBy('id', 'desc')
      .first();

  async function append({ productId, variationId, after, tag, cause, at }: PriceChange): Promise<void> {
    await table().insert({
      product_id: productId,
      variation_id: variationId,
      currency: currency(),
      price: after,
      regular: tag.regular,
      on_sale: Number(after < tag.regular),
      cause,
      valid_from: at,
      valid_to: null,
    });
  }

  return {
    async record(change) {
      const { before, after, tag, at, cause } = change;
      if (before === null) {
        const sale = after < tag.regular && cause === 'demo' ? tag.saleFrom : null;
        if (sale === null) {
          // Goods that come back have a record already; made-up ones have none.
          const back = cause === 'generate' ? undefined : await open(change);
          if (back) await table().where({ id: back.id }).update({ valid_to: at });
          return append(change);
        }
        // The demo's products have a past: they were sold at their regular price before.
        await table().insert({
          product_id: change.productId,
          variation_id: change.variationId,
          currency: currency(),
          price: tag.regular,
          regular: tag.regular,
          on_sale: 0,
          cause,
          valid_from: shiftDays(sale, -DEMO_DAYS),
          valid_to: sale,
        });
        return append({ ...change, at: sale });
      }
      const last = await open(change);
      if (last?.price === after && last.regular === tag.regular && last.currency === currency()) return;
      if (last) await table().where({ id: last.id }).update({ valid_to: at });
      await append(change);
    },

    async histories(productIds) {
      const found = new Map<string, PriceInterval[]>();
      if (productIds.length === 0) return found;
      const rows = await table()
        .whereIn('product_id', [...productIds])
        .where({ currency: currency() })
        .orderBy([{ column: 'valid_from' }, { column: 'id' }])
        .select();
      for (const row of rows) {
        const key = keyOf({ productId: row.product_id, variationId: row.variation_id });
        const list = found.get(key) ?? [];
        list.push({
          price: row.price,
          regular: row.regular,
          onSale: row.on_sale === 1,
          from: row.valid_from,
          to: row.valid_to,
        });
        found.set(key, list);
      }
      return found;
    },

    async running(productIds) {
      if (productIds.length === 0) return new Map();
      const rows = await table()
        .whereIn('product_id', [...productIds])
        .where({ currency: currency() })
        .whereNull('valid_to')
        .orderBy('id')
        .select('product_id', 'variation_id', 'price');
      return new Map(
        rows.map(({ product_id: productId, variation_id: variationId, price }) => [
          keyOf({ productId, variationId }),
          price,
        ]),
      );
    },

    async lastEntry() {
      return (await table().orderBy('id', 'desc').first('id'))?.id ?? 0;
    },

    async begin() {
      const shop = catalogue();
      if (shop) await openRecord(shop, { db, clock });
    },

    async prune(days) {
      return table().where('valid_to', '<', shiftDays(clock.now(), -days)).delete();
    },
  };
}
