import type { OrderStatus } from '../contract/index.js';
import type { OrderRecord } from './order-record.js';

/** Kinds of order email to the customer. */
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

/** Sends emails to the customer of an order. */
export interface CustomerEmails {
  sendToCustomer(kind: CustomerEmail, order: OrderRecord): Promise<void>;
  /** Sends the emails that plugins registered for an event. */
  sendExtensionEmails(moment: 'ordered' | OrderStatus, order: OrderRecord): Promise<void>;
}

export function isCustomerEmail(kind: string): kind is CustomerEmail {
  return (CUSTOMER_EMAILS as readonly string[]).includes(kind);
}
