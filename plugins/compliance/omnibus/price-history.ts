import type { Actions, Database } from 'plinth';
import type { Catalog, CatalogRecord } from '../store/shop.js';
import { type Clock, shiftDays } from '../time/clock.js';
import type { PriceInterval } from './lowest-price.js';
import type { PriceRow } from './tables.js';

/** A price change as announced by the store. */
export type PriceChange = Parameters<Actions['store/price_changed']>[0];

/** A purchasable product or variation as announced by the store. */
type Offer = Parameters<Actions['store/offers_changed']>[0][number];

/** A product, or one of its variations. */
interface PriceKey {
  readonly productId: number;
  readonly variationId: number;
}

/** History of all prices: every change is appended, and only `prune` deletes entries. */
export interface PriceHistory {
  /**
   * Records a price change, inside the transaction of the write; a price that is not offered, such as that of a draft,
   * is not part of the history.
   */
  record(change: PriceChange): Promise<void>;
  /**
   * Ends the prices of what can no longer be bought, and starts those of what can now be bought; inside the transaction
   * of the write.
   */
  updateAvailability(offers: readonly Offer[], time: string): Promise<void>;
  /** Ends all current prices, and starts the same amounts in the shop's current currency. */
  changeCurrency(): Promise<void>;
  /** Histories by product, including variations, oldest first. */
  findByProducts(productIds: readonly number[]): Promise<ReadonlyMap<string, readonly PriceInterval[]>>;
  /** Current prices, by product and variation. */
  running(productIds: readonly number[]): Promise<ReadonlyMap<string, number>>;
  /** Currency whose prices are read; empty without a shop. */
  currency(): string;
  /** ID of the latest entry; 0 for none. */
  lastEntry(): Promise<number>;
  /** Starts the history for existing products, when the plugin becomes active. */
  start(): Promise<void>;
  /** Deletes entries that ended more than the given number of days ago. */
  prune(days: number): Promise<number>;
}

/** A product or variation with its current price. */
interface OfferedPrice {
  readonly variationId: number;
  readonly price: number;
  readonly onSale: boolean;
}

const TABLE = 'compliance_prices';
const BATCH_SIZE = 200;
/** Number of days for which the demo's products had their regular price before their sale. */
const DEMO_DAYS = 60;

export const keyOf = ({ productId, variationId }: PriceKey): string => `${productId}-${variationId}`;

/** Returns the prices of a product: those of its variations, or its own. */
const getPrices = ({ variations, price, onSale }: CatalogRecord): readonly OfferedPrice[] =>
  variations.length > 0
    ? variations.map((variation) => ({ variationId: variation.id, price: variation.price, onSale: variation.onSale }))
    : [{ variationId: 0, price, onSale }];

/** Starts new entries for products whose prices differ from the history. */
async function startPrices(
  db: Database,
  records: readonly CatalogRecord[],
  { currency, at }: { readonly currency: string; readonly at: string },
): Promise<void> {
  const table = () => db()(TABLE);
  const currentRows = new Map(
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
    for (const { variationId, price, onSale } of getPrices(record)) {
      const row = currentRows.get(keyOf({ productId: record.id, variationId }));
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

/** Starts the history for all products, in batches. */
async function startHistory(
  shop: Catalog,
  { db, clock }: { readonly db: Database; readonly clock: Pick<Clock, 'now'> },
): Promise<void> {
  const time = clock.now();
  for (let after = 0; ;) {
    const records = await shop.records(after, BATCH_SIZE);
    const last = records.at(-1);
    if (!last) break;
    await db.transaction(() => startPrices(db, records, { currency: shop.currency(), at: time }));
    after = last.id;
  }
}

/** Starts and ends prices when products enter or leave the shop, and when its currency changes. */
function createOfferTracking({
  db,
  clock,
  currency,
}: {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  currency(): string;
}): Pick<PriceHistory, 'updateAvailability' | 'changeCurrency'> {
  const table = () => db()(TABLE);

  async function updateOffer({ productId, prices }: Offer, time: string): Promise<void> {
    const currentPrices = await table().where({ product_id: productId }).whereNull('valid_to').select();
    const isUnchanged = (row: PriceRow): boolean =>
      prices.some(
        ({ variationId, price, regular }) =>
          variationId === row.variation_id &&
          price === Number(row.price) &&
          regular === Number(row.regular) &&
          currency() === row.currency,
      );
    const unchanged = currentPrices.filter(isUnchanged);
    const ended = currentPrices.filter((row) => !isUnchanged(row)).map(({ id }) => id);
    if (ended.length > 0) await table().whereIn('id', ended).update({ valid_to: time });
    const newPrices = prices.filter(({ variationId }) => !unchanged.some((row) => row.variation_id === variationId));
    for (const { variationId, price, regular, onSale } of newPrices)
      await table().insert({
        product_id: productId,
        variation_id: variationId,
        currency: currency(),
        price,
        regular,
        on_sale: Number(onSale),
        cause: 'offer',
        valid_from: time,
        valid_to: null,
      });
  }

  return {
    async updateAvailability(offers, time) {
      for (const offer of offers) await updateOffer(offer, time);
    },
    changeCurrency: () =>
      db.transaction(async () => {
        const time = clock.now();
        for (;;) {
          const rows = await table()
            .whereNull('valid_to')
            .whereNot({ currency: currency() })
            .orderBy('id')
            .limit(BATCH_SIZE);
          if (rows.length === 0) return;
          const ids = rows.map(({ id }) => id);
          await table().whereIn('id', ids).update({ valid_to: time });
          await table().insert(
            rows.map(({ id: _, ...row }) => ({ ...row, currency: currency(), cause: 'currency', valid_from: time })),
          );
        }
      }),
  };
}

export function createPriceHistory({
  db,
  clock,
  catalog,
}: {
  db: Database;
  clock: Clock;
  catalog(): Catalog | undefined;
}): PriceHistory {
  const table = () => db()(TABLE);
  const currency = (): string => catalog()?.currency() ?? '';
  const findCurrent = async ({ productId, variationId }: PriceKey): Promise<PriceRow | undefined> =>
    table()
      .where({ product_id: productId, variation_id: variationId })
      .whereNull('valid_to')
      .orderBy('id', 'desc')
      .first();

  async function append({ productId, variationId, after, tag, cause, changedAt }: PriceChange): Promise<void> {
    await table().insert({
      product_id: productId,
      variation_id: variationId,
      currency: currency(),
      price: after,
      regular: tag.regular,
      on_sale: Number(after < tag.regular),
      cause,
      valid_from: changedAt,
      valid_to: null,
    });
  }

  return {
    ...createOfferTracking({ db, clock, currency }),

    async record(change) {
      const { before, after, tag, changedAt, cause, isPublished } = change;
      if (!isPublished) return;
      if (before === null) {
        const sale = after < tag.regular && cause === 'demo' ? tag.saleFrom : null;
        if (sale === null) {
          // Products that return to the shop already have a history; generated products have none.
          const currentRow = cause === 'generate' ? undefined : await findCurrent(change);
          if (currentRow) await table().where({ id: currentRow.id }).update({ valid_to: changedAt });
          return append(change);
        }
        // The demo's products get a history: they had their regular price before.
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
        return append({ ...change, changedAt: sale });
      }
      const last = await findCurrent(change);
      if (last?.price === after && last.regular === tag.regular && last.currency === currency()) return;
      if (last) await table().where({ id: last.id }).update({ valid_to: changedAt });
      await append(change);
    },

    async findByProducts(productIds) {
      const histories = new Map<string, PriceInterval[]>();
      if (productIds.length === 0) return histories;
      const rows = await table()
        .whereIn('product_id', [...productIds])
        .where({ currency: currency() })
        .orderBy([{ column: 'valid_from' }, { column: 'id' }])
        .select();
      for (const row of rows) {
        const key = keyOf({ productId: row.product_id, variationId: row.variation_id });
        const list = histories.get(key) ?? [];
        list.push({
          price: row.price,
          regular: row.regular,
          onSale: row.on_sale === 1,
          from: row.valid_from,
          to: row.valid_to,
          resumed: row.cause === 'currency',
        });
        histories.set(key, list);
      }
      return histories;
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

    currency,

    async lastEntry() {
      return (await table().orderBy('id', 'desc').first('id'))?.id ?? 0;
    },

    async start() {
      const shop = catalog();
      if (shop) await startHistory(shop, { db, clock });
    },

    async prune(days) {
      return table().where('valid_to', '<', shiftDays(clock.now(), -days)).delete();
    },
  };
}
