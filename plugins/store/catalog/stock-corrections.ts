import type { PluginScope } from 'plinth';
import type { ProductRow } from '../products/tables.js';

/** Stock of a product or variation. */
export interface StockLevel {
  readonly variationId: number;
  readonly sku: string;
  readonly quantity: number | null;
}

type Scope = Pick<PluginScope, 'db' | 'audit'>;

/** Returns the stock of a product and of each of its variations. */
export async function readStockLevels(
  { db }: Scope,
  { id, sku, stock_quantity }: Pick<ProductRow, 'id' | 'sku' | 'stock_quantity'>,
): Promise<StockLevel[]> {
  const rows = await db()('store_variations').where({ product_id: id }).select('id', 'sku', 'stock_quantity');
  return [
    { variationId: 0, sku: sku ?? '', quantity: stock_quantity },
    ...rows.map((row) => ({ variationId: row.id, sku: row.sku ?? '', quantity: row.stock_quantity })),
  ];
}

/** Records each stock quantity that the owner changed. */
export async function recordStockChanges(
  scope: Scope,
  { id, name }: Pick<ProductRow, 'id' | 'name'>,
  before: readonly StockLevel[],
  after: readonly StockLevel[],
): Promise<void> {
  for (const level of after) {
    const previous = before.find(({ variationId }) => variationId === level.variationId);
    if (!previous || previous.quantity === level.quantity) continue;
    await scope.audit.record({
      action: 'products.stock_corrected',
      subject: { kind: 'product', id, title: name },
      details: {
        ...(level.sku === '' ? {} : { sku: level.sku }),
        ...(level.variationId > 0 ? { variation: level.variationId } : {}),
        from: previous.quantity,
        to: level.quantity,
      },
    });
  }
}
