import type { Database } from 'plinth';
import type { Order } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { INVOICE_META } from './invoice-draft.js';
import { createBuyerParty, NIP_META } from './parties.js';

/** An order for which an invoice must be issued. */
export interface WaitingOrder {
  readonly id: number;
  readonly number: string;
  /** Name of the buyer. */
  readonly buyer: string;
  /** Tax number as stored; empty for a consumer who asked for an invoice. */
  readonly nip: string;
  /** Minor units. */
  readonly total: number;
  readonly currency: string;
  /** First day of delivery or payment, `YYYY-MM-DD`; empty while there was neither. */
  readonly suppliedOn: string;
  /** Last day on which the invoice may be issued, `YYYY-MM-DD`; empty while there was neither. */
  readonly dueOn: string;
  readonly isOverdue: boolean;
}

/** Finds the orders that wait for an invoice. */
export interface WaitingOrders {
  /**
   * Returns the waiting orders, the most urgent first, up to a limit of 1000.
   * @param orderId limits the list to one order
   */
  list(orderId?: number): Promise<readonly WaitingOrder[]>;
}

const MAX_ORDERS = 1000;
const VOID_STATUSES = ['cancelled', 'refunded'];
/** Statuses in which an order was neither paid nor handed over. */
const UNPAID_STATUSES = ['pending', 'on-hold'];
const DEADLINE_DAY = 15;

/**
 * Returns the last day on which an invoice may be issued: the 15th of the month after the delivery, or after the payment
 * if that came first (VAT Act, art. 106i(1) and (2)).
 * @param day `YYYY-MM-DD`
 */
export function invoiceDeadline(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const [dueYear, dueMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return `${dueYear}-${String(dueMonth).padStart(2, '0')}-${DEADLINE_DAY}`;
}

interface OrderRow {
  readonly id: number;
  readonly number: string;
  readonly status: string;
  readonly payment_method: string;
  readonly billing: string;
  readonly total: number | string;
  readonly currency: string;
  readonly created_at: string;
}

export function createWaitingOrders({ db, clock }: { db: Database; clock: Clock }): WaitingOrders {
  const localDay = async (utc: string): Promise<string> => (await clock.local(utc)).slice(0, 10);

  /** Returns the orders with a tax number or a request for an invoice that have none, here or elsewhere. */
  async function readRows(orderId: number | undefined): Promise<OrderRow[]> {
    const metaOf = (...keys: string[]) =>
      db()('store_order_meta').whereIn('meta_key', keys).whereNot('meta_value', '').select('order_id');
    const query = db()('store_orders')
      .whereIn('id', metaOf(NIP_META, INVOICE_META.wanted))
      .whereNotIn('id', metaOf(INVOICE_META.number))
      .whereNotIn('id', db()('compliance_invoices').select('order_id'))
      .whereNotIn('status', VOID_STATUSES)
      .where('total', '>', 0)
      .orderBy('id')
      .limit(MAX_ORDERS)
      .select('id', 'number', 'status', 'payment_method', 'billing', 'total', 'currency', 'created_at');
    if (orderId !== undefined) void query.where({ id: orderId });
    return query;
  }

  /** Returns the metadata of orders, by their IDs. */
  async function readMeta(ids: readonly number[]): Promise<ReadonlyMap<number, Record<string, string>>> {
    const meta = new Map<number, Record<string, string>>();
    for (const row of await db()('store_order_meta')
      .whereIn('order_id', [...ids])
      .select())
      meta.set(row.order_id, { ...meta.get(row.order_id), [row.meta_key]: row.meta_value });
    return meta;
  }

  /** Returns the days on which the first payments of orders were received, by their IDs. */
  async function readPaidDays(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await db()('store_payments')
      .whereIn('order_id', [...ids])
      .whereIn('state', ['paid', 'refunded'])
      .groupBy('order_id')
      .select<{ order_id: number; first: string }[]>('order_id', db().raw('min(created_at) as ??', ['first']));
    return new Map(
      await Promise.all(rows.map(async (row): Promise<[number, string]> => [row.order_id, await localDay(row.first)])),
    );
  }

  /** Returns the first day of delivery or payment; of old orders, of which only their status is known, the order's day. */
  async function findSupplyDay(order: OrderRow, meta: Record<string, string>, paidDay: string): Promise<string> {
    const known = [meta[INVOICE_META.paidOn] || paidDay, meta[INVOICE_META.handedOver] ?? ''].filter(Boolean).sort();
    if (known[0] !== undefined) return known[0];
    const isUnpaid =
      UNPAID_STATUSES.includes(order.status) || (order.payment_method === 'cod' && order.status !== 'completed');
    return isUnpaid ? '' : localDay(order.created_at);
  }

  return {
    async list(orderId) {
      const rows = await readRows(orderId);
      const ids = rows.map(({ id }) => id);
      const [metaByOrder, paidDays, today] = [await readMeta(ids), await readPaidDays(ids), await clock.day()];
      const orders = await Promise.all(
        rows.map(async (row): Promise<WaitingOrder> => {
          const meta = metaByOrder.get(row.id) ?? {};
          const suppliedOn = await findSupplyDay(row, meta, paidDays.get(row.id) ?? '');
          const dueOn = suppliedOn === '' ? '' : invoiceDeadline(suppliedOn);
          return {
            id: row.id,
            number: row.number,
            buyer: createBuyerParty({ billing: JSON.parse(row.billing) as Order['billing'], meta }).name,
            nip: meta[NIP_META] ?? '',
            total: Number(row.total),
            currency: row.currency,
            suppliedOn,
            dueOn,
            isOverdue: dueOn !== '' && dueOn < today,
          };
        }),
      );
      const rank = ({ dueOn }: WaitingOrder): string => dueOn || '9999';
      return orders.sort((a, b) => rank(a).localeCompare(rank(b)) || a.id - b.id);
    },
  };
}
