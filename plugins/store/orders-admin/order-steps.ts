import { PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { OrderStatus } from '../contract/index.js';
import type { Emails } from '../emails/emails.js';
import type { EmailOptions } from '../emails/custom-texts.js';
import { isCustomerEmail } from '../orders/customer-email.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrdersService } from '../orders/orders-service.js';

interface OrderStepsDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'addNotice' | 'adminUrl' | 'useAsset' | 'applyFilters'>;
  readonly orders: Pick<OrdersService, 'transition'>;
  readonly statuses: OrderStatuses;
  readonly emails: Pick<Emails, 'label'>;
  readonly emailOptions: Pick<EmailOptions, 'read'>;
}

/** Options of the confirmation page. */
interface ConfirmationOptions {
  /** Fields submitted along with the confirmation. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly note: string;
  readonly backUrl: string;
}

/** Status changes of one or more orders. A confirmation page first shows which emails will be sent. */
export interface OrderSteps {
  /** Returns the confirmation page, which describes the effects of the change. */
  showConfirmation(orders: readonly OrderRecord[], to: OrderStatus, request: ConfirmationOptions): Promise<Reply>;
  /** Whether the form of the confirmation page was submitted. */
  isConfirmed(request: PageRequest): boolean;
  /**
   * Changes the status of each order for which this is allowed, and adds an error notice for each of the others.
   * @returns the number of changed orders
   */
  apply(orders: readonly OrderRecord[], to: OrderStatus, request: PageRequest): Promise<number>;
}

const MAX_NOTE_LENGTH = 2000;
/** Error codes that reject the change of a single order. */
const REJECTION_CODES: readonly string[] = ['order_status_refused', 'store_out_of_stock'];

export function createOrderSteps({
  scope,
  orders: service,
  statuses,
  emails,
  emailOptions,
}: OrderStepsDeps): OrderSteps {
  const { __, _n } = scope;

  /** Returns a sentence about effects other than the email; empty if there are none. */
  function consequence(to: OrderStatus): string {
    if (to === 'cancelled') return __('The items will be restocked.');
    if (to === 'refunded')
      return __(
        'The order will be closed. No money is refunded and no items are restocked. To refund money, use Payments in the order.',
      );
    return '';
  }

  return {
    isConfirmed: (request) => request.field('confirmed') === '1',

    async showConfirmation(orders, to, { hidden, note, backUrl }) {
      scope.useAsset('store-orders-admin');
      const changeableOrders = orders.filter(({ status }) => statuses.canTransition(status, to));
      const sendsEmail = isCustomerEmail(to) && (await emailOptions.read(to)).enabled;
      const data = {
        rows: await Promise.all(
          orders.map(async (order) => ({
            id: order.id,
            number: order.number,
            url: scope.adminUrl(`admin.php?page=store-order&id=${order.id}`),
            customer: `${order.billing.firstName} ${order.billing.lastName}`.trim(),
            email: order.billing.email,
            from: statuses.label(order.status),
            canApply: statuses.canTransition(order.status, to),
            warnings: await scope.applyFilters<readonly string[]>('store/order_warnings', [], order, to),
          })),
        ),
        to: statuses.label(to),
        consequence: consequence(to),
        count: changeableOrders.length,
        isMany: orders.length > 1,
        email: sendsEmail ? await emails.label(to) : '',
        note,
        hidden: Object.entries(hidden).map(([name, value]) => ({ name, value })),
        backUrl,
      };
      const title =
        orders.length === 1
          ? __('Change order %1$s to "%2$s"?', orders[0]?.number ?? '', statuses.label(to))
          : _n(
              'Change %1$d order to "%2$s"?',
              'Change %1$d orders to "%2$s"?',
              orders.length,
              orders.length,
              statuses.label(to),
            );
      return { kind: 'page', title, view: 'orders-admin/confirm-step', data: { ...data, title } };
    },

    async apply(orders, to, request) {
      const transitionOptions = {
        note: request.field('note').trim().slice(0, MAX_NOTE_LENGTH),
        email: request.field('send_email') === '1',
      };
      let changedCount = 0;
      for (const { id, number } of orders) {
        try {
          await service.transition(id, to, transitionOptions);
          changedCount += 1;
        } catch (error) {
          if (!(error instanceof PlinthError) || !REJECTION_CODES.includes(error.code)) throw error;
          scope.addNotice(request, 'error', __('Order %1$s: %2$s', number, error.message));
        }
      }
      return changedCount;
    },
  };
}
