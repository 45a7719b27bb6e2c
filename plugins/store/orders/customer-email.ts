import type { OrderStatus } from '../contract/index.js';
import type { OrderRecord } from './order-record.js';

/** Letters about an order to the customer. */
const CUSTOMER_EMAILS = [
  'received',
  'pending',
  'on-hold',
  'processing',
  'completed',
  'cancelled',
  'unpaid',
  'refunded',
] as const;
export type CustomerEmail = (typeof CUSTOMER_EMAILS)[number];

/** Who writes them: orders only say when. */
export interface CustomerEmails {
  toCustomer(kind: CustomerEmail, order: OrderRecord): Promise<void>;
  /** Those that plugins registered for a moment. */
  alongside(moment: 'ordered' | OrderStatus, order: OrderRecord): Promise<void>;
}

export function isCustomerEmail(kind: string): kind is CustomerEmail {
  return (CUSTOMER_EMAILS as readonly string[]).includes(kind);
}
