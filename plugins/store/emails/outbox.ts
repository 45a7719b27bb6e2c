import { type Database, type Knex, toUtcString } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';
import type { UnconfirmedOrders } from '../contract/index.js';
import type { EmailOutcome, EmailRow } from './tables.js';

/** Lease of a process on an email, in seconds. If the process dies, others can claim the email after that time. */
export const LEASE_SECONDS = 60;

/** Maximum stored length of an address and of a server's message, in characters. */
const MAX_RECIPIENT_LENGTH = 190;
const MAX_REFUSAL_LENGTH = 500;
/** Maximum number of refused emails listed. */
const MAX_LISTED = 100;
/** Time after which an email that was not attempted counts as failed, in milliseconds. */
const OVERDUE_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/** Emails and their delivery state. */
export interface Outbox {
  enqueue(email: { orderId: number; kind: string; recipient: string; locale: string; data?: object }): Promise<number>;
  /**
   * Claims an email for this process. Returns `held` while another process has the lease, and null when the email needs
   * no sending any more.
   */
  claim(id: number): Promise<EmailRow | 'held' | null>;
  /** Extends the lease of a claimed email. */
  extendLease(id: number): Promise<void>;
  /** @param refusal message of the server that refused it */
  setOutcome(id: number, state: EmailOutcome, refusal?: string): Promise<void>;
  /**
   * Queues a refused email again, to another address or the same one; returns false when it is not refused, or belongs
   * to another order.
   */
  requeue(email: Pick<EmailRow, 'id' | 'order_id'>, recipient: string): Promise<boolean>;
  /** Deletes a refused email; returns false when it is not refused, or belongs to another order. */
  delete(email: Pick<EmailRow, 'id' | 'order_id'>): Promise<boolean>;
  /** Returns the newest refused emails. */
  listRefused(): Promise<readonly EmailRow[]>;
  listByOrder(orderId: number): Promise<readonly EmailRow[]>;
  /** Counts the orders of the last days with an email of a kind that was not handed over to a mail server. */
  countUnconfirmed(days: number, kind: string): Promise<UnconfirmedOrders>;
  /**
   * Deletes emails without an order that have not changed since a UTC time. Emails of an order are deleted with it.
   * @returns the number of deleted emails
   */
  prune(before: string): Promise<number>;
  /** Returns the emails that were sent to an address, or contain a message from it; ordered by ID. */
  listByEmail(email: string): Promise<readonly EmailRow[]>;
  /**
   * Deletes emails without an order that were sent to an address or contain a message from it.
   * @returns the number of deleted emails
   */
  deleteByEmail(email: string): Promise<number>;
}

export function createOutbox({ db }: { db: Database }): Outbox {
  /** Returns the query for the emails to an address, and those with a message from it. */
  function mentions(address: string): Knex.QueryBuilder<EmailRow, EmailRow[]> {
    const senderPattern = `%"email":${JSON.stringify(address).replace(/[!%_]/g, '!$&')}%`;
    return db()('store_emails').where(
      (builder) =>
        void builder
          .whereRaw('lower(recipient) = ?', [address])
          .orWhereRaw("lower(data) like ? escape '!'", [senderPattern]),
    );
  }

  return {
    async enqueue({ orderId, kind, recipient, locale, data }) {
      const time = toUtcString();
      const row = {
        order_id: orderId,
        kind,
        recipient: recipient.slice(0, MAX_RECIPIENT_LENGTH),
        locale,
        data: data ? JSON.stringify(data) : '',
        state: 'waiting' as const,
        created_at: time,
        changed_at: time,
      };
      return insertedId(await db()('store_emails').insert(row));
    },
    async claim(id) {
      const expiredBefore = toUtcString(Date.now() - LEASE_SECONDS * 1000);
      const claimed = await db()('store_emails')
        .where({ id })
        .where(
          (builder) =>
            void builder
              .whereIn('state', ['waiting', 'failed'])
              .orWhere((query) => void query.where({ state: 'sending' }).where('changed_at', '<', expiredBefore)),
        )
        .update({ state: 'sending', changed_at: toUtcString() });
      const row = await db()('store_emails').where({ id }).first('*');
      if (claimed > 0) return row ?? null;
      return row?.state === 'sending' ? 'held' : null;
    },
    extendLease: async (id) =>
      void (await db()('store_emails').where({ id, state: 'sending' }).update({ changed_at: toUtcString() })),
    async setOutcome(id, state, refusal = '') {
      // A visitor's message is stored only until it has been sent.
      const isDone = state === 'sent' || state === 'filed' || state === 'dropped';
      await db()('store_emails')
        .where({ id })
        .update({
          state,
          refusal: refusal.slice(0, MAX_REFUSAL_LENGTH),
          changed_at: toUtcString(),
          ...(isDone ? { data: '' } : {}),
        });
    },
    async requeue({ id, order_id }, recipient) {
      const changed = await db()('store_emails')
        .where({ id, order_id, state: 'refused' })
        .update({
          state: 'waiting',
          refusal: '',
          recipient: recipient.slice(0, MAX_RECIPIENT_LENGTH),
          changed_at: toUtcString(),
        });
      return changed > 0;
    },
    delete: async ({ id, order_id }) =>
      (await db()('store_emails').where({ id, order_id, state: 'refused' }).delete()) > 0,
    listRefused: async () =>
      db()('store_emails')
        .where({ state: 'refused' })
        .orderBy('changed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .select('*'),
    listByOrder: async (orderId) => db()('store_emails').where({ order_id: orderId }).orderBy('id').select('*'),
    async countUnconfirmed(days, kind) {
      const confirmations = () =>
        db()('store_emails')
          .where({ kind })
          .where('created_at', '>', toUtcString(Date.now() - days * DAY_MS));
      const rows = await confirmations()
        .whereNot({ state: 'sent' })
        .whereNotIn('order_id', confirmations().where({ state: 'sent' }).select('order_id'))
        .select('order_id', 'state', 'created_at');
      const overdue = toUtcString(Date.now() - OVERDUE_MS);
      const filed = new Set(rows.filter(({ state }) => state === 'filed').map(({ order_id: id }) => id));
      const failed = new Set(
        rows
          .filter(
            ({ order_id: id, state, created_at: createdAt }) => !filed.has(id) && isFailed(state, createdAt < overdue),
          )
          .map(({ order_id: id }) => id),
      );
      return { failed: failed.size, filed: filed.size };
    },
    prune: async (before) => db()('store_emails').where({ order_id: 0 }).where('changed_at', '<', before).delete(),
    async listByEmail(email) {
      const address = email.trim().toLowerCase();
      return address === '' ? [] : mentions(address).orderBy('id').select('*');
    },
    async deleteByEmail(email) {
      const address = email.trim().toLowerCase();
      return address === '' ? 0 : mentions(address).where({ order_id: 0 }).delete();
    },
  };
}

const isFailed = (state: EmailRow['state'], isOverdue: boolean): boolean =>
  state === 'failed' || state === 'refused' || state === 'dropped' || isOverdue;
