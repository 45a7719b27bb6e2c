import { type Database, toUtcString } from 'plinth';
import type { Refund } from '../contract/index.js';
import { insertedId } from '../search-tokens/row-batches.js';
import type { RefundRow } from './tables.js';

/** Access to refunds, completed or requested. */
export interface RefundStore {
  /** Violates the unique key when the same form is submitted twice. */
  create(
    refund: Pick<Refund, 'orderId' | 'paymentId' | 'key' | 'amount' | 'reason' | 'restock' | 'account' | 'part'>,
  ): Promise<Refund>;
  find(key: string): Promise<Refund | null>;
  listByOrder(orderId: number): Promise<readonly Refund[]>;
  /** Returns false when the refund is already settled. */
  settle(id: number, state: 'waiting' | 'done' | 'refused', message: string): Promise<boolean>;
  /** Refunds without a response from a provider since the given moment. */
  listUnsettled(askedBefore: string, limit: number): Promise<readonly Refund[]>;
}

const MESSAGE = 500;
const PART = 200;

function refundOf(row: RefundRow): Refund {
  return {
    id: row.id,
    orderId: row.order_id,
    paymentId: row.payment_id,
    key: row.refund_key,
    amount: Number(row.amount),
    reason: row.reason,
    state: row.state,
    message: row.message,
    restock: Boolean(row.restock),
    account: row.account,
    part: row.part,
    createdAt: row.created_at,
  };
}

export function createRefundStore({ db }: { db: Database }): RefundStore {
  const rows = () => db()('store_refunds');
  return {
    async create({ orderId, paymentId, key, amount, reason, restock, account, part }) {
      const at = toUtcString();
      const row = {
        order_id: orderId,
        payment_id: paymentId,
        refund_key: key,
        amount,
        reason,
        state: 'asked' as const,
        message: '',
        restock: restock ? 1 : 0,
        account,
        part: part.slice(0, PART),
        created_at: at,
        updated_at: at,
      };
      return refundOf({ id: insertedId(await rows().insert(row)), ...row });
    },
    async find(key) {
      const row = await rows().where({ refund_key: key }).first('*');
      return row ? refundOf(row) : null;
    },
    async listByOrder(orderId) {
      return (await rows().where({ order_id: orderId }).orderBy('id').select('*')).map(refundOf);
    },
    async settle(id, state, message) {
      const open = state === 'waiting' ? ['asked'] : ['asked', 'waiting'];
      return (
        (await rows()
          .where({ id })
          .whereIn('state', open)
          .update({ state, message: message.slice(0, MESSAGE), updated_at: toUtcString() })) > 0
      );
    },
    async listUnsettled(askedBefore, limit) {
      const found = await rows()
        .whereIn('state', ['asked', 'waiting'])
        .whereNull('account')
        .where('updated_at', '<=', askedBefore)
        .orderBy('updated_at')
        .limit(limit)
        .select('*');
      for (const { id } of found) await rows().where({ id }).update({ updated_at: toUtcString() });
      return found.map(refundOf);
    },
  };
}
