import type { OrderStatus } from '../contract/index.js';
import type { OrderRecord } from './order-record.js';

/**
 * Records payments that no payment provider processes, such as cash or a bank transfer, when the status of an order
 * changes.
 */
export interface PaymentRecorder {
  /**
   * Called when an order changes status, inside the transaction of the change.
   * @param from empty for a new order
   */
  onStatusChange(order: OrderRecord, from: OrderStatus | '', to: OrderStatus): Promise<void>;
}
