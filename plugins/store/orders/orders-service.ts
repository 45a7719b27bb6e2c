import { type HookApi, type PluginScope, toUtcString } from 'plinth';
import type { OrderStatus, Orders } from '../contract/index.js';
import { type CustomerEmail, isCustomerEmail } from './customer-email.js';
import { orderByKey } from './order-identity.js';
import { createOrderMoves, type OrderMovesDeps } from './status-transitions.js';
import type { OrderStatuses } from './order-status.js';
import type { OrderStore } from './order-store.js';

interface OrdersServiceDeps extends OrderMovesDeps {
  readonly scope: OrderMovesDeps['scope'] &
    Pick<HookApi, 'applyFilters'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly store: OrderStore;
  readonly statuses: OrderStatuses;
}

/** The service `store.orders`, extended with operations that only the store itself uses. */
export interface OrdersService extends Orders {
  /**
   * Cancels orders whose payment deadline has passed, each in a transaction of its own: releases their stock and
   * notifies the customer. An order that is being paid meanwhile is left unchanged.
   * @param now milliseconds since 1970
   * @returns number of orders canceled
   */
  cancelUnpaid(now?: number): Promise<number>;
  /**
   * Advances an order whose payment has arrived; in the caller's transaction.
   * @returns false when the order no longer waits for payment
   */
  markPaid(id: number, note: string): Promise<boolean>;
  /**
   * Closes a refunded order. The customer is notified elsewhere.
   * @throws PlinthError `order_status_refused` for a transition that is not allowed
   */
  refunded(id: number, note: string): Promise<void>;
  /**
   * Changes the status as `setStatus` does, optionally without the status's own email to the customer.
   * @throws PlinthError `order_status_refused` for a transition that is not allowed
   */
  transition(id: number, status: OrderStatus, how: { readonly note: string; readonly email: boolean }): Promise<void>;
  /**
   * Reopens a canceled order whose payment arrived after all.
   * @throws PlinthError `store_out_of_stock` when the remaining stock is insufficient, `order_status_refused` when it
   * is not canceled
   */
  reopen(id: number, note: string): Promise<void>;
}

const BATCH = 200;
const letterOf = (status: OrderStatus): CustomerEmail | undefined => (isCustomerEmail(status) ? status : undefined);

/** Creates the service `store.orders`. */
export function createOrdersService(deps: OrdersServiceDeps): OrdersService {
  const { scope, store, statuses } = deps;
  const { getOrder, refusalError, transition } = createOrderMoves(deps);

  async function step(id: number, status: OrderStatus, note: string, email: CustomerEmail | undefined): Promise<void> {
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
    setStatus: (id, status, note = '') => step(id, status, note, letterOf(status)),
    transition: (id, status, { note, email }) => step(id, status, note, email ? letterOf(status) : undefined),
    refunded: (id, note) => step(id, 'refunded', note, undefined),
    async setMeta(id, key, value, display) {
      await store.setMeta(id, key, value, display);
    },
    async cancelUnpaid(now = Date.now()) {
      const at = toUtcString(now);
      let cancelled = 0;
      for (let after = 0; ;) {
        const ids = await store.listOverdueIds(at, after, BATCH);
        for (const id of ids) {
          try {
            if (await cancelOne(id, at)) cancelled += 1;
          } catch (error) {
            // Continue with the others: they have waited as long.
            scope.log.error('an unpaid order could not be canceled', {
              order: id,
              error: error instanceof Error ? error.message : String(error),
            });
          }
        }
        after = ids.at(-1) ?? after;
        if (ids.length < BATCH) return cancelled;
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
      return transition(before, { from: before.status, to, note, action: 'orders.paid', email: letterOf(to) });
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
            action: 'orders.revived',
            email: 'processing',
          }));
        if (!moved) throw refusalError(before.status, 'processing');
      });
    },
  };
}

/** Scheduled event that releases the stock reserved by unpaid orders. */
export const UNPAID = 'store/unpaid_orders';
const EVERY = 'store_five_minutes';

/** Schedules a check every five minutes for orders whose payment deadline has passed. */
export async function scheduleUnpaid(
  scope: Pick<PluginScope, 'addAction' | 'addFilter' | 'wpNextScheduled' | 'wpScheduleEvent' | '__'>,
  orders: Pick<OrdersService, 'cancelUnpaid'>,
): Promise<void> {
  scope.addFilter('cron_schedules', (schedules: Record<string, { interval: number; display: string }>) => ({
    ...schedules,
    [EVERY]: { interval: 300, display: scope.__('Every five minutes') },
  }));
  scope.addAction(UNPAID, async () => void (await orders.cancelUnpaid()));
  if ((await scope.wpNextScheduled(UNPAID)) === false)
    await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 60, EVERY, UNPAID);
}
