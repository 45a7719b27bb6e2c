import { type Database, toUtcString } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';
import type { EmailOutcome, EmailRow } from './tables.js';

/** Seconds that a process holds a letter which it does not hold on to; one that died has let go of it after that. */
export const LEASE_SECONDS = 60;

/** Characters of an address, and of what a server says, that are kept. */
const RECIPIENT = 190;
const REFUSAL = 500;
/** Refused letters that are listed at once. */
const LISTED = 100;

/** Letters and how far they are. */
export interface Outbox {
  put(email: { orderId: number; kind: string; recipient: string; locale: string; data?: object }): Promise<number>;
  /** Takes a letter for this process; `held` while another one is at it, null when there is nothing left to send. */
  claim(id: number): Promise<EmailRow | 'held' | null>;
  /** Holds on to a claimed letter for another lease. */
  hold(id: number): Promise<void>;
  /** @param refusal what the server said when it refused */
  settle(id: number, state: EmailOutcome, refusal?: string): Promise<void>;
  /** Lets a refused letter wait to be sent to another address, or to the same one; false when it is none, or one of another order. */
  readdress(email: Pick<EmailRow, 'id' | 'order_id'>, recipient: string): Promise<boolean>;
  /** Forgets a refused letter; false when it is none, or one of another order. */
  drop(email: Pick<EmailRow, 'id' | 'order_id'>): Promise<boolean>;
  /** The newest of the refused ones. */
  refused(): Promise<readonly EmailRow[]>;
  ofOrder(orderId: number): Promise<readonly EmailRow[]>;
  /** Removes letters about no order that nothing happened to since a moment, UTC; those of an order go with it. @returns how many */
  prune(before: string): Promise<number>;
  /** Removes letters about no order that go to somebody, or hold what they wrote. @returns how many */
  forget(email: string): Promise<number>;
}

export function createOutbox({ db }: { db: Database }): Outbox {
  return {
    async put({ orderId, kind, recipient, locale, data }) {
      const at = toUtcString();
      const row = {
        order_id: orderId,
        kind,
        recipient: recipient.slice(0, RECIPIENT),
        locale,
        data: data ? JSON.stringify(data) : '',
        state: 'waiting' as const,
        created_at: at,
        changed_at: at,
      };
      return insertedId(await db()('store_emails').insert(row));
    },
    async claim(id) {
      const lapsed = toUtcString(Date.now() - LEASE_SECONDS * 1000);
      const taken = await db()('store_emails')
        .where({ id })
        .where(
          (any) =>
            void any
              .whereIn('state', ['waiting', 'failed'])
              .orWhere((held) => void held.where({ state: 'sending' }).where('changed_at', '<', lapsed)),
        )
        .update({ state: 'sending', changed_at: toUtcString() });
      const row = await db()('store_emails').where({ id }).first('*');
      if (taken > 0) return row ?? null;
      return row?.state === 'sending' ? 'held' : null;
    },
    hold: async (id) =>
      void (await db()('store_emails').where({ id, state: 'sending' }).update({ changed_at: toUtcString() })),
    async settle(id, state, refusal = '') {
      // What a visitor wrote is kept no longer than sending needs it.
      const isOut = state === 'sent' || state === 'filed' || state === 'dropped';
      await db()('store_emails')
        .where({ id })
        .update({
          state,
          refusal: refusal.slice(0, REFUSAL),
          changed_at: toUtcString(),
          ...(isOut ? { data: '' } : {}),
        });
    },
    async readdress({ id, order_id }, recipient) {
      const changed = await db()('store_emails')
        .where({ id, order_id, state: 'refused' })
        .update({ state: 'waiting', refusal: '', recipient: recipient.slice(0, RECIPIENT), changed_at: toUtcString() });
      return changed > 0;
    },
    drop: async ({ id, order_id }) =>
      (await db()('store_emails').where({ id, order_id, state: 'refused' }).delete()) > 0,
    refused: async () =>
      db()('store_emails')
        .where({ state: 'refused' })
        .orderBy('changed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED)
        .select('*'),
    ofOrder: async (orderId) => db()('store_emails').where({ order_id: orderId }).orderBy('id').select('*'),
    prune: async (before) => db()('store_emails').where({ order_id: 0 }).where('changed_at', '<', before).delete(),
    async forget(email) {
      const address = email.trim().toLowerCase();
      if (address === '') return 0;
      const written = `%"email":${JSON.stringify(address).replace(/[!%_]/g, '!$&')}%`;
      return db()('store_emails')
        .where({ order_id: 0 })
        .where(
          (any) =>
            void any.whereRaw('lower(recipient) = ?', [address]).orWhereRaw("lower(data) like ? escape '!'", [written]),
        )
        .delete();
    },
  };
}
