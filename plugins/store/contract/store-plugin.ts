import type { Registry } from 'plinth';
import type { OrderStatusType } from './order-status.js';
import type { PaymentMethod } from './payment.js';

/**
 * What the action `store/booted` passes: where plugins add their parts of the shop. It is fired once when the store is ready, and again
 * whenever plugins change; what a plugin registered is gone when it stops.
 * @since 0.2.0
 */
export interface StorePlugin {
  readonly version: string;
  readonly payments: Registry<PaymentMethod>;
  readonly statuses: Registry<OrderStatusType>;
}
