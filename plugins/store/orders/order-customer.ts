import { type Database, toUtcString } from 'plinth';
import type { OrderAddress } from '../contract/index.js';
import { orderSearchText } from './order-search-text.js';
import type { OrderStore } from './order-store.js';
import type { OrderTokens } from './order-tokens.js';

interface OrderCustomerDeps {
  readonly db: Database;
  readonly tokens: Pick<OrderTokens, 'replace'>;
}

/** Creates the functions that assign, correct and remove the customer of an order. */
export function createOrderCustomer({
  db,
  tokens,
}: OrderCustomerDeps): Pick<OrderStore, 'claim' | 'setEmail' | 'anonymize'> {
  return {
    claim: async (id, userId) =>
      (await db()('store_orders')
        .where({ id, user_id: 0 })
        .whereNot({ email: '' })
        .update({ user_id: userId, updated_at: toUtcString() })) > 0,
    async setEmail(order, email) {
      const { id } = order;
      const billing = { ...order.billing, email };
      const search = orderSearchText({ ...order, billing });
      await db.transaction(async () => {
        const row = await db()('store_orders').where({ id }).first('search');
        await db()('store_orders')
          .where({ id })
          .update({ email: email.toLowerCase(), billing: JSON.stringify(billing), search, updated_at: toUtcString() });
        await tokens.replace(id, row?.search ?? '', search);
      });
    },
    async anonymize(order) {
      const { id, billing, shipping } = order;
      const anonymized = { ...order, billing: clearAddress(billing), shipping: clearAddress(shipping) };
      const search = orderSearchText(anonymized);
      await db.transaction(async () => {
        const row = await db()('store_orders').where({ id }).first('search');
        await db()('store_orders')
          .where({ id })
          .update({
            email: '',
            customer: '',
            search,
            billing: JSON.stringify(anonymized.billing),
            shipping: JSON.stringify(anonymized.shipping),
            note: '',
            tracking: '',
            user_id: 0,
            updated_at: toUtcString(),
          });
        await tokens.replace(id, row?.search ?? '', search);
        await db()('store_order_lines').where({ order_id: id }).update({ details: null });
        await db()('store_order_meta').where({ order_id: id }).delete();
        await db()('store_order_events').where({ order_id: id }).update({ note: '' });
        await db()('store_emails').where({ order_id: id }).delete();
        await db()('store_refunds').where({ order_id: id }).update({ account: null, reason: '', message: '' });
      });
    },
  };
}

/** Returns an address with everything except the country emptied. */
function clearAddress({ country }: OrderAddress): OrderAddress {
  return {
    firstName: '',
    lastName: '',
    company: '',
    address1: '',
    address2: '',
    postcode: '',
    city: '',
    phone: '',
    email: '',
    country,
  };
}
