import { type HookApi, PlinthError, type PluginScope } from 'plinth';
import type { Sellables } from '../catalogue/sellables.js';
import type { OrderStatus, Orders } from '../contract/index.js';
import type { Letters } from '../mails/letters.js';
import type { OrderRecord } from './order-record.js';
import { mayStep, statusLabel } from './order-status.js';
import type { OrderStore } from './order-store.js';

export interface OrdersServiceDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'getCurrentUserId'> & Pick<HookApi, 'doAction'>;
  readonly store: OrderStore;
  readonly sellables: Pick<Sellables, 'giveBack'>;
  readonly letters: Pick<Letters, 'toCustomer'>;
}

/** The service `store.orders`. */
export function createOrdersService({ scope, store, sellables, letters }: OrdersServiceDeps): Orders {
  async function known(id: number): Promise<OrderRecord> {
    const order = await store.find({ id });
    if (!order) throw new PlinthError('order_not_found', `There is no order with the id ${id}.`, { status: 404, cure: 'Look its number up in the list of orders.' });
    return order;
  }

  function refused(from: OrderStatus, to: OrderStatus): PlinthError {
    return new PlinthError('order_status_refused', scope.__('An order cannot go from "%1$s" to "%2$s".', statusLabel(from, scope), statusLabel(to, scope)), {
      status: 409,
      cure: scope.__('Choose one of the steps that the order offers.'),
      details: { from, to },
    });
  }

  return {
    get: (id) => store.find({ id }),
    list: (query) => store.list(query),
    count: (status) => store.count(status === undefined ? {} : { status }),
    async setStatus(id, status, note = '') {
      await scope.db.transaction(async () => {
        const before = await known(id);
        if (!mayStep(before.status, status) || !(await store.moveStatus(id, before.status, status))) throw refused(before.status, status);
        await store.addEvent(id, { userId: scope.getCurrentUserId(), from: before.status, to: status, note });
        if (status === 'cancelled') await sellables.giveBack(before.lines.filter((line) => line.productId > 0));
        const order = await known(id);
        await letters.toCustomer(status, order);
        await scope.db.afterCommit(() => scope.doAction('store/order_status_changed', order, before.status));
      });
    },
    async setMeta(id, key, value) {
      await store.setMeta(id, key, value);
    },
  };
}
