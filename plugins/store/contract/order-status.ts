import type { OrderStatus } from './orders.js';

/**
 * A status of orders beyond the store's own. Add one in the action `store/booted`:
 * `scope.addAction('store/booted', ({ statuses }) => statuses.register({ id: 'packed', … }))`. Orders that are in it when its plugin is gone are shown
 * with its id, and can be taken on by hand.
 * @since 0.2.0
 */
export interface OrderStatusType {
  /** At most 20 small letters, digits and hyphens. */
  readonly id: OrderStatus;
  readonly label: string | (() => string);
  /** How it is coloured, and what it counts as. */
  readonly kind: 'waiting' | 'working' | 'done' | 'closed';
  /** The statuses it is reached from; none of those that gave the goods back. */
  readonly from: readonly OrderStatus[];
  /** The statuses it leads to. */
  readonly to: readonly OrderStatus[];
  /** Whether the order waits for its money in it, and may be paid. */
  readonly awaitsPayment?: boolean;
}
