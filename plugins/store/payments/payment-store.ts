import { randomBytes } from 'node:crypto';
import { type Database, toUtcString } from 'plinth';
import type { Payment, PaymentState } from '../contract/index.js';
import { insertedId } from '../search-tokens/row-batches.js';
import type { PaymentRow } from './tables.js';

/**
 * Access to payment attempts. Each state change requires the expected current state, so that only one of two concurrent
 * changes succeeds.
 */
export interface PaymentStore {
  start(attempt: {
    readonly orderId: number;
    readonly method: string;
    readonly amount: number;
    readonly currency: string;
  }): Promise<Payment>;
  /** Records a payment that the shop owner received outside any provider. */
  recordManualPayment(money: {
    readonly orderId: number;
    readonly method: string;
    readonly amount: number;
    readonly currency: string;
    /** Time of receipt, UTC; defaults to now. */
    readonly receivedAt?: string;
  }): Promise<void>;
  /**
   * Deletes the manual payments of an order, except for what was refunded.
   * @param method payment method to limit the deletion to
   */
  deleteManualPayments(orderId: number, method?: string): Promise<void>;
  find(
    by: { readonly id: number } | { readonly key: string } | { readonly method: string; readonly reference: string },
  ): Promise<Payment | null>;
  /** Oldest first. */
  listByOrder(orderId: number): Promise<readonly Payment[]>;
  /** Returns false when the attempt was in none of the given states. */
  transition(id: number, from: readonly PaymentState[], to: PaymentState): Promise<boolean>;
  setReference(id: number, reference: string): Promise<void>;
  /** Locks the payment until the end of the open transaction. */
  lock(id: number): Promise<void>;
  /** Reserves part of a paid attempt for a refund; returns false when less than the amount is left. */
  reserve(id: number, amount: number): Promise<boolean>;
  /** Releases a reserved amount when the refund fails. */
  release(id: number, amount: number): Promise<void>;
  /**
   * Returns attempts that started within a period and were not looked up since a given moment, and marks them as looked
   * up, so that other nodes get different ones.
   */
  claimPending(filter: {
    readonly since: string;
    readonly checkedBefore: string;
    readonly limit: number;
  }): Promise<readonly Payment[]>;
}

const BY_HAND = 'hand-';

/** Whether the payment was recorded manually by the shop owner, without a provider. */
export const isByHand = ({ key }: Pick<Payment, 'key'>): boolean => key.startsWith(BY_HAND);

/**
 * Maximum length of a reference, in characters. References come from external systems, so longer ones are truncated
 * rather than failing in the database.
 */
const REFERENCE = 190;

function paymentOf(row: PaymentRow): Payment {
  return {
    id: row.id,
    key: row.payment_key,
    orderId: row.order_id,
    method: row.method,
    reference: row.reference ?? '',
    amount: Number(row.amount),
    currency: row.currency,
    state: row.state,
    refunded: Number(row.refunded),
    createdAt: row.created_at,
  };
}

export function createPaymentStore({ db }: { db: Database }): PaymentStore {
  const rows = () => db()('store_payments');

  async function find(where: Record<string, string | number>): Promise<Payment | null> {
    const row = await rows().where(where).first('*');
    return row ? paymentOf(row) : null;
  }

  return {
    async start({ orderId, method, amount, currency }) {
      const at = toUtcString();
      const row = {
        payment_key: randomBytes(20).toString('hex'),
        order_id: orderId,
        method,
        reference: null,
        amount,
        currency,
        state: 'started' as const,
        refunded: 0,
        created_at: at,
        updated_at: at,
        asked_at: at,
      };
      return paymentOf({ id: insertedId(await rows().insert(row)), ...row });
    },
    async recordManualPayment({ orderId, method, amount, currency, receivedAt = toUtcString() }) {
      await rows().insert({
        payment_key: `${BY_HAND}${orderId}-${randomBytes(8).toString('hex')}`,
        order_id: orderId,
        method,
        reference: null,
        amount,
        currency,
        state: 'paid',
        refunded: 0,
        created_at: receivedAt,
        updated_at: toUtcString(),
        asked_at: toUtcString(),
      });
    },
    async deleteManualPayments(orderId, method) {
      const manualPayments = rows()
        .where({ order_id: orderId, state: 'paid', refunded: 0, ...(method === undefined ? {} : { method }) })
        .where('payment_key', 'like', `${BY_HAND}%`);
      await manualPayments.update({ state: 'failed', updated_at: toUtcString() });
    },
    find: (by) => find('key' in by ? { payment_key: by.key } : by),
    async listByOrder(orderId) {
      return (await rows().where({ order_id: orderId }).orderBy('id').select('*')).map(paymentOf);
    },
    transition: async (id, from, to) =>
      (await rows()
        .where({ id })
        .whereIn('state', [...from])
        .update({ state: to, updated_at: toUtcString() })) > 0,
    setReference: async (id, reference) =>
      void (await rows()
        .where({ id })
        .update({ reference: reference.slice(0, REFERENCE), updated_at: toUtcString() })),
    lock: async (id) => void (await rows().where({ id }).update({ updated_at: toUtcString() })),
    async reserve(id, amount) {
      return (
        (await rows()
          .where({ id, state: 'paid' })
          .whereRaw('refunded + ? <= amount', [amount])
          .update({ refunded: db().raw('refunded + ?', [amount]), updated_at: toUtcString() })) > 0
      );
    },
    release: async (id, amount) =>
      void (await rows()
        .where({ id })
        .update({ refunded: db().raw('refunded - ?', [amount]), updated_at: toUtcString() })),
    async claimPending({ since, checkedBefore, limit }) {
      const found = await rows()
        .where({ state: 'started' })
        .where('created_at', '>=', since)
        .where('asked_at', '<=', checkedBefore)
        .orderBy('asked_at')
        .limit(limit)
        .select('*');
      const claimed: Payment[] = [];
      for (const row of found)
        if (
          (await rows()
            .where({ id: row.id, state: 'started' })
            .where('asked_at', '<=', checkedBefore)
            .update({ asked_at: toUtcString() })) > 0
        )
          claimed.push(paymentOf(row));
      return claimed;
    },
  };
}
