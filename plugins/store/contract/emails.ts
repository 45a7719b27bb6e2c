import type { MaybePromise } from 'plinth';
import type { Label } from './order-lines.js';
import type { Order, OrderStatus } from './orders.js';

/** A letter about an order. @since 0.2.0 */
export interface Email {
  readonly id: string;
  /** What the owner calls it. */
  readonly label: Label;
  /** When it goes out by itself; absent: only with `letters.send`. */
  readonly when?: 'ordered' | readonly OrderStatus[];
  /** The customer when absent. */
  readonly to?: 'customer' | 'shop';
  /**
   * Why the owner cannot switch it off, such as a law that demands it; absent: the owner can.
   * @since 0.3.0
   */
  readonly required?: Label;
  /** Asked in the language of the letter, as is `render`. */
  subject(order: Order): string;
  /** HTML below the heading, which is the subject. */
  render(order: Order): MaybePromise<string>;
}

/** A letter that its plugin writes and sends by itself; named, so that the owner finds all letters in one list. @since 0.3.0 */
export interface FixedEmail {
  readonly id: string;
  readonly label: Label;
  /** Why it is as it is, and cannot be switched off. */
  readonly why: Label;
}

/** A part that is added to letters about orders. @since 0.2.0 */
export interface EmailSection {
  readonly id: string;
  /** Kinds of letters, such as `received`; absent: all about an order. */
  readonly kinds?: readonly string[];
  /** Above what was ordered, or below everything. */
  readonly place?: 'before' | 'after';
  /** HTML; empty: nothing. */
  render(order: Order, kind: string): MaybePromise<string>;
}
