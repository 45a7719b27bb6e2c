import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { OrderSteps } from './order-steps.js';
import { papersAddress } from './packing-slips.js';

/** Bulk actions of the order list: status changes, packing slips, and actions of plugins. */
export interface OrderActions {
  /** Returns the actions available now. */
  listAvailable(): Promise<readonly { readonly id: string; readonly label: string }[]>;
  /**
   * Runs the selected action.
   * @returns undefined to return to the list
   */
  run(request: PageRequest): Promise<Reply | undefined>;
}

interface OrderActionsDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'addNotice' | 'adminUrl'>;
  readonly registry: StoreRegistries['orderActions'];
  readonly statuses: Pick<OrderStatuses, 'all' | 'label' | 'has'>;
  readonly steps: OrderSteps;
  readonly store: Pick<OrderStore, 'find'>;
}

/** More than a page of the list contains. */
const MAX = 100;
/** Prefix of a status in the name of the action that changes to it. */
const STEP = 'status:';
const SLIPS = 'paper:slip';

export function createOrderActions({ scope, registry, store, statuses, steps }: OrderActionsDeps): OrderActions {
  const { __ } = scope;

  const stepActions = (): { readonly id: string; readonly label: string }[] =>
    statuses.all().map((status) => ({ id: `${STEP}${status}`, label: __('Status: %s', statuses.label(status)) }));

  async function offered(): ReturnType<OrderActions['listAvailable']> {
    return [...stepActions(), { id: SLIPS, label: __('Print packing slips') }, ...(await ofPlugins())];
  }

  async function ofPlugins(): ReturnType<OrderActions['listAvailable']> {
    const all = await Promise.all(
      registry.entries().map(async (entry) => ({
        id: entry.id,
        label: await labelOf(registry, entry, ({ label }) => label),
        on: await registry.call(entry, (action) => action.isAvailable?.() ?? true, false),
      })),
    );
    return all.filter(({ on }) => on).map(({ id, label }) => ({ id, label }));
  }

  /** Asks for confirmation first, then changes the status. */
  async function step(
    orders: readonly OrderRecord[],
    status: string,
    request: PageRequest,
  ): Promise<Reply | undefined> {
    const backUrl = scope.adminUrl(`admin.php?${request.url.searchParams.toString()}`);
    if (!steps.isConfirmed(request))
      return steps.showConfirmation(orders, status, {
        hidden: { order_action: `${STEP}${status}` },
        note: '',
        backUrl,
      });
    const done = await steps.apply(orders, status, request);
    if (done > 0)
      scope.addNotice(request, 'success', scope._n('%d order was changed.', '%d orders were changed.', done));
    return undefined;
  }

  return {
    listAvailable: offered,
    async run(request) {
      const ticked = request.form.orders;
      const ids = (Array.isArray(ticked) ? ticked : [])
        .filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id))
        .slice(0, MAX);
      const actionId = request.field('order_action');
      const orders = (await Promise.all([...new Set(ids)].map((id) => store.find({ id: Number(id) })))).filter(
        (order) => order !== null,
      );
      const status = actionId.startsWith(STEP) ? actionId.slice(STEP.length) : '';
      if (orders.length > 0 && statuses.has(status)) return step(orders, status, request);
      if (orders.length > 0 && actionId === SLIPS)
        return { kind: 'redirect', status: 303, location: `/wp-admin/${papersAddress(orders.map(({ id }) => id))}` };
      const entry = registry.find(actionId);
      if (!entry || orders.length === 0 || !(await ofPlugins()).some(({ id }) => id === entry.id)) {
        scope.addNotice(request, 'error', __('Select orders, then choose an action.'));
        return undefined;
      }
      let done = false;
      const reply = await registry.call<Reply | undefined>(
        entry,
        async (action) => {
          const reply = await action.run(orders, request);
          done = true;
          return reply;
        },
        undefined,
      );
      if (!done) scope.addNotice(request, 'error', __('The action failed. Try again.'));
      return reply;
    },
  };
}
