import type { PageRequest, PluginScope } from 'plinth';
import type { Sellables } from '../catalog/sellables.js';
import type { OrderRecord } from '../orders/order-record.js';
import { RESTOCKED, formatRestocked, notRestockedLines } from '../orders/restock.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';

interface OrderRestockDeps {
  readonly scope: Pick<PluginScope, '__' | 'db' | 'addNotice' | 'audit' | 'getCurrentUserId'>;
  readonly store: Pick<OrderStore, 'find' | 'setMeta' | 'addEvent'>;
  readonly sellables: Pick<Sellables, 'restoreStock'>;
  readonly statuses: Pick<OrderStatuses, 'kind'>;
}

/** Restocks single items of an order on the order screen. */
export interface OrderRestock {
  /** Returns the lines with items that can be restocked; none for a canceled order, whose items were all restocked. */
  view(order: OrderRecord): readonly object[];
  /** Restocks the submitted quantities. */
  restock(request: PageRequest, order: OrderRecord): Promise<void>;
}

export function createOrderRestock({ scope, store, sellables, statuses }: OrderRestockDeps): OrderRestock {
  const { __ } = scope;
  const restockableLines = (order: OrderRecord): OrderRecord['lines'] =>
    order.status === 'cancelled' || statuses.kind(order.status) === 'waiting' ? [] : notRestockedLines(order);
  return {
    view: (order) => restockableLines(order).map(({ id, name, quantity }) => ({ id, name, max: quantity })),
    async restock(request, { id, number }) {
      const done = await scope.db.transaction(async () => {
        // Serializes concurrent requests. Without the lock, a second request on MariaDB would read the order before the
        // changes of the first request.
        if (scope.db.engine === 'mysql') await scope.db()('store_orders').where({ id }).forUpdate().select('id');
        const order = await store.find({ id });
        if (!order) return false;
        const quantities = new Map(
          restockableLines(order).flatMap((line) => {
            const quantity = /^\d{1,4}$/.test(request.field(`back_${line.id}`))
              ? Math.min(line.quantity, Number(request.field(`back_${line.id}`)))
              : 0;
            return quantity > 0 ? [[line.id, quantity] as const] : [];
          }),
        );
        if (quantities.size === 0) return false;
        const restockedLines = restockableLines(order)
          .filter((line) => quantities.has(line.id))
          .map((line) => ({ ...line, quantity: quantities.get(line.id) ?? 0 }));
        await sellables.restoreStock(restockedLines);
        await store.setMeta(id, RESTOCKED, formatRestocked(order, quantities));
        const text = restockedLines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
        await store.addEvent(id, {
          userId: scope.getCurrentUserId(),
          from: order.status,
          to: order.status,
          note: __('Restocked: %s', text),
        });
        await scope.audit.record({
          action: 'orders.edited',
          subject: { kind: 'order', id, title: number },
          details: { restocked: text },
        });
        return true;
      });
      if (done) scope.addNotice(request, 'success', __('Items restocked.'));
      else scope.addNotice(request, 'error', __('Enter how many items were returned.'));
    },
  };
}
