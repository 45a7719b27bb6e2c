import type { OrderStatus } from '../contract/index.js';
import type { OrderRecord } from './order-record.js';

/** Letters about an order to the customer. */
const CUSTOMER_LETTERS = [
  'received',
  'pending',
  'on-hold',
  'processing',
  'completed',
  'cancelled',
  'unpaid',
  'refunded',
] as const;
export type CustomerLetter = (typeof CUSTOMER_LETTERS)[number];

/** Who writes them: orders only say when. */
export interface CustomerLetters {
  toCustomer(kind: CustomerLetter, order: OrderRecord): Promise<void>;
  /** Those that plugins registered for a moment. */
  alongside(moment: 'ordered' | OrderStatus, order: OrderRecord): Promise<void>;
}

export function isCustomerLetter(kind: string): kind is CustomerLetter {
  return (CUSTOMER_LETTERS as readonly string[]).includes(kind);
}
