import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { OrderStore } from '../orders/order-store.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';

/** What plugins do with the orders that the owner ticked. */
export interface OrderActions {
  /** Those that can be chosen now. */
  offered(): Promise<readonly { readonly id: string; readonly label: string }[]>;
  /** Does what the form asks for. @returns undefined: back to the list */
  run(request: PageRequest): Promise<Reply | undefined>;
}

interface OrderActionsDeps {
  readonly scope: Pick<PluginScope, '__' | 'addNotice'>;
  readonly registry: StoreRegistries['orderActions'];
  readonly store: Pick<OrderStore, 'find'>;
}

/** More than a page of the list holds. */
const MOST = 100;

export function createOrderActions({ scope, registry, store }: OrderActionsDeps): OrderActions {
  const { __ } = scope;

  async function offered(): ReturnType<OrderActions['offered']> {
    const all = await Promise.all(registry.entries().map(async (entry) => ({ id: entry.id, label: await labelOf(registry, entry, ({ label }) => label), on: await registry.ask(entry, (action) => action.offered?.() ?? true, false) })));
    return all.filter(({ on }) => on).map(({ id, label }) => ({ id, label }));
  }

  return {
    offered,
    async run(request) {
      const ticked = request.form.orders;
      const ids = (Array.isArray(ticked) ? ticked : []).filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id)).slice(0, MOST);
      const entry = registry.find(request.field('order_action'));
      const orders = (await Promise.all([...new Set(ids)].map((id) => store.find({ id: Number(id) })))).filter((order) => order !== null);
      if (!entry || orders.length === 0 || !(await offered()).some(({ id }) => id === entry.id)) {
        scope.addNotice(request, 'error', __('Tick the orders, and choose what to do with them.'));
        return undefined;
      }
      let done = false;
      const reply = await registry.ask<Reply | undefined>(entry, async (action) => {
        const answer = await action.run(orders, request);
        done = true;
        return answer;
      }, undefined);
      if (!done) scope.addNotice(request, 'error', __('This could not be done. Please try again.'));
      return reply;
    },
  };
}
