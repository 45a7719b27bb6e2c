import type { Database, Knex } from 'plinth';
import type { StockStatus } from '../contract/index.js';
import type { ProductRow, VariationRow } from '../products/tables.js';

/** A product or one of its variations; `variationId` is 0 for the product itself. */
export interface SellableKey {
  readonly productId: number;
  readonly variationId: number;
}

/** Quantity of a product or variation. */
export interface SellableQuantity extends SellableKey {
  readonly quantity: number;
}

/** Stock operations. Call every function inside a transaction. */
export interface Stock {
  /** Locks products until the end of the transaction, in the order of their IDs. */
  lock(productIds: readonly number[]): Promise<void>;
  /** Reduces the stock by a quantity; returns false without changes when the stock is insufficient. */
  reduce(line: SellableQuantity): Promise<boolean>;
  restore(line: SellableQuantity): Promise<void>;
  /** Updates the stock status of products from their variations. */
  refresh(productIds: readonly number[]): Promise<void>;
}

interface StockColumns {
  readonly stock_quantity: number | null;
  readonly stock: StockStatus;
  readonly backorders: number;
}

export function createStock({ db }: { db: Database }): Stock {
  const stockRow = ({ productId, variationId }: SellableQuantity): Knex.QueryBuilder =>
    variationId > 0
      ? db()('store_variations').where({ id: variationId, product_id: productId })
      : db()('store_products').where({ id: productId });

  /** Locks the rows of a query. Without a lock, MariaDB returns the snapshot from the start of the transaction. */
  const forCurrentState = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    db.engine === 'mysql' ? query.forUpdate() : query;
  const readStock = (line: SellableQuantity) =>
    forCurrentState(stockRow(line)).first<StockColumns | undefined>('stock_quantity', 'stock', 'backorders');

  async function updateStatus(line: SellableQuantity): Promise<void> {
    const row = await readStock(line);
    if (!row || row.stock_quantity === null) return;
    const stock = statusForQuantity(row.stock_quantity, row.backorders === 1);
    if (stock !== row.stock) await stockRow(line).update({ stock });
  }

  return {
    async lock(productIds) {
      const ids = [...new Set(productIds)].sort((a, b) => a - b);
      if (db.engine === 'mysql' && ids.length > 0)
        await forCurrentState(db()('store_products').whereIn('id', ids).orderBy('id').select('id'));
    },
    async reduce(line) {
      // The condition is part of the update, so that two customers cannot both buy the last unit.
      const updated = await stockRow(line)
        .whereNotNull('stock_quantity')
        .where((rows) => void rows.where('stock_quantity', '>=', line.quantity).orWhere({ backorders: 1 }))
        .decrement('stock_quantity', line.quantity);
      if (updated > 0) {
        await updateStatus(line);
        return true;
      }
      const row = await readStock(line);
      return row !== undefined && row.stock_quantity === null && row.stock !== 'outofstock';
    },
    async restore(line) {
      await stockRow(line).whereNotNull('stock_quantity').increment('stock_quantity', line.quantity);
      await updateStatus(line);
    },
    async refresh(productIds) {
      const products = await forCurrentState(db()('store_products'))
        .whereIn('id', [...productIds])
        .where({ type: 'variable' })
        .orderBy('id')
        .select<Pick<ProductRow, 'id' | 'stock'>[]>('id', 'stock');
      if (products.length === 0) return;
      const variations = await forCurrentState(db()('store_variations'))
        .whereIn(
          'product_id',
          products.map((row) => row.id),
        )
        .orderBy('id')
        .select<Pick<VariationRow, 'product_id' | 'stock'>[]>('product_id', 'stock');
      for (const product of products) {
        const stock = bestStockStatus(
          variations.filter((row) => row.product_id === product.id).map((row) => row.stock),
        );
        if (stock !== product.stock) await db()('store_products').where({ id: product.id }).update({ stock });
      }
    },
  };
}

/** Returns the stock status for a tracked quantity. The status of untracked stock is set by the shop owner. */
export function statusForQuantity(quantity: number, backorders: boolean): StockStatus {
  if (quantity > 0) return 'instock';
  return backorders ? 'onbackorder' : 'outofstock';
}

/** Returns the stock status of a product with variations: the best status of its variations. */
export function bestStockStatus(statuses: readonly StockStatus[]): StockStatus {
  return (['instock', 'onbackorder'] as const).find((status) => statuses.includes(status)) ?? 'outofstock';
}
