import type { OrderStatus } from '../contract/index.js';
import type { OrderRecord } from './order-record.js';

/** Who keeps what came for orders past all providers; steps of orders only say when. */
export interface OrderMoney {
  /** An order went from one status to another, in the transaction of the step. @param from empty for a new order */
  stepped(order: OrderRecord, from: OrderStatus | '', to: OrderStatus): Promise<void>;
}
