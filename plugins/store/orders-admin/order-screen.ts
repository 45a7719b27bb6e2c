import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { Outbox } from '../emails/outbox.js';
import type { Emails } from '../emails/emails.js';
import type { Money } from '../money/money.js';
import type { OrdersService } from '../orders/orders-service.js';
import type { OrderNames, OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { orderView } from '../orders/order-view.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { createOrderBoxes } from './order-meta-boxes.js';
import { type RejectedForm, saveAddedFields } from './order-fields.js';
import { packingSlipsUrl } from './packing-slips.js';
import { orderEditUrl, isEditable } from './order-edit-screen.js';
import { createOrderChanges } from './order-changes.js';
import { eventsView, metaView } from './order-history.js';
import { createOrderEmails } from './order-emails.js';
import type { OrderPayments } from './order-payments.js';
import type { OrderRestock } from './order-restock.js';
import type { OrderSteps } from './order-steps.js';

interface OrderScreenDeps {
  readonly scope: Pick<
    PluginScope,
    | 'db'
    | '__'
    | 'locale'
    | 'adminUrl'
    | 'homeUrl'
    | 'addNotice'
    | 'useAsset'
    | 'getUserdata'
    | 'getCurrentUserId'
    | 'audit'
    | 'isEmail'
    | 'doAction'
    | 'applyFilters'
    | 'fieldsOn'
    | 'renderFields'
    | 'readFields'
  >;
  readonly store: OrderStore;
  readonly orders: OrdersService;
  readonly emails: Emails;
  readonly box: Outbox;
  readonly money: Money;
  readonly names: OrderNames;
  readonly statuses: OrderStatuses;
  readonly payments: OrderPayments;
  readonly steps: OrderSteps;
  readonly restock: OrderRestock;
  readonly boxes: StoreRegistries['orderBoxes'];
}

/** The order screen: items, payments, history, and the form that changes the status. */
export function orderScreen({
  scope,
  store,
  orders,
  emails,
  box,
  money,
  names,
  statuses,
  payments,
  steps,
  restock,
  boxes,
}: OrderScreenDeps): AdminPage {
  const { __, adminUrl } = scope;
  const orderEmails = createOrderEmails({ scope, store, emails, box });
  const orderBoxes = createOrderBoxes(boxes);
  const processForm = createOrderChanges({
    scope,
    store,
    orders,
    emails,
    statuses,
    payments,
    restock,
    orderBoxes,
    orderEmails,
  });

  async function show(order: OrderRecord, rejectedForm?: RejectedForm): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const data = {
      order: orderView(order, { money, labels: scope, names }),
      noChangeText: __('No change: %s', names.status(order.status)),
      events: await eventsView({ scope, store, names }, order.id),
      ...(await orderEmails.view(order.id)),
      next: statuses.next(order.status).map((status) => ({ value: status, label: names.status(status) })),
      kind: statuses.kind(order.status),
      warnings: await scope.applyFilters<readonly string[]>('store/order_warnings', [], order, ''),
      payments: await payments.view(order),
      balance: await payments.balance(order),
      meta: await metaView(scope, order),
      added: await scope.renderFields('order', order.meta, rejectedForm),
      boxes: await orderBoxes.view(order),
      restock: restock.view(order),
      editUrl: isEditable(order, statuses) ? adminUrl(orderEditUrl(order.id)) : '',
      slipUrl: adminUrl(packingSlipsUrl([order.id])),
      revivable: order.status === 'cancelled',
      listUrl: adminUrl('admin.php?page=store-orders'),
      pageUrl: scope.homeUrl(`/order/${order.key}/`),
    };
    return {
      kind: 'page',
      ...(rejectedForm ? { status: 422 } : {}),
      title: __('Order %s', order.number),
      view: 'orders-admin/order',
      data,
    };
  }

  /**
   * Returns the confirmation page of an allowed status change; undefined for other forms, which need no confirmation.
   */
  async function confirmStatusChange(request: PageRequest, order: OrderRecord): Promise<Reply | undefined> {
    const [status, tracking] = [request.field('status'), request.field('tracking')];
    if (
      request.field('action') !== 'status' ||
      steps.isConfirmed(request) ||
      !statuses.canTransition(order.status, status)
    )
      return undefined;
    return steps.showConfirmation([order], status, {
      hidden: { id: String(order.id), action: 'status', status, tracking },
      note: request.field('note'),
      backUrl: adminUrl(`admin.php?page=store-order&id=${order.id}`),
    });
  }

  return {
    slug: 'store-order',
    title: () => __('Order'),
    capability: 'manage_shop',
    hidden: true,
    async handler(request) {
      const order = await store.find({ id: /^\d{1,10}$/.test(request.field('id')) ? Number(request.field('id')) : 0 });
      if (!order) {
        scope.addNotice(request, 'error', __('This order doesn’t exist.'));
        return { kind: 'redirect', status: 303, location: '/wp-admin/admin.php?page=store-orders' };
      }
      if (request.method !== 'POST') return show(order);
      if (request.field('action') === 'fields') {
        const rejectedForm = await saveAddedFields({ scope, store }, request, order);
        if (rejectedForm) return show(order, rejectedForm);
      }
      const confirmation = await confirmStatusChange(request, order);
      if (confirmation) return confirmation;
      try {
        if (request.field('action') !== 'fields') await processForm(request, order);
      } catch (error) {
        if (
          !(error instanceof PlinthError) ||
          !['order_status_refused', 'store_out_of_stock', 'store_refund_rejected'].includes(error.code)
        )
          throw error;
        scope.addNotice(request, 'error', `${error.message} ${error.hint}`);
      }
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=store-order&id=${order.id}` };
    },
  };
}
