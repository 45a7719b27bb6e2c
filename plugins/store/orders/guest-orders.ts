import type { PageRequest, PluginScope } from 'plinth';
import { orderByKey } from './order-identity.js';
import type { OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';

/**
 * Adds orders that a customer placed as a guest to the customer's account. The link of an order is not sufficient,
 * because it may have been forwarded. The account must also have the email address of the order.
 */
export interface GuestOrders {
  /** Records that a visitor opened the link of an order. */
  recordOpened(request: PageRequest, order: OrderRecord): Promise<void>;
  /** Adds the orders whose links a visitor opened before logging in. */
  claim(request: PageRequest): Promise<void>;
}

const SESSION_KEY = 'store_opened_orders';
/** Maximum number of links stored in a session. */
const MAX_OPENED = 20;

interface GuestOrdersDeps {
  readonly scope: Pick<PluginScope, '__' | 'getUserdata'>;
  readonly store: Pick<OrderStore, 'find' | 'claim' | 'addEvent'>;
}

export function createGuestOrders({ scope, store }: GuestOrdersDeps): GuestOrders {
  const openedKeys = ({ session }: PageRequest): readonly string[] => {
    const storedKeys = session.get(SESSION_KEY);
    return Array.isArray(storedKeys) ? storedKeys.filter((key): key is string => typeof key === 'string') : [];
  };

  async function claimOne({ id, status, userId: customer, billing }: OrderRecord, userId: number): Promise<void> {
    if (customer !== 0) return;
    const account = await scope.getUserdata(userId);
    if (!account || account.user_email.toLowerCase() !== billing.email.toLowerCase()) return;
    if (await store.claim(id, userId))
      await store.addEvent(id, {
        userId,
        from: status,
        to: status,
        note: scope.__('Added to the customer’s account.'),
      });
  }

  return {
    async recordOpened(request, order) {
      if (order.userId !== 0) return;
      if (request.userId > 0) return claimOne(order, request.userId);
      const keys = openedKeys(request);
      if (!keys.includes(order.key)) request.session.set(SESSION_KEY, [...keys, order.key].slice(-MAX_OPENED));
    },
    async claim(request) {
      const keys = openedKeys(request);
      if (keys.length === 0) return;
      for (const key of keys) {
        const order = await orderByKey(store, key);
        if (order) await claimOne(order, request.userId);
      }
      request.session.set(SESSION_KEY, undefined);
    },
  };
}
