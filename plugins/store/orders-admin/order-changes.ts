import type { PageRequest, PluginScope } from 'plinth';
import type { Emails } from '../emails/emails.js';
import { isCustomerEmail } from '../orders/customer-email.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrdersService } from '../orders/orders-service.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { createOrderBoxes } from './order-meta-boxes.js';
import type { createOrderEmails } from './order-emails.js';
import type { OrderPayments } from './order-payments.js';
import type { OrderRestock } from './order-restock.js';

interface OrderChangesDeps {
  readonly scope: Pick<PluginScope, '__' | 'db' | 'addNotice' | 'audit' | 'getCurrentUserId'>;
  readonly store: Pick<OrderStore, 'setTracking' | 'addEvent'>;
  readonly orders: Pick<OrdersService, 'transition' | 'reopen'>;
  readonly emails: Pick<Emails, 'sendToCustomer'>;
  readonly statuses: Pick<OrderStatuses, 'has'>;
  readonly payments: Pick<OrderPayments, 'refund' | 'handle' | 'note'>;
  readonly restock: Pick<OrderRestock, 'restock'>;
  readonly orderBoxes: Pick<ReturnType<typeof createOrderBoxes>, 'save'>;
  readonly orderEmails: Pick<ReturnType<typeof createOrderEmails>, 'resend'>;
}

const MAX_NOTE_LENGTH = 2000;

/** Creates the function that processes the forms of the order screen. */
export function createOrderChanges({
  scope,
  store,
  orders,
  emails,
  statuses,
  payments,
  restock,
  orderBoxes,
  orderEmails,
}: OrderChangesDeps): (request: PageRequest, order: OrderRecord) => Promise<void> {
  const { __ } = scope;

  /** Saves the status, the tracking number and a note. */
  async function saveStatus(request: PageRequest, order: OrderRecord, note: string): Promise<void> {
    const status = request.field('status');
    const tracking = request.field('tracking').trim().slice(0, 190);
    await scope.db.transaction(async () => {
      await store.setTracking(order.id, tracking);
      const hasNote = !statuses.has(status) && note !== '';
      if (tracking !== order.tracking || hasNote)
        await scope.audit.record({
          action: 'orders.edited',
          subject: { kind: 'order', id: order.id, title: order.number },
          details: {
            ...(tracking === order.tracking ? {} : { tracking: { from: order.tracking, to: tracking } }),
            ...(hasNote ? { note } : {}),
          },
        });
      if (statuses.has(status))
        await orders.transition(order.id, status, { note, email: request.field('send_email') === '1' });
      else if (hasNote)
        await store.addEvent(order.id, {
          userId: scope.getCurrentUserId(),
          from: order.status,
          to: order.status,
          note,
        });
    });
  }

  return async function processForm(request: PageRequest, order: OrderRecord): Promise<void> {
    const note = request.field('note').trim().slice(0, MAX_NOTE_LENGTH);
    const addSuccessNotice = (text: string): void => scope.addNotice(request, 'success', text);
    switch (request.field('action')) {
      case 'status':
        await saveStatus(request, order, note);
        return addSuccessNotice(__('Order saved.'));
      case 'reopen': {
        await orders.reopen(order.id, note);
        return addSuccessNotice(__('Order reopened. Its items were taken from stock again.'));
      }
      case 'refund':
        return payments.refund(request, order);
      case 'payment':
        return payments.note(request, order);
      case 'restock':
        return restock.restock(request, order);
      case 'refund_sent':
        return payments.handle(request, order, 'sent');
      case 'refund_dropped':
        return payments.handle(request, order, 'dropped');
      case 'box': {
        if (!(await orderBoxes.save(order, request)))
          return scope.addNotice(request, 'error', __('This part of the order could not be saved. Try again.'));
        return addSuccessNotice(__('Order saved.'));
      }
      case 'resend_email':
        return orderEmails.resend(request, order);
      case 'resend': {
        const kind = request.field('kind');
        if (!isCustomerEmail(kind)) break;
        await emails.sendToCustomer(kind, order);
        return addSuccessNotice(__('The email was created again. See its status below.'));
      }
    }
    scope.addNotice(request, 'error', __('Unknown action.'));
  };
}
