import { randomBytes } from 'node:crypto';
import { type Database, toUtcString } from 'plinth';
import { localDay } from '../time/local-time.js';
import { insertedId } from '../search-tokens/row-batches.js';
import type { OrderCounts } from './order-counts.js';
import { MAX_LABEL_LENGTH, type OrderMeta } from './order-meta.js';
import { takeOrderNumber } from './order-identity.js';
import type { OrderLineRecord } from './order-record.js';
import { toLineRow } from './order-rows.js';
import { customerName, orderSearchText } from './order-search-text.js';
import type { NewOrder, OrderStore } from './order-store.js';
import { type OrderTaxes, toTaxRows } from './order-taxes.js';
import type { OrderTokens } from './order-tokens.js';

interface OrderWritesDeps {
  readonly db: Database;
  readonly timeZone: () => Promise<string>;
  readonly counts: Pick<OrderCounts, 'note'>;
  readonly tokens: Pick<OrderTokens, 'add' | 'replace'>;
  readonly meta: OrderMeta;
  readonly find: OrderStore['find'];
}

/** Columns that clear the delivery estimate, which no longer applies after the payment method has changed. */
const NO_ESTIMATE = { arrives_from: '', arrives_to: '' } as const;

/** Stores orders and changes their lines, payment and status. */
export function createOrderWrites({
  db,
  timeZone,
  counts,
  tokens,
  meta,
  find,
}: OrderWritesDeps): Pick<OrderStore, 'insert' | 'moveStatus' | 'setPayment' | 'rewrite' | 'setTracking'> {
  return {
    async insert(order) {
      const time = toUtcString();
      const number = await takeOrderNumber(db, Number(localDay(time, await timeZone()).slice(0, 4)));
      const search = orderSearchText({ ...order, number });
      const id = insertedId(await db()('store_orders').insert({ number, search, ...newOrderRow(order, time) }));
      await db()('store_order_lines').insert(order.lines.map((line) => toLineRow(id, line)));
      await tokens.add(id, search);
      if (order.adjustments.length > 0)
        await db()('store_order_adjustments').insert(
          order.adjustments.map(({ label, ...columns }) => ({
            order_id: id,
            ...columns,
            label: label.slice(0, MAX_LABEL_LENGTH),
          })),
        );
      await insertTaxes(db, id, order.taxes);
      for (const { key, value, display } of order.meta) await meta.setMeta(id, key, value, display);
      await counts.note(undefined, order.status);
      const stored = await find({ id });
      if (!stored) throw new Error(`Order ${id} was stored but not found.`);
      return stored;
    },
    async moveStatus(id, from, to, { paymentDueAt, overdueAt }) {
      return db.transaction(async () => {
        const row = db()('store_orders').where({ id, status: from });
        if (overdueAt !== undefined) void row.where('pay_until', '<=', overdueAt);
        const moved = (await row.update({ status: to, pay_until: paymentDueAt, updated_at: toUtcString() })) > 0;
        if (moved) await counts.note(from, to);
        return moved;
      });
    },
    async setPayment(
      { id, status, paymentMethod: before },
      { paymentMethod, paymentFee, paymentFeeTax, taxTotal, total, paymentDueAt },
    ) {
      return db.transaction(async () => {
        const changed =
          (await db()('store_orders')
            .where({ id, status, payment_method: before })
            .update({
              payment_method: paymentMethod,
              ...NO_ESTIMATE,
              payment_fee: paymentFee,
              tax_total: taxTotal,
              total,
              pay_until: paymentDueAt,
              updated_at: toUtcString(),
            })) > 0;
        if (!changed) return false;
        await db()('store_order_taxes').where({ order_id: id, part: 'payment' }).delete();
        await insertTaxes(db, id, { delivery: null, paymentFee: paymentFeeTax, adjustments: [] });
        return true;
      });
    },
    async rewrite(
      order,
      { billing, shipping, shippingMethod, lines, deliveryTax, itemsTotal, deliveryTotal, taxTotal, total },
    ) {
      const { id, number } = order;
      const search = orderSearchText({ number, billing, shipping, lines });
      return db.transaction(async () => {
        const before = await db()('store_orders').where({ id }).first('search');
        const changed = await db()('store_orders')
          .where({ id, status: order.status, total: order.total })
          .update({
            billing: JSON.stringify(billing),
            shipping: JSON.stringify(shipping),
            email: billing.email.toLowerCase(),
            customer: customerName(billing),
            search,
            shipping_method: shippingMethod,
            items_total: itemsTotal,
            delivery_total: deliveryTotal,
            tax_total: taxTotal,
            total,
            updated_at: toUtcString(),
          });
        if (changed === 0) return false;
        await tokens.replace(id, before?.search ?? '', search);
        await replaceLines(db, id, lines);
        await db()('store_order_taxes').where({ order_id: id, part: 'delivery' }).delete();
        await insertTaxes(db, id, { delivery: deliveryTax, paymentFee: null, adjustments: [] });
        return true;
      });
    },
    async setTracking(id, tracking) {
      await db()('store_orders').where({ id }).update({ tracking, updated_at: toUtcString() });
    },
  };
}

function newOrderRow(order: NewOrder, time: string) {
  return {
    order_key: randomBytes(24).toString('hex'),
    form_token: order.formToken,
    status: order.status,
    user_id: order.userId,
    currency: order.currency,
    email: order.billing.email.toLowerCase(),
    customer: customerName(order.billing),
    billing: JSON.stringify(order.billing),
    shipping: JSON.stringify(order.shipping),
    shipping_method: order.shippingMethod,
    payment_method: order.paymentMethod,
    items_total: order.itemsTotal,
    delivery_total: order.deliveryTotal,
    payment_fee: order.paymentFee,
    tax_total: order.taxTotal,
    total: order.total,
    arrives_from: order.deliveryEstimate?.earliest ?? '',
    arrives_to: order.deliveryEstimate?.latest ?? '',
    note: order.note,
    locale: order.locale,
    pay_until: order.paymentDueAt,
    created_at: time,
    updated_at: time,
  };
}

async function insertTaxes(db: Database, orderId: number, taxes: OrderTaxes): Promise<void> {
  const rows = toTaxRows(orderId, taxes);
  if (rows.length > 0) await db()('store_order_taxes').insert(rows);
}

/** Updates lines with an ID, adds lines without one, and deletes lines that are missing. */
async function replaceLines(db: Database, id: number, lines: readonly OrderLineRecord[]): Promise<void> {
  const existingLines = lines.filter((line) => line.id > 0);
  await db()('store_order_lines')
    .where({ order_id: id })
    .whereNotIn(
      'id',
      existingLines.map((line) => line.id),
    )
    .delete();
  for (const line of existingLines)
    await db()('store_order_lines').where({ id: line.id, order_id: id }).update(toLineRow(id, line));
  const newLines = lines.filter((line) => line.id === 0);
  if (newLines.length > 0) await db()('store_order_lines').insert(newLines.map((line) => toLineRow(id, line)));
}
