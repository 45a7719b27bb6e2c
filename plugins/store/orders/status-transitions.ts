import { type HookApi, PlinthError, type PluginScope } from 'plinth';
import type { Sellables } from '../catalog/sellables.js';
import type { OrderStatus } from '../contract/index.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import type { CustomerEmail, CustomerEmails } from './customer-email.js';
import type { OrderRecord } from './order-record.js';
import type { PaymentRecorder } from './payment-recorder.js';
import type { OrderStatuses } from './order-status.js';
import type { OrderStore } from './order-store.js';
import { paymentDeadline } from './pending-payment.js';
import { RESTOCKED, restockedQuantities, notRestockedLines } from './restock.js';

export interface StatusTransitionsDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'getCurrentUserId' | 'audit'> & Pick<HookApi, 'doAction'>;
  readonly store: Pick<OrderStore, 'find' | 'moveStatus' | 'addEvent' | 'setMeta'>;
  readonly statuses: Pick<OrderStatuses, 'label'>;
  readonly commerceSettings: Pick<CommerceSettings, 'read'>;
  readonly sellables: Pick<Sellables, 'restoreStock' | 'reduceStock'>;
  readonly emails: CustomerEmails;
  readonly money: PaymentRecorder;
}

/** A transition of an order from one status to another. */
interface TransitionInput {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly note: string;
  readonly action: string;
  /** Email to send to the customer; undefined for none. */
  readonly email: CustomerEmail | undefined;
  /** UTC time; the transition is made only if the payment deadline had passed by then. */
  readonly overdueAt?: string;
}

/** Performs status transitions of orders. */
interface StatusTransitions {
  /** @throws PlinthError `order_not_found` */
  getOrder(id: number): Promise<OrderRecord>;
  /** Creates the error for a transition that is not allowed. */
  refusalError(from: OrderStatus, to: OrderStatus): PlinthError;
  /**
   * Performs a transition with all its effects. Call it inside a transaction. Returns false when the order has changed
   * meanwhile.
   */
  transition(before: OrderRecord, step: TransitionInput): Promise<boolean>;
}

export function createStatusTransitions({
  scope,
  store,
  statuses,
  commerceSettings,
  sellables,
  emails,
  money: manualPayments,
}: StatusTransitionsDeps): StatusTransitions {
  async function getOrderOrThrow(id: number): Promise<OrderRecord> {
    const order = await store.find({ id });
    if (!order)
      throw new PlinthError('order_not_found', `There is no order with the ID ${id}.`, {
        status: 404,
        hint: 'Look up the order in the list of orders.',
      });
    return order;
  }

  function refusalError(from: OrderStatus, to: OrderStatus): PlinthError {
    return new PlinthError(
      'order_status_refused',
      scope.__('An order can’t change from "%1$s" to "%2$s".', statuses.label(from), statuses.label(to)),
      {
        status: 409,
        hint: scope.__('Choose one of the statuses available for this order.'),
        details: { from, to },
      },
    );
  }

  /** Subtracts all items of a reopened order from the stock, and clears its restocked quantities. */
  async function reduceStockAgain(order: OrderRecord): Promise<void> {
    await sellables.reduceStock(order.lines.filter(({ productId }) => productId > 0));
    if (restockedQuantities(order).size > 0) await store.setMeta(order.id, RESTOCKED, '');
  }

  async function performTransition(
    before: OrderRecord,
    { from, to, note, action, email, overdueAt }: TransitionInput,
  ): Promise<boolean> {
    const { id } = before;
    const until = paymentDeadline({ status: to, paymentMethod: before.paymentMethod }, await commerceSettings.read());
    if (
      !(await store.moveStatus(id, from, to, {
        paymentDueAt: until,
        ...(overdueAt === undefined ? {} : { overdueAt }),
      }))
    )
      return false;
    await store.addEvent(id, { userId: scope.getCurrentUserId(), from, to, note });
    const money = action === 'orders.refunded' ? { total: before.total, currency: before.currency } : {};
    await scope.audit.record({
      action,
      subject: { kind: 'order', id, title: before.number },
      details: { from, to, ...money, ...(note === '' ? {} : { note }) },
    });
    const unrestockedLines = notRestockedLines(before);
    if (to === 'cancelled') await sellables.restoreStock(unrestockedLines);
    if (from === 'cancelled') await reduceStockAgain(before);
    const order = await getOrderOrThrow(id);
    await manualPayments.onStatusChange(order, from, to);
    if (email) await emails.sendToCustomer(email, order);
    await emails.sendExtensionEmails(to, order);
    await scope.db.afterCommit(() => scope.doAction('store/order_status_changed', order, from));
    return true;
  }

  return { getOrder: getOrderOrThrow, refusalError, transition: performTransition };
}
