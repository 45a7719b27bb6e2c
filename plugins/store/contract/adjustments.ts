import type { MaybePromise } from 'plinth';
import type { CartItem, Destination, Label, Purchase } from './order-lines.js';

/** A part of an amount with the tax inside it. @since 0.3.0 */
export interface TaxShare {
  /** Percent; 0: none. */
  readonly rate: number;
  /** Minor units, tax included; less than 0 where it is taken off. */
  readonly amount: number;
  /** Minor units of tax inside `amount`. */
  readonly tax: number;
  /** Which of the bought lines a discount takes it off, counted from 0; null: off the delivery, and for all that is no discount. */
  readonly line: number | null;
}

/** What is added to the price of goods and delivery, or taken off, as an order keeps it. @since 0.2.0 */
export interface Adjustment {
  readonly kind: 'fee' | 'discount';
  /** Of the fee or discount. */
  readonly id: string;
  readonly label: string;
  /** Minor units, tax included; less than 0 for a discount. */
  readonly amount: number;
  /** Minor units of tax inside `amount`. */
  readonly tax: number;
  /** What was typed for it; empty when nothing was. */
  readonly code: string;
  /** `amount` by rate, and a discount by line; empty for an old order whose rates nobody can tell. @since 0.3.0 */
  readonly taxes: readonly TaxShare[];
}

/** What a fee or a discount looks at. @since 0.2.0 */
export interface AdjustmentContext extends Purchase {
  /** The chosen delivery, as an order keeps it; empty in the cart. */
  readonly delivery: string;
  /** Minor units. */
  readonly deliveryPrice: number;
  /** The chosen payment; empty in the cart. */
  readonly payment: string;
}

/** What a fee comes to. @since 0.2.0 */
export interface FeeAmount {
  /** Minor units, tax included. */
  readonly amount: number;
  /** Percent of tax inside; the owner's for delivery and fees when absent. */
  readonly taxRate?: number;
  /** The fee's own when absent. */
  readonly label?: string;
}

/** Something that a cart costs besides: `fees.register({ id: 'small-order', label: 'Small order', of: ({ itemsTotal }) => itemsTotal < 5000 ? { amount: 500 } : null })`. @since 0.2.0 */
export interface Fee {
  readonly id: string;
  readonly label: Label;
  /** Asked again inside the transaction that stores the order; null: nothing. */
  of(context: AdjustmentContext): MaybePromise<FeeAmount | null>;
}

/** What a discount takes off. @since 0.2.0 */
export type Reduction =
  /** Of the items, or of those of some products. */
  | {
      readonly kind: 'percent';
      readonly percent: number;
      readonly productIds?: readonly number[];
      readonly label?: string;
    }
  /** Minor units off the items together, or off those of some products; never more than they cost. */
  | {
      readonly kind: 'fixed';
      readonly amount: number;
      readonly productIds?: readonly number[];
      readonly label?: string;
    }
  | { readonly kind: 'free_delivery'; readonly label?: string }
  /** A code that is known and does not work here; the reason is shown next to it. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A price that is lowered for the whole cart: by a code, or by itself. @since 0.2.0 */
export interface Discount {
  readonly id: string;
  readonly label: Label;
  /** Customers type a code for it; cart and checkout show a field for codes while there is such a discount. */
  readonly byCode?: boolean;
  /**
   * Asked again inside the transaction that stores the order.
   * @param code as typed, without spaces around it; empty for a discount that takes none
   * @returns null: it is not for this cart, or not for this code
   */
  of(context: AdjustmentContext, code: string): MaybePromise<Reduction | null>;
}

/** Says which tax is inside the price of a line; the first one that answers a rate decides. @since 0.2.0 */
export interface TaxRule {
  readonly id: string;
  /** Percent; null: the product's own. The price that is paid stays. */
  rateFor(line: CartItem, destination: Destination): MaybePromise<number | null>;
}
