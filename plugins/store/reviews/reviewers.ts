import { type PluginScope, toUtcString } from 'plinth';
import type { ReviewOptions } from '../products/review-settings.js';
import { orderByKey } from '../orders/order-identity.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';

/** A person who may review a product. */
export interface Reviewer {
  /** Identifier of an account or an email address; each has at most one review per product. */
  readonly buyer: string;
  readonly userId: number;
  /** 0 when no order was found. */
  readonly orderId: number;
  readonly email: string;
  /** Default name in the form. */
  readonly name: string;
  readonly verified: boolean;
}

/**
 * Reason why a review is refused: reviews are off, the product was not bought, or the purchase is too recent. `from`:
 * UTC, when a review becomes possible.
 */
export type Refusal =
  { readonly reason: 'off' | 'not-bought' } | { readonly reason: 'too-early'; readonly from: string };

/** The requesting party: an account, or the holder of an order's link. */
export interface ReviewRequester {
  readonly userId: number;
  /** Key from an order's link; empty without one. */
  readonly orderKey: string;
}

export type WhoMayReview = (productId: number, asking: ReviewRequester) => Promise<Reviewer | Refusal>;

interface ReviewersDeps {
  readonly scope: Pick<PluginScope, 'db' | 'applyFilters' | 'getUserdata'>;
  readonly settings: Pick<ReviewOptions, 'read'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly statuses: Pick<OrderStatuses, 'kind'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
/** Maximum number of a customer's orders searched for a product, newest first. */
const MAX_ORDERS = 20;

/**
 * Whether an order counts as a purchase: paid, or handed over. Cash on delivery counts as paid once the order is
 * completed.
 */
export function isBought(
  { status, paymentMethod }: Pick<OrderRecord, 'status' | 'paymentMethod'>,
  statuses: Pick<OrderStatuses, 'kind'>,
): boolean {
  const kind = statuses.kind(status);
  return kind === 'done' || (kind === 'working' && paymentMethod !== 'cod');
}

/** Returns the buyer identifier under which an order's customer writes reviews. */
export function buyerOf({ userId, billing }: Pick<OrderRecord, 'userId' | 'billing'>): string {
  return userId > 0 ? `user:${userId}` : `mail:${billing.email.trim().toLowerCase()}`;
}

/** Determines who may review a product: its buyers, unless extensions decide otherwise. */
export function createReviewers({ scope, settings, store, statuses, now }: ReviewersDeps): WhoMayReview {
  async function ordersOf(productId: number, { userId, orderKey }: ReviewRequester): Promise<readonly OrderRecord[]> {
    const { who } = await settings.read();
    if (orderKey !== '') {
      const order = await orderByKey(store, orderKey);
      const isTheirs = who === 'buyers' || (order?.userId === userId && userId > 0);
      return order && isTheirs && order.lines.some((line) => line.productId === productId) ? [order] : [];
    }
    if (userId === 0) return [];
    const ids = await scope
      .db()('store_order_lines')
      .join('store_orders', 'store_orders.id', 'store_order_lines.order_id')
      .where('store_orders.user_id', userId)
      .where('store_order_lines.product_id', productId)
      .orderBy('store_orders.id', 'desc')
      .limit(MAX_ORDERS)
      .distinct<{ id: number }[]>('store_orders.id as id');
    const found = await Promise.all(ids.map(({ id }) => store.find({ id })));
    return found.filter((order) => order !== null);
  }

  return async (productId, asking) => {
    const { enabled, minDays } = await settings.read();
    if (!enabled) return { reason: 'off' };
    const bought = (await ordersOf(productId, asking)).filter(
      (order) => isBought(order, statuses) && order.billing.email !== '',
    );
    const since = toUtcString(now() - minDays * DAY_MS);
    const order = bought.find(({ createdAt }) => createdAt <= since);
    const userId = order?.userId ?? asking.userId;
    const allowed = await scope.applyFilters<boolean>('store/can_review', order !== undefined, {
      productId,
      userId,
      orderId: order?.id ?? 0,
    });
    const [early] = bought;
    if (!allowed)
      return !order && early
        ? {
            reason: 'too-early',
            from: toUtcString(Date.parse(`${early.createdAt.replace(' ', 'T')}Z`) + minDays * DAY_MS),
          }
        : { reason: 'not-bought' };
    if (order)
      return {
        buyer: buyerOf(order),
        userId: order.userId,
        orderId: order.id,
        email: order.billing.email.trim().toLowerCase(),
        name: shortName(order.billing.firstName, order.billing.lastName),
        verified: true,
      };
    const user = asking.userId > 0 ? await scope.getUserdata(asking.userId) : false;
    if (!user) return { reason: 'not-bought' };
    return {
      buyer: `user:${user.id}`,
      userId: user.id,
      orderId: 0,
      email: user.user_email.trim().toLowerCase(),
      name: user.display_name.includes('@') ? '' : user.display_name,
      verified: false,
    };
  };
}

/** `Anna P.`: personal, but not enough to identify a person. */
function shortName(first: string, last: string): string {
  const initial = [...last.trim()][0] ?? '';
  return [first.trim(), initial === '' ? '' : `${initial.toUpperCase()}.`].filter((part) => part !== '').join(' ');
}
