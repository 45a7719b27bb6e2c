import type { OrderStatus } from '../contract/index.js';
import type { OrderRecord } from './order-record.js';

/** Records payments that came without a provider, such as cash or a bank transfer, as the status of an order changes. */
export interface PaymentRecorder {
  /** An order went from one status to another, in the transaction of the step. @param from empty for a new order */
  statusChanged(order: OrderRecord, from: OrderStatus | '', to: OrderStatus): Promise<void>;
}
