import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { Sellables } from '../catalog/sellables.js';
import type { FormError } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { DEFAULT_COUNTRY } from '../orders/countries.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { restockedQuantities } from '../orders/restock.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import { createOrderDraft, readOrderInput, type OrderInput } from './order-draft.js';
import { createOrderEditView, type OrderEditViewDeps, orderInput } from './order-edit-view.js';
import { createOrderWriter, type OrderWriterDeps } from './order-writer.js';

interface OrderEditDeps extends OrderEditViewDeps, OrderWriterDeps {
  readonly scope: OrderEditViewDeps['scope'] &
    OrderWriterDeps['scope'] &
    Pick<PluginScope, 'addNotice' | 'useAsset' | 'isEmail' | 'sanitizeTextField'>;
  readonly store: OrderStore;
  readonly sellables: Sellables;
  readonly money: Money;
  readonly statuses: OrderStatuses;
  readonly methods: Pick<PaymentMethods, 'all' | 'label'>;
}

const SLUG = 'store-order-edit';

/** Returns the URL of the screen where an order is created or edited manually. */
export function orderEditUrl(id = 0): string {
  return `admin.php?page=${SLUG}${id > 0 ? `&id=${id}` : ''}`;
}

/**
 * Whether an order can still be edited. Completed and closed orders cannot be edited. Neither can orders with
 * adjustments or restocked lines, because their amounts would no longer add up.
 */
export function isEditable(order: OrderRecord, statuses: Pick<OrderStatuses, 'kind'>): boolean {
  return (
    statuses.kind(order.status) !== 'closed' &&
    statuses.kind(order.status) !== 'done' &&
    order.adjustments.length === 0 &&
    restockedQuantities(order).size === 0
  );
}

/**
 * The screen where the owner creates an order, for example for a customer on the telephone, or edits its addresses,
 * products and shipping.
 */
export function orderEditScreen(deps: OrderEditDeps): AdminPage {
  const { scope, store, sellables, money, commerceSettings, statuses } = deps;
  const { __ } = scope;
  const view = createOrderEditView(deps);
  const { create, update } = createOrderWriter(deps);

  async function show(
    order: OrderRecord | null,
    input: OrderInput,
    errors: readonly FormError[] = [],
    problem = '',
  ): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const title = order ? __('Edit order %s', order.number) : __('New order');
    return {
      kind: 'page',
      status: errors.length > 0 || problem !== '' ? 422 : 200,
      title,
      view: 'orders-admin/edit',
      data: { title, problem, ...(await view(order, input, errors)) },
    };
  }

  async function save(request: PageRequest, order: OrderRecord | null): Promise<Reply> {
    const input = readOrderInput(request, order);
    const { draft, errors, deliveryTax } = await createOrderDraft(input, order, {
      scope,
      sellables,
      money,
      shippingTaxRate: (await commerceSettings.read()).shippingTaxRate,
    });
    if (errors.length > 0) return show(order, input, errors);
    try {
      const id = order ? order.id : await create(input, draft, deliveryTax);
      if (order) await update(order, draft, deliveryTax);
      scope.addNotice(request, 'success', order ? __('Order saved.') : __('Order created.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=store-order&id=${id}` };
    } catch (error) {
      if (!(error instanceof PlinthError) || !['store_out_of_stock', 'order_status_refused'].includes(error.code))
        throw error;
      return show(order, input, [], `${error.message} ${error.hint}`);
    }
  }

  return {
    slug: SLUG,
    title: () => __('New order'),
    capability: 'manage_shop',
    hidden: true,
    savesDraft: true,
    async handler(request) {
      const id = /^\d{1,10}$/.test(request.field('id')) ? Number(request.field('id')) : 0;
      const order = id > 0 ? await store.find({ id }) : null;
      if (id > 0 && (!order || !isEditable(order, statuses))) {
        scope.addNotice(
          request,
          'error',
          order ? __('This order can no longer be changed.') : __('This order doesn’t exist.'),
        );
        return {
          kind: 'redirect',
          status: 303,
          location: `/wp-admin/admin.php?page=store-order${order ? `&id=${id}` : 's'}`,
        };
      }
      if (request.method === 'POST') return save(request, order);
      return show(
        order,
        order
          ? orderInput(order, money)
          : {
              billing_country: DEFAULT_COUNTRY,
              shipping_country: DEFAULT_COUNTRY,
              status: 'processing',
              send_email: '1',
            },
      );
    },
  };
}
