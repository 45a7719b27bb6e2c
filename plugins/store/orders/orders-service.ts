import { type HookApi, type PluginScope, toUtcString } from 'plinth';
import type { OrderStatus, Orders } from '../contract/index.js';
import { type CustomerEmail, isCustomerEmail } from './customer-email.js';
import { orderByKey } from './order-identity.js';
import { createStatusTransitions, type StatusTransitionsDeps } from './status-transitions.js';
import type { OrderStatuses } from './order-status.js';
import type { OrderStore } from './order-store.js';

interface OrdersServiceDeps extends StatusTransitionsDeps {
  readonly scope: StatusTransitionsDeps['scope'] &
    Pick<HookApi, 'applyFilters'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly store: OrderStore;
  readonly statuses: OrderStatuses;
}

/** The service `store.orders` with additional methods that only the store plugin uses. */
export interface OrdersService extends Orders {
  /**
   * Cancels orders whose payment deadline has passed, each in a separate transaction. Restocks their items and notifies
   * the customers. An order that is paid at the same time is unchanged.
   * @param now Unix time in milliseconds
   * @returns number of canceled orders
   */
  cancelUnpaid(now?: number): Promise<number>;
  /**
   * Changes the status of an order after its payment was received. Call it inside a transaction.
   * @returns false when the order is not awaiting payment
   */
  markPaid(id: number, note: string): Promise<boolean>;
  /**
   * Changes the status to `refunded` without sending an email about the status.
   * @throws PlinthError `order_status_refused` for a transition that is not allowed
   */
  refunded(id: number, note: string): Promise<void>;
  /**
   * Changes the status like `setStatus`, optionally without sending the email about the status to the customer.
   * @throws PlinthError `order_status_refused` for a transition that is not allowed
   */
  transition(id: number, status: OrderStatus, how: { readonly note: string; readonly email: boolean }): Promise<void>;
  /**
   * Reopens a canceled order whose payment arrived late.
   * @throws PlinthError `store_out_of_stock` when the stock is insufficient, `order_status_refused` when the order is
   * not canceled
   */
  reopen(id: number, note: string): Promise<void>;
}

const BATCH_SIZE = 200;
const emailForStatus = (status: OrderStatus): CustomerEmail | undefined =>
  isCustomerEmail(status) ? status : undefined;

/** Creates the service `store.orders`. */
export function createOrdersService(deps: OrdersServiceDeps): OrdersService {
  const { scope, store, statuses } = deps;
  const { getOrder, refusalError, transition } = createStatusTransitions(deps);

  async function changeStatus(
    id: number,
    status: OrderStatus,
    note: string,
    email: CustomerEmail | undefined,
  ): Promise<void> {
    await scope.db.transaction(async () => {
      const before = await getOrder(id);
      const moved =
        statuses.has(status) &&
        statuses.canTransition(before.status, status) &&
        (await transition(before, {
          from: before.status,
          to: status,
          note,
          action: status === 'refunded' ? 'orders.refunded' : 'orders.status_changed',
          email,
        }));
      if (!moved) throw refusalError(before.status, status);
    });
  }

  async function cancelOne(id: number, unpaidAt: string): Promise<boolean> {
    return scope.db.transaction(async () => {
      const before = await getOrder(id);
      if (!statuses.canTransition(before.status, 'cancelled')) return false;
      return transition(before, {
        from: before.status,
        to: 'cancelled',
        note: scope.__('Not paid in time.'),
        action: 'orders.unpaid',
        email: 'unpaid',
        overdueAt: unpaidAt,
      });
    });
  }

  return {
    get: (id) => store.find({ id }),
    async findForVisitor({ userId, key, number }) {
      if (key !== undefined) return orderByKey(store, key);
      const found = userId > 0 && number !== undefined ? await store.find({ number }) : null;
      return found?.userId === userId ? found : null;
    },
    async linkOf(id) {
      const found = await store.find({ id });
      return found ? `/order/${found.key}/` : '';
    },
    list: (query) => store.list(query),
    count: (status) => store.count(status === undefined ? {} : { status }),
    setStatus: (id, status, note = '') => changeStatus(id, status, note, emailForStatus(status)),
    transition: (id, status, { note, email }) =>
      changeStatus(id, status, note, email ? emailForStatus(status) : undefined),
    refunded: (id, note) => changeStatus(id, 'refunded', note, undefined),
    async setMeta(id, key, value, display) {
      await store.setMeta(id, key, value, display);
    },
    async cancelUnpaid(now = Date.now()) {
      const time = toUtcString(now);
      let cancelled = 0;
      for (let after = 0; ;) {
        const ids = await store.listOverdueIds(time, after, BATCH_SIZE);
        for (const id of ids) {
          try {
            if (await cancelOne(id, time)) cancelled += 1;
          } catch (error) {
            // Continue with the other orders.
            scope.log.error('an unpaid order could not be canceled', {
              order: id,
              error: error instanceof Error ? error.message : String(error),
            });
          }
        }
        after = ids.at(-1) ?? after;
        if (ids.length < BATCH_SIZE) return cancelled;
      }
    },
    async markPaid(id, note) {
      const before = await getOrder(id);
      if (!statuses.awaitsPayment(before.status)) return false;
      const paidStatus = await scope.applyFilters<OrderStatus>(
        'store/order_status_after_payment',
        'processing',
        before,
      );
      const to = statuses.has(paidStatus) && !statuses.awaitsPayment(paidStatus) ? paidStatus : 'processing';
      return transition(before, { from: before.status, to, note, action: 'orders.paid', email: emailForStatus(to) });
    },
    async reopen(id, note) {
      await scope.db.transaction(async () => {
        const before = await getOrder(id);
        const moved =
          before.status === 'cancelled' &&
          (await transition(before, {
            from: 'cancelled',
            to: 'processing',
            note,
            action: 'orders.reopened',
            email: 'processing',
          }));
        if (!moved) throw refusalError(before.status, 'processing');
      });
    },
  };
}

/** Cron event that cancels unpaid orders, which restocks their items. */
export const CANCEL_UNPAID_EVENT = 'store/unpaid_orders';
const SCHEDULE = 'store_five_minutes';

/** Schedules a check every five minutes for orders whose payment deadline has passed. */
export async function scheduleUnpaidCheck(
  scope: Pick<PluginScope, 'addAction' | 'addFilter' | 'wpNextScheduled' | 'wpScheduleEvent' | '__'>,
  orders: Pick<OrdersService, 'cancelUnpaid'>,
): Promise<void> {
  scope.addFilter('cron_schedules', (schedules: Record<string, { interval: number; display: string }>) => ({
    ...schedules,
    [SCHEDULE]: { interval: 300, display: scope.__('Every five minutes') },
  }));
  scope.addAction(CANCEL_UNPAID_EVENT, async () => void (await orders.cancelUnpaid()));
  if ((await scope.wpNextScheduled(CANCEL_UNPAID_EVENT)) === false)
    await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 60, SCHEDULE, CANCEL_UNPAID_EVENT);
}
