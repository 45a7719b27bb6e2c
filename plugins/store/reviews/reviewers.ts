import { type PluginScope, toUtcString } from 'plinth';
import type { ReviewOptions } from '../products/review-settings.js';
import { orderByKey } from '../orders/order-identity.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';

/** A person who may review a product. */
export interface Reviewer {
  /** Identifier of an account or an email address, with at most one review per product. */
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
 * Reason why somebody cannot review a product: reviews are disabled (`off`), the product was not bought, or the
 * purchase is too recent. `from`: UTC time from which a review is possible.
 */
export type ReviewRejection =
  { readonly reason: 'off' | 'not-bought' } | { readonly reason: 'too-early'; readonly from: string };

/** Who wants to write a review: a user, or a visitor with an order link. */
export interface ReviewRequester {
  readonly userId: number;
  /** Key from an order link; empty for none. */
  readonly orderKey: string;
}

export type FindReviewer = (productId: number, requester: ReviewRequester) => Promise<Reviewer | ReviewRejection>;

interface ReviewersDeps {
  readonly scope: Pick<PluginScope, 'db' | 'applyFilters' | 'getUserdata'>;
  readonly settings: Pick<ReviewOptions, 'read'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly statuses: Pick<OrderStatuses, 'kind'>;
  /** Returns the Unix time in milliseconds. */
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
/** Maximum number of a customer's orders searched for a product, newest first. */
const MAX_ORDERS = 20;

/**
 * Whether an order counts as a purchase: it must be paid. With cash on delivery, it must be completed.
 */
export function isPurchase(
  { status, paymentMethod }: Pick<OrderRecord, 'status' | 'paymentMethod'>,
  statuses: Pick<OrderStatuses, 'kind'>,
): boolean {
  const kind = statuses.kind(status);
  return kind === 'done' || (kind === 'working' && paymentMethod !== 'cod');
}

/** Returns the buyer identifier of an order's customer. */
export function buyerIdentifier({ userId, billing }: Pick<OrderRecord, 'userId' | 'billing'>): string {
  return userId > 0 ? `user:${userId}` : `mail:${billing.email.trim().toLowerCase()}`;
}

/** Creates the function that determines whether somebody can review a product. A filter can change the result. */
export function createReviewers({ scope, settings, store, statuses, now }: ReviewersDeps): FindReviewer {
  async function findPurchases(
    productId: number,
    { userId, orderKey }: ReviewRequester,
  ): Promise<readonly OrderRecord[]> {
    const { reviewers } = await settings.read();
    if (orderKey !== '') {
      const order = await orderByKey(store, orderKey);
      const isPermitted = reviewers === 'buyers' || (order?.userId === userId && userId > 0);
      return order && isPermitted && order.lines.some((line) => line.productId === productId) ? [order] : [];
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
    const purchases = (await findPurchases(productId, asking)).filter(
      (order) => isPurchase(order, statuses) && order.billing.email !== '',
    );
    const orderedBefore = toUtcString(now() - minDays * DAY_MS);
    const order = purchases.find(({ createdAt }) => createdAt <= orderedBefore);
    const userId = order?.userId ?? asking.userId;
    const allowed = await scope.applyFilters<boolean>('store/can_review', order !== undefined, {
      productId,
      userId,
      orderId: order?.id ?? 0,
    });
    const [latestPurchase] = purchases;
    if (!allowed)
      return !order && latestPurchase
        ? {
            reason: 'too-early',
            from: toUtcString(Date.parse(`${latestPurchase.createdAt.replace(' ', 'T')}Z`) + minDays * DAY_MS),
          }
        : { reason: 'not-bought' };
    if (order)
      return {
        buyer: buyerIdentifier(order),
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

/** Returns first name and initial, such as `Anna P.`, which do not identify a person. */
function shortName(first: string, last: string): string {
  const initial = [...last.trim()][0] ?? '';
  return [first.trim(), initial === '' ? '' : `${initial.toUpperCase()}.`].filter((part) => part !== '').join(' ');
}
