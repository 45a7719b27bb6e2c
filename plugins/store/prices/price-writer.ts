import { type PluginScope, toUtcString } from 'plinth';
import type { ChangeLog } from '../change-log/change-log.js';
import type { ProductRow } from '../products/tables.js';
import { createStock } from '../stock/stock.js';
import type { PriceChange } from '../contract/index.js';
import { createDuePrices, type PriceCause, type PriceEntry } from './due-prices.js';
import { isOffered } from './offers.js';
import { toPriceColumns } from './price-tag.js';

/** Writes all price changes. */
export interface PriceWriter {
  /**
   * Writes price entries and fires `store/price_changed` for each change, in one transaction. Also updates the price
   * range of variable products.
   */
  write(entries: readonly PriceEntry[], cause: PriceCause): Promise<void>;
  /** Fires `store/price_changed` for published rows that were inserted in bulk. Call it in the same transaction. */
  announceNew(entries: readonly PriceEntry[], cause: PriceCause): Promise<void>;
  /**
   * Starts and ends scheduled sales, in a separate transaction per product. If a callback throws for a product, the
   * error is logged and the product is retried on the next run.
   * @returns number of changed prices
   */
  tick(): Promise<number>;
}

interface PriceWriterDeps {
  readonly scope: Pick<PluginScope, 'db' | 'doAction' | 'audit'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly now?: () => string;
}

type PriceRow = Pick<
  ProductRow,
  'id' | 'regular_price' | 'sale_price' | 'sale_from' | 'sale_to' | 'price' | 'on_sale' | 'price_due'
>;

/** UTC time and cause of a price change, and whether the product is published. */
interface WriteContext {
  readonly at: string;
  readonly cause: PriceCause;
  readonly offered: boolean;
}

const PRICE_COLUMNS = ['regular_price', 'sale_price', 'sale_from', 'sale_to', 'price', 'on_sale', 'price_due'] as const;
const COLUMNS = ['id', ...PRICE_COLUMNS] as const;
export function createPriceWriter({ scope, changes, now = toUtcString }: PriceWriterDeps): PriceWriter {
  const { db } = scope;
  const stock = createStock({ db });

  const announce = async (change: PriceChange): Promise<void> =>
    void (await scope.doAction('store/price_changed', change));

  async function writeRow(
    table: 'store_products' | 'store_variations',
    row: PriceRow,
    { productId, variationId, tag }: PriceEntry,
    { at, cause, offered }: WriteContext,
  ): Promise<void> {
    const next = toPriceColumns(tag, at);
    if (PRICE_COLUMNS.every((key) => row[key] === next[key])) return;
    await db()(table).where({ id: row.id }).update(next);
    if (tag === null || next.price === null) return;
    const isSameTag = (['regular_price', 'sale_price', 'sale_from', 'sale_to'] as const).every(
      (key) => row[key] === next[key],
    );
    // An import has a single audit entry. The price history contains the price of each product.
    if (!isSameTag && cause === 'edit' && row.regular_price !== null)
      await scope.audit.record({
        action: 'products.price_changed',
        subject: { kind: 'product', id: productId },
        details: {
          ...(variationId > 0 ? { variation: variationId } : {}),
          regular: { from: row.regular_price, to: next.regular_price },
          sale: { from: row.sale_price, to: next.sale_price },
        },
      });
    if (!isSameTag || row.price !== next.price || row.on_sale !== next.on_sale) {
      const prices = { before: row.price, after: next.price };
      await announce({ productId, variationId, ...prices, tag, cause, changedAt: at, isPublished: offered });
    }
  }

  /** Updates the price ranges of products from their variations. */
  async function updateProductPrices(productIds: readonly number[]): Promise<void> {
    const products = await db()('store_products')
      .whereIn('id', productIds)
      .select('id', 'type', 'price', 'max_price', 'on_sale');
    const variableIds = products.filter((row) => row.type === 'variable').map((row) => row.id);
    const variations =
      variableIds.length === 0
        ? []
        : await db()('store_variations')
            .whereIn('product_id', variableIds)
            .whereNotNull('price')
            .select('product_id', 'price', 'on_sale');
    for (const row of products) {
      const productVariations = variations.filter((variation) => variation.product_id === row.id);
      const prices = productVariations.map((productVariation) => Number(productVariation.price));
      const next =
        row.type === 'simple'
          ? { max_price: row.price }
          : {
              price: prices.length > 0 ? Math.min(...prices) : null,
              max_price: prices.length > 0 ? Math.max(...prices) : null,
              on_sale: productVariations.some((productVariation) => productVariation.on_sale === 1) ? 1 : 0,
            };
      if (Object.entries(next).some(([key, value]) => row[key as keyof typeof row] !== value))
        await db()('store_products').where({ id: row.id }).update(next);
    }
  }

  async function write(entries: readonly PriceEntry[], cause: PriceCause): Promise<void> {
    if (entries.length === 0) return;
    await db.transaction(async () => {
      const time = now();
      const productIds = [...new Set(entries.map((entry) => entry.productId))];
      await stock.lock(productIds);
      const products = new Map(
        (
          await db()('store_products')
            .whereIn('id', productIds)
            .select('status', ...COLUMNS)
        ).map((row) => [row.id, row]),
      );
      const variationIds = entries.map((entry) => entry.variationId).filter((id) => id > 0);
      const variations = new Map(
        (variationIds.length === 0
          ? []
          : await db()('store_variations')
              .whereIn('id', variationIds)
              .select(...COLUMNS)
        ).map((row) => [row.id, row]),
      );
      for (const entry of entries) {
        const product = products.get(entry.productId);
        const row = entry.variationId > 0 ? variations.get(entry.variationId) : product;
        const context = { at: time, cause, offered: product !== undefined && isOffered(product) };
        if (row) await writeRow(entry.variationId > 0 ? 'store_variations' : 'store_products', row, entry, context);
      }
      await updateProductPrices(productIds);
    });
  }

  return {
    write,
    announceNew: (entries, cause) =>
      db.transaction(async () => {
        const time = now();
        for (const { productId, variationId, tag } of entries) {
          const { price } = toPriceColumns(tag, time);
          if (tag !== null && price !== null)
            await announce({
              productId,
              variationId,
              before: null,
              after: price,
              tag,
              cause,
              changedAt: time,
              isPublished: true,
            });
        }
      }),
    tick: createDuePrices({ scope, changes, stock, now, write }),
  };
}
