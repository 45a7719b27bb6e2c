import { type Database, toUtcString } from 'plinth';
import type { OrderStore } from './order-store.js';

/** Writes the metadata and the history of an order. */
export type OrderMeta = Pick<OrderStore, 'setMeta' | 'addEvent'>;

/** Maximum length of a stored label, in characters. */
export const MAX_LABEL_LENGTH = 200;

export function createOrderMeta({ db }: { db: Database }): OrderMeta {
  return {
    async setMeta(id, key, value, display) {
      const columns = {
        display_text: display?.text ?? null,
        ...(display ? { label: display.label.slice(0, MAX_LABEL_LENGTH) } : {}),
      };
      await db()('store_order_meta')
        .insert({ order_id: id, meta_key: key, meta_value: value, ...columns })
        .onConflict(['order_id', 'meta_key'])
        .merge({ meta_value: value, ...columns });
    },
    async addEvent(id, { userId, from, to, note }) {
      await db()('store_order_events').insert({
        order_id: id,
        at: toUtcString(),
        user_id: userId,
        from_status: from,
        to_status: to,
        note,
      });
    },
  };
}
