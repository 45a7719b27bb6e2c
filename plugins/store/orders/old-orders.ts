import type { Database } from 'plinth';
import { oldOrderTaxes } from './old-order-taxes.js';
import { orderSearchText } from './order-search-text.js';
import { taxRows } from './order-taxes.js';
import { createOrderTokens } from './order-tokens.js';
import type { OrderAddress } from '../contract/index.js';

/** Orders per batch, and rows per statement. */
const ORDERS = 200;
const ROWS = 200;

/**
 * Stores the taxes of orders that predate storage by row; orders whose rates cannot be derived stay unchanged. Starts
 * over when run again after an interruption.
 */
export async function writeOldOrderTaxes(db: Database): Promise<void> {
  await db()('store_order_taxes').delete();
  for (let after = 0; ;) {
    const orders = await db()('store_orders')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ORDERS)
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
      return taxes ? taxRows(id, taxes) : [];
    });
    for (let at = 0; at < rows.length; at += ROWS) await db()('store_order_taxes').insert(rows.slice(at, at + ROWS));
  }
}

/**
 * Indexes the telephone number, postcode and SKUs of orders that predate searching by them. Starts over when run again
 * after an interruption.
 */
export async function writeOldOrderSearch(db: Database): Promise<void> {
  for (let after = 0; ;) {
    const orders = await db()('store_orders')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ORDERS)
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
