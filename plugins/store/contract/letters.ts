import type { MaybePromise } from 'plinth';
import type { Label } from './bought.js';
import type { Order, OrderStatus } from './orders.js';

/** A letter about an order. @since 0.2.0 */
export interface Letter {
  readonly id: string;
  /** What the owner calls it. */
  readonly label: Label;
  /** When it goes out by itself; absent: only with `letters.send`. */
  readonly when?: 'ordered' | readonly OrderStatus[];
  /** The customer when absent. */
  readonly to?: 'customer' | 'shop';
  /** Asked in the language of the letter, as is `render`. */
  subject(order: Order): string;
  /** HTML below the heading, which is the subject. */
  render(order: Order): MaybePromise<string>;
}

/** A part that is added to letters about orders. @since 0.2.0 */
export interface LetterSection {
  readonly id: string;
  /** Kinds of letters, such as `received`; absent: all about an order. */
  readonly kinds?: readonly string[];
  /** Above what was ordered, or below everything. */
  readonly place?: 'before' | 'after';
  /** HTML; empty: nothing. */
  render(order: Order, kind: string): MaybePromise<string>;
}
