import type { MaybePromise, RenderedMail } from 'plinth';
import type { Label } from './order-lines.js';
import type { Order, OrderStatus } from './orders.js';

/**
 * An email about an order.
 * @since 0.1.0
 */
export interface Email {
  readonly id: string;
  /** Label shown to the owner. */
  readonly label: Label;
  /** When it is sent automatically; when absent, only by `emails.send`. */
  readonly when?: 'ordered' | readonly OrderStatus[];
  /** Recipient; the customer when absent. */
  readonly to?: 'customer' | 'shop';
  /**
   * Why the owner cannot disable it, such as a legal requirement; when absent, the owner can.
   * @since 0.1.0
   */
  readonly required?: Label;
  /** Returns the subject. Like `render`, it is called in the language of the email. */
  subject(order: Order): string;
  /** Returns the HTML below the heading, which is the subject. */
  render(order: Order): MaybePromise<string>;
}

/**
 * An email that its plugin renders and sends itself; registered so that the owner finds all emails in one list.
 * @since 0.1.0
 */
export interface FixedEmail {
  readonly id: string;
  readonly label: Label;
  /** Why it is fixed and cannot be disabled. */
  readonly reason: Label;
}

/**
 * A section added to emails about orders.
 * @since 0.1.0
 */
export interface EmailSection {
  readonly id: string;
  /** Kinds of email it is added to, such as `received`; when absent, all order emails. */
  readonly kinds?: readonly string[];
  /** Position: above the ordered items, or at the end. */
  readonly position?: 'before' | 'after';
  /** Returns HTML; empty to add nothing. */
  render(order: Order, kind: string): MaybePromise<string>;
}

/**
 * Emails of the shop, as a service.
 * @since 0.1.0
 */
export interface StoreEmails {
  /** Returns the shop's public email address, where customers reply; the administrator's only if the shop has none. */
  shopEmail(): Promise<string>;
  /**
   * Counts the orders of the last days with an email that was not handed over to a mail server.
   * @param kind the email, such as `invoice`; the confirmation of the order when absent
   */
  countUnconfirmed(days: number, kind?: string): Promise<UnconfirmedOrders>;
  /**
   * Renders an email about an order as it would be sent, with the owner's texts, its recipients and attachments, but
   * does not send it.
   * @param about the order; a sample order when absent
   * @throws PlinthError `store_email_template_not_found` when there is no such email or order
   */
  compose(kind: string, locale: string, about?: { readonly orderId: number }): Promise<ComposedEmail>;
}

/**
 * An email that was rendered but not sent.
 * @since 0.1.0
 */
export interface ComposedEmail {
  readonly mail: RenderedMail;
  /** Address to which it would be sent without plugins that change the recipients. */
  readonly customer: string;
  readonly order: Order;
}

/**
 * Numbers of orders without an email.
 * @since 0.1.0
 */
export interface UnconfirmedOrders {
  /** It failed, was rejected, had no recipient, or was not attempted in time. */
  readonly failed: number;
  /** It was saved to the mail folder because there is no mail server. */
  readonly filed: number;
}
