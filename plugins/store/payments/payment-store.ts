import { randomBytes } from 'node:crypto';
import { type Database, toUtcString } from 'plinth';
import type { Payment, PaymentState } from '../contract/index.js';
import { insertedId } from '../search-tokens/row-batches.js';
import type { PaymentRow } from './tables.js';

/**
 * Stores payment attempts. Each state change requires the expected current state, so that only one of two concurrent
 * changes succeeds.
 */
export interface PaymentStore {
  start(attempt: {
    readonly orderId: number;
    readonly method: string;
    readonly amount: number;
    readonly currency: string;
  }): Promise<Payment>;
  /** Records a payment that no payment provider processed. */
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
  /** Returns the payments of an order, oldest first. */
  listByOrder(orderId: number): Promise<readonly Payment[]>;
  /** Changes the state; returns false when the attempt was in none of the `from` states. */
  transition(id: number, from: readonly PaymentState[], to: PaymentState): Promise<boolean>;
  setReference(id: number, reference: string): Promise<void>;
  /** Locks the payment until the end of the open transaction. */
  lock(id: number): Promise<void>;
  /** Reserves an amount of a paid attempt for a refund; returns false when the remaining amount is less. */
  reserve(id: number, amount: number): Promise<boolean>;
  /** Releases a reserved amount when the refund fails. */
  release(id: number, amount: number): Promise<void>;
  /**
   * Returns pending attempts that started after `since` and were last looked up before `checkedBefore` (both UTC).
   * Marks them as looked up, so that other nodes get different attempts.
   */
  claimPending(filter: {
    readonly since: string;
    readonly checkedBefore: string;
    readonly limit: number;
  }): Promise<readonly Payment[]>;
}

/** Prefix of the keys of manual payments. */
const MANUAL_KEY_PREFIX = 'hand-';

/** Whether the payment was recorded manually by the shop owner, without a provider. */
export const isManualPayment = ({ key }: Pick<Payment, 'key'>): boolean => key.startsWith(MANUAL_KEY_PREFIX);

/**
 * Maximum length of a reference, in characters. References come from external systems, so longer ones are truncated to
 * prevent database errors.
 */
const MAX_REFERENCE_LENGTH = 190;

function toPayment(row: PaymentRow): Payment {
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
    return row ? toPayment(row) : null;
  }

  return {
    async start({ orderId, method, amount, currency }) {
      const time = toUtcString();
      const row = {
        payment_key: randomBytes(20).toString('hex'),
        order_id: orderId,
        method,
        reference: null,
        amount,
        currency,
        state: 'started' as const,
        refunded: 0,
        created_at: time,
        updated_at: time,
        checked_at: time,
      };
      return toPayment({ id: insertedId(await rows().insert(row)), ...row });
    },
    async recordManualPayment({ orderId, method, amount, currency, receivedAt = toUtcString() }) {
      await rows().insert({
        payment_key: `${MANUAL_KEY_PREFIX}${orderId}-${randomBytes(8).toString('hex')}`,
        order_id: orderId,
        method,
        reference: null,
        amount,
        currency,
        state: 'paid',
        refunded: 0,
        created_at: receivedAt,
        updated_at: toUtcString(),
        checked_at: toUtcString(),
      });
    },
    async deleteManualPayments(orderId, method) {
      const manualPayments = rows()
        .where({ order_id: orderId, state: 'paid', refunded: 0, ...(method === undefined ? {} : { method }) })
        .where('payment_key', 'like', `${MANUAL_KEY_PREFIX}%`);
      await manualPayments.update({ state: 'failed', updated_at: toUtcString() });
    },
    find: (by) => find('key' in by ? { payment_key: by.key } : by),
    async listByOrder(orderId) {
      return (await rows().where({ order_id: orderId }).orderBy('id').select('*')).map(toPayment);
    },
    transition: async (id, from, to) =>
      (await rows()
        .where({ id })
        .whereIn('state', [...from])
        .update({ state: to, updated_at: toUtcString() })) > 0,
    setReference: async (id, reference) =>
      void (await rows()
        .where({ id })
        .update({ reference: reference.slice(0, MAX_REFERENCE_LENGTH), updated_at: toUtcString() })),
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
        .where('checked_at', '<=', checkedBefore)
        .orderBy('checked_at')
        .limit(limit)
        .select('*');
      const claimed: Payment[] = [];
      for (const row of found)
        if (
          (await rows()
            .where({ id: row.id, state: 'started' })
            .where('checked_at', '<=', checkedBefore)
            .update({ checked_at: toUtcString() })) > 0
        )
          claimed.push(toPayment(row));
      return claimed;
    },
  };
}
