import type { HookApi, PluginScope } from 'plinth';
import type { OrderEvent, OrderNames, OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { RESTOCKED } from '../orders/restock.js';

interface OrderHistoryDeps {
  readonly scope: Pick<PluginScope, '__' | 'getUserdata'>;
  readonly store: Pick<OrderStore, 'events'>;
  readonly names: OrderNames;
}

/** Returns the history of an order, with the author of each event. */
export async function eventsView({ scope, store, names }: OrderHistoryDeps, id: number): Promise<readonly object[]> {
  const { __ } = scope;
  const authorName = async (userId: number): Promise<string> => {
    const user = userId > 0 ? await scope.getUserdata(userId) : false;
    return user ? user.display_name : __('Customer or shop');
  };
  const statusText = ({ from, to }: OrderEvent): string => {
    if (from === to) return '';
    return from === '' ? __('Order placed: %s', names.status(to)) : `${names.status(from)} → ${names.status(to)}`;
  };
  return Promise.all(
    (await store.events(id)).map(async (event) => ({
      time: event.at,
      author: await authorName(event.userId),
      note: event.note,
      step: statusText(event),
    })),
  );
}

/** Returns the metadata of an order that no other part of the screen shows, with labels. */
export async function metaView(
  scope: Pick<PluginScope, 'fieldsOn'> & Pick<HookApi, 'applyFilters'>,
  order: OrderRecord,
): Promise<readonly { readonly label: string; readonly value: string }[]> {
  const metaEntries = Object.entries(order.meta).filter(
    ([key]) => key !== RESTOCKED && !scope.fieldsOn('order').some((field) => field.key === key),
  );
  const labeled = await Promise.all(
    metaEntries.map(
      async ([key, value]) =>
        order.details.find((detail) => detail.key === key) ?? {
          label: await scope.applyFilters<string>('store/order_meta_label', key, key, order),
          value,
        },
    ),
  );
  return labeled.filter(({ label }) => label !== '');
}
