import type { Database } from 'plinth';
import { utcText } from '../orders/utc.js';
import type { LetterKind } from './letter-kinds.js';

/** What became of a letter: without a mail server it lies in the mail folder and reaches nobody. */
export type LetterOutcome = 'sent' | 'filed' | 'failed';

/** A row of `store_letters`. */
export interface LetterRow {
  readonly id: number;
  /** 0 when it is about no order. */
  readonly order_id: number;
  readonly kind: LetterKind;
  readonly recipient: string;
  readonly locale: string;
  /** JSON, or empty. */
  readonly data: string;
  readonly state: 'waiting' | 'sending' | 'sent' | 'filed' | 'failed';
  readonly created_at: string;
  readonly changed_at: string;
}

/** Seconds that a process holds a letter which it does not hold on to; one that died has let go of it after that. */
export const LEASE_SECONDS = 60;

/** Letters and how far they are. */
export interface LetterBox {
  put(letter: { orderId: number; kind: LetterKind; recipient: string; locale: string; data?: object }): Promise<number>;
  /** Takes a letter for this process; `held` while another one is at it, null when there is nothing left to send. */
  claim(id: number): Promise<LetterRow | 'held' | null>;
  /** Holds on to a claimed letter for another lease. */
  hold(id: number): Promise<void>;
  settle(id: number, state: LetterOutcome): Promise<void>;
  ofOrder(orderId: number): Promise<readonly LetterRow[]>;
}

export function createLetterBox({ db }: { db: Database }): LetterBox {
  return {
    async put({ orderId, kind, recipient, locale, data }) {
      const at = utcText();
      const row = { order_id: orderId, kind, recipient: recipient.slice(0, 190), locale, data: data ? JSON.stringify(data) : '', state: 'waiting', created_at: at, changed_at: at };
      const [id] = (await db()('store_letters').insert(row)) as [number];
      return id;
    },
    async claim(id) {
      const lapsed = utcText(Date.now() - LEASE_SECONDS * 1000);
      const taken = await db()('store_letters').where({ id })
        .where((any) => void any.whereIn('state', ['waiting', 'failed']).orWhere((held) => void held.where({ state: 'sending' }).where('changed_at', '<', lapsed)))
        .update({ state: 'sending', changed_at: utcText() });
      const row = await db()('store_letters').where({ id }).first<LetterRow | undefined>('*');
      if (taken > 0) return row ?? null;
      return row?.state === 'sending' ? 'held' : null;
    },
    hold: async (id) => void (await db()('store_letters').where({ id, state: 'sending' }).update({ changed_at: utcText() })),
    async settle(id, state) {
      // What a visitor wrote is kept no longer than sending needs it.
      await db()('store_letters').where({ id }).update({ state, changed_at: utcText(), ...(state === 'failed' ? {} : { data: '' }) });
    },
    ofOrder: async (orderId) => db()('store_letters').where({ order_id: orderId }).orderBy('id').select<LetterRow[]>('*'),
  };
}
