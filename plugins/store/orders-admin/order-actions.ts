import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { OrderSteps } from './order-steps.js';
import { packingSlipsUrl } from './packing-slips.js';

/** Bulk actions of the order list: status changes, packing slips, and actions of plugins. */
export interface OrderActions {
  /** Returns the actions that are currently available. */
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

/** Maximum number of selected orders; more than a page of the list contains. */
const MAX_ORDERS = 100;
/** Prefix of a status in the name of the action that changes to it. */
const STATUS_PREFIX = 'status:';
const PACKING_SLIPS = 'document:packing-slips';

export function createOrderActions({ scope, registry, store, statuses, steps }: OrderActionsDeps): OrderActions {
  const { __ } = scope;

  const statusActions = (): { readonly id: string; readonly label: string }[] =>
    statuses
      .all()
      .map((status) => ({ id: `${STATUS_PREFIX}${status}`, label: __('Status: %s', statuses.label(status)) }));

  async function listAllActions(): ReturnType<OrderActions['listAvailable']> {
    return [
      ...statusActions(),
      { id: PACKING_SLIPS, label: __('Print packing slips') },
      ...(await listPluginActions()),
    ];
  }

  async function listPluginActions(): ReturnType<OrderActions['listAvailable']> {
    const all = await Promise.all(
      registry.entries().map(async (entry) => ({
        id: entry.id,
        label: await labelOf(registry, entry, ({ label }) => label),
        on: await registry.call(entry, (action) => action.isAvailable?.() ?? true, false),
      })),
    );
    return all.filter(({ on }) => on).map(({ id, label }) => ({ id, label }));
  }

  /** Shows the confirmation page first; changes the status once it is confirmed. */
  async function changeStatus(
    orders: readonly OrderRecord[],
    status: string,
    request: PageRequest,
  ): Promise<Reply | undefined> {
    const backUrl = scope.adminUrl(`admin.php?${request.url.searchParams.toString()}`);
    if (!steps.isConfirmed(request))
      return steps.showConfirmation(orders, status, {
        hidden: { order_action: `${STATUS_PREFIX}${status}` },
        note: '',
        backUrl,
      });
    const done = await steps.apply(orders, status, request);
    if (done > 0)
      scope.addNotice(request, 'success', scope._n('%d order was changed.', '%d orders were changed.', done));
    return undefined;
  }

  return {
    listAvailable: listAllActions,
    async run(request) {
      const selectedIds = request.form.orders;
      const ids = (Array.isArray(selectedIds) ? selectedIds : [])
        .filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id))
        .slice(0, MAX_ORDERS);
      const actionId = request.field('order_action');
      const orders = (await Promise.all([...new Set(ids)].map((id) => store.find({ id: Number(id) })))).filter(
        (order) => order !== null,
      );
      const status = actionId.startsWith(STATUS_PREFIX) ? actionId.slice(STATUS_PREFIX.length) : '';
      if (orders.length > 0 && statuses.has(status)) return changeStatus(orders, status, request);
      if (orders.length > 0 && actionId === PACKING_SLIPS)
        return { kind: 'redirect', status: 303, location: `/wp-admin/${packingSlipsUrl(orders.map(({ id }) => id))}` };
      const entry = registry.find(actionId);
      if (!entry || orders.length === 0 || !(await listPluginActions()).some(({ id }) => id === entry.id)) {
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
