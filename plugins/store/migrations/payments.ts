import type { Database, Migration } from 'plinth';
import type { OrderRow } from '../orders/tables.js';

/** Tables of payment attempts and refunds. */
export const paymentMigrations: readonly Migration[] = [
  {
    id: '200_create_payments',
    async up(db) {
      await db.createTable('store_payments', (table) => {
        table.increments('id');
        // Key passed to the provider, unique so that attempts cannot be confused.
        table.string('payment_key', 40).notNullable().unique();
        table.integer('order_id').unsigned().notNullable().index();
        table.string('method', 40).notNullable();
        table.string('reference', 190).nullable();
        table.bigInteger('amount').notNullable();
        table.string('currency', 3).notNullable();
        table.string('state', 10).notNullable();
        table.bigInteger('refunded').notNullable();
        table.datetime('created_at').notNullable();
        table.datetime('updated_at').notNullable();
        // When the provider was last queried for the state of the attempt.
        table.datetime('checked_at').notNullable();
        table.unique(['method', 'reference']);
        table.index(['state', 'checked_at']);
      });
      await db.createTable('store_refunds', (table) => {
        table.increments('id');
        table.integer('order_id').unsigned().notNullable().index();
        table.integer('payment_id').unsigned().notNullable();
        table.string('refund_key', 32).notNullable().unique();
        table.bigInteger('amount').notNullable();
        table.string('reason', 500).notNullable();
        table.string('state', 10).notNullable();
        table.string('message', 500).notNullable();
        table.boolean('restock').notNullable();
        table.datetime('created_at').notNullable();
        table.datetime('updated_at').notNullable();
        table.index(['state', 'updated_at']);
      });
    },
  },
  {
    id: '201_refunds_by_hand',
    async up(db) {
      // Account for a refund that the shop sends itself, empty for cash; null when the provider refunds it.
      if (!(await db().schema.hasColumn('store_refunds', 'account')))
        await db().schema.alterTable('store_refunds', (table) => void table.string('account', 34).nullable());
      // Part of the order being refunded; empty for no particular part.
      if (!(await db().schema.hasColumn('store_refunds', 'part')))
        await db().schema.alterTable(
          'store_refunds',
          (table) => void table.string('part', 200).notNullable().defaultTo(''),
        );
    },
  },
  {
    id: '202_payments_by_hand',
    // Previously, payments outside of any provider were not recorded but derived from the order.
    up: recordOldPayments,
  },
];

/** Maximum number of orders per batch. */
const ROWS = 500;

const OWN_STATUSES = ['processing', 'completed'];

/** Returns the statuses in which an order with the method counts as paid. */
const paidStatuses = (method: string): readonly string[] =>
  method === 'cod' ? ['completed'] : ['processing', 'completed'];

async function recordOldPayments(db: Database): Promise<void> {
  for (let after = 0; ;) {
    const orders = await db()('store_orders')
      .where('id', '>', after)
      .where('total', '>', 0)
      .whereNotIn('status', ['pending', 'on-hold', 'cancelled', 'refunded'])
      .orderBy('id')
      .limit(ROWS)
      .select('id', 'status', 'payment_method', 'total', 'currency', 'created_at');
    const last = orders.at(-1);
    if (!last) return;
    await recordBatch(db, orders);
    after = last.id;
  }
}

type OldOrder = Pick<OrderRow, 'id' | 'status' | 'payment_method' | 'total' | 'currency' | 'created_at'>;

/** Records the payments of orders, dated by the status change that marked them as paid. */
async function recordBatch(db: Database, orders: readonly OldOrder[]): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const known = await db()('store_payments')
    .whereIn('order_id', ids)
    .whereIn('state', ['paid', 'refunded'])
    .select('order_id');
  const paid = new Set(known.map(({ order_id }) => order_id));
  const steps = await db()('store_order_events')
    .whereIn('order_id', ids)
    .orderBy('id')
    .select('order_id', 'to_status', 'at');
  const rows = orders.flatMap((order) => {
    const statuses = paidStatuses(order.payment_method);
    const step = steps.find(({ order_id, to_status }) => order_id === order.id && statuses.includes(to_status));
    // For a status added by a plugin, the earlier status changes decide.
    const isPaid = OWN_STATUSES.includes(order.status) ? statuses.includes(order.status) : step !== undefined;
    if (paid.has(order.id) || !isPaid) return [];
    const paidAt = step?.at ?? order.created_at;
    return [
      {
        payment_key: `hand-${order.id}`,
        order_id: order.id,
        method: order.payment_method,
        reference: null,
        amount: order.total,
        currency: order.currency,
        state: 'paid' as const,
        refunded: 0,
        created_at: paidAt,
        updated_at: paidAt,
        checked_at: paidAt,
      },
    ];
  });
  if (rows.length > 0) await db()('store_payments').insert(rows).onConflict('payment_key').ignore();
}
