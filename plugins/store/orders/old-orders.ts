import type { Database } from 'plinth';
import { oldOrderTaxes } from './old-order-taxes.js';
import { orderSearchText } from './order-search-text.js';
import { toTaxRows } from './order-taxes.js';
import { createOrderTokens } from './order-tokens.js';
import type { OrderAddress } from '../contract/index.js';

/** Number of orders per batch, and of rows per INSERT statement. */
const ORDERS_PER_BATCH = 200;
const ROWS_PER_INSERT = 200;

/**
 * Stores the taxes of old orders in separate rows. Orders whose rates cannot be derived are unchanged. If it was
 * interrupted, the next run starts from the beginning.
 */
export async function migrateOldOrderTaxes(db: Database): Promise<void> {
  await db()('store_order_taxes').delete();
  for (let after = 0; ;) {
    const orders = await db()('store_orders')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ORDERS_PER_BATCH)
      .select('id', 'delivery_total', 'payment_fee', 'tax_total');
    const last = orders.at(-1);
    if (!last) return;
    after = last.id;
    const ids = orders.map(({ id }) => id);
    const lines = await db()('store_order_lines')
      .whereIn('order_id', ids)
      .orderBy('id')
      .select('order_id', 'product_id', 'tax_rate', 'total', 'tax');
    const adjustments = await db()('store_order_adjustments').whereIn('order_id', ids).orderBy('position').select('*');
    const rows = orders.flatMap(({ id, delivery_total, payment_fee, tax_total }) => {
      const taxes = oldOrderTaxes({
        lines: lines
          .filter((line) => line.order_id === id)
          .map((line) => ({
            productId: line.product_id,
            taxRate: line.tax_rate / 100,
            total: Number(line.total),
            tax: Number(line.tax),
          })),
        adjustments: adjustments.flatMap(({ order_id, kind, amount, tax }) =>
          order_id !== id || kind === 'delivery' ? [] : [{ kind, amount: Number(amount), tax: Number(tax) }],
        ),
        deliveryTotal: Number(delivery_total),
        paymentFee: Number(payment_fee),
        taxTotal: Number(tax_total),
      });
      return taxes ? toTaxRows(id, taxes) : [];
    });
    for (let offset = 0; offset < rows.length; offset += ROWS_PER_INSERT)
      await db()('store_order_taxes').insert(rows.slice(offset, offset + ROWS_PER_INSERT));
  }
}

/**
 * Adds telephone number, postcode and SKUs of old orders to the search index. If it was interrupted, the next run
 * starts from the beginning.
 */
export async function indexOldOrders(db: Database): Promise<void> {
  for (let after = 0; ;) {
    const orders = await db()('store_orders')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ORDERS_PER_BATCH)
      .select('id', 'number', 'billing', 'shipping');
    const last = orders.at(-1);
    if (!last) break;
    after = last.id;
    const lines = await db()('store_order_lines')
      .whereIn(
        'order_id',
        orders.map(({ id }) => id),
      )
      .orderBy('id')
      .select('order_id', 'sku');
    await db.transaction(async () => {
      for (const { id, number, billing, shipping } of orders) {
        const search = orderSearchText({
          number,
          billing: JSON.parse(billing) as OrderAddress,
          shipping: JSON.parse(shipping) as OrderAddress,
          lines: lines.filter((line) => line.order_id === id),
        });
        await db()('store_orders').where({ id }).update({ search });
      }
    });
  }
  await createOrderTokens({ db }).rebuild();
}
