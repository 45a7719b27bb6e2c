import { type Database, toUtcString } from 'plinth';
import type { Refund } from '../contract/index.js';
import { insertedId } from '../search-tokens/row-batches.js';
import type { RefundRow } from './tables.js';

/** Money that was refunded. */
export interface CompletedRefund {
  readonly orderId: number;
  /** Minor units. */
  readonly amount: number;
  /** UTC. */
  readonly completedAt: string;
}

/** Stores requested and completed refunds. */
export interface RefundStore {
  /** Stores a refund. Violates a unique key when the same form is submitted twice. */
  create(
    refund: Pick<Refund, 'orderId' | 'paymentId' | 'key' | 'amount' | 'reason' | 'restock' | 'account' | 'part'>,
  ): Promise<Refund>;
  find(key: string): Promise<Refund | null>;
  listByOrder(orderId: number): Promise<readonly Refund[]>;
  /** Returns the completed refunds of orders, oldest first. */
  listCompleted(orderIds: readonly number[]): Promise<readonly CompletedRefund[]>;
  /** Stores the result of a refund; returns false when the refund is already settled. */
  settle(id: number, state: 'waiting' | 'done' | 'refused', message: string): Promise<boolean>;
  /** Returns unsettled refunds that were last looked up before a UTC time, and marks them as looked up. */
  listUnsettled(updatedBefore: string, limit: number): Promise<readonly Refund[]>;
}

const MAX_MESSAGE_LENGTH = 500;
const MAX_PART_LENGTH = 200;

function toRefund(row: RefundRow): Refund {
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
      const time = toUtcString();
      const row = {
        order_id: orderId,
        payment_id: paymentId,
        refund_key: key,
        amount,
        reason,
        state: 'requested' as const,
        message: '',
        restock: restock ? 1 : 0,
        account,
        part: part.slice(0, MAX_PART_LENGTH),
        created_at: time,
        updated_at: time,
      };
      return toRefund({ id: insertedId(await rows().insert(row)), ...row });
    },
    async find(key) {
      const row = await rows().where({ refund_key: key }).first('*');
      return row ? toRefund(row) : null;
    },
    async listByOrder(orderId) {
      return (await rows().where({ order_id: orderId }).orderBy('id').select('*')).map(toRefund);
    },
    async listCompleted(orderIds) {
      const found = await rows()
        .whereIn('order_id', [...orderIds])
        .where({ state: 'done' })
        .orderBy('updated_at')
        .orderBy('id')
        .select('order_id', 'amount', 'updated_at');
      return found.map(({ order_id: orderId, amount, updated_at: completedAt }) => ({
        orderId,
        amount: Number(amount),
        completedAt,
      }));
    },
    async settle(id, state, message) {
      const unsettledStates = state === 'waiting' ? ['requested'] : ['requested', 'waiting'];
      return (
        (await rows()
          .where({ id })
          .whereIn('state', unsettledStates)
          .update({ state, message: message.slice(0, MAX_MESSAGE_LENGTH), updated_at: toUtcString() })) > 0
      );
    },
    async listUnsettled(updatedBefore, limit) {
      const found = await rows()
        .whereIn('state', ['requested', 'waiting'])
        .whereNull('account')
        .where('updated_at', '<=', updatedBefore)
        .orderBy('updated_at')
        .limit(limit)
        .select('*');
      for (const { id } of found) await rows().where({ id }).update({ updated_at: toUtcString() });
      return found.map(toRefund);
    },
  };
}
