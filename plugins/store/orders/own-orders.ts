import type { PageRequest, PluginScope } from 'plinth';
import { orderByKey } from './order-identity.js';
import type { OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';

/** Brings orders that somebody made as a guest into their account: who has the link of an order is its customer. */
export interface OwnOrders {
  /** Somebody opened the link of an order. */
  seen(request: PageRequest, order: OrderRecord): Promise<void>;
  /** Somebody who is signed in looks for their orders: those whose links they opened before come to them. */
  bring(request: PageRequest): Promise<void>;
}

const SEEN = 'store_seen_orders';
const MOST_SEEN = 20;

interface OwnOrdersDeps {
  readonly scope: Pick<PluginScope, '__' | 'currentUserCan'>;
  readonly store: Pick<OrderStore, 'find' | 'claim' | 'addEvent'>;
}

export function createOwnOrders({ scope, store }: OwnOrdersDeps): OwnOrders {
  const keysOf = ({ session }: PageRequest): readonly string[] => {
    const kept = session.get(SEEN);
    return Array.isArray(kept) ? kept.filter((key): key is string => typeof key === 'string') : [];
  };

  async function claim({ id, status }: OrderRecord, userId: number): Promise<void> {
    if (await store.claim(id, userId))
      await store.addEvent(id, {
        userId,
        from: status,
        to: status,
        note: scope.__('The customer has it in their account now.'),
      });
  }

  return {
    async seen(request, order) {
      // Whoever runs the shop looks at the orders of others.
      if (order.userId !== 0 || scope.currentUserCan('manage_shop')) return;
      if (request.userId > 0) return claim(order, request.userId);
      const keys = keysOf(request);
      if (!keys.includes(order.key)) request.session.set(SEEN, [...keys, order.key].slice(-MOST_SEEN));
    },
    async bring(request) {
      const keys = keysOf(request);
      if (keys.length === 0 || scope.currentUserCan('manage_shop')) return;
      for (const key of keys) {
        const order = await orderByKey(store, key);
        if (order?.userId === 0) await claim(order, request.userId);
      }
      request.session.set(SEEN, undefined);
    },
  };
}
