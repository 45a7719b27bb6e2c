import type { PluginScope } from 'plinth';
import type { Order } from './store-form.js';

/** Reads an order by its id; null when there is none, or no store. */
export type ReadOrder = (id: number) => Promise<Order | null>;

export function createReadOrder({ services }: Pick<PluginScope, 'services'>): ReadOrder {
  return async (id) => (id > 0 && services.has('store.orders') ? services.get('store.orders').get(id) : null);
}
