import type { MaybePromise } from 'plinth';
import type { CartItem, Destination, Label, Purchase } from './order-lines.js';

/**
 * The part of an amount that is taxed at one rate.
 * @since 0.1.0
 */
export interface TaxShare {
  /** Tax rate in percent; 0 for none. */
  readonly rate: number;
  /** Minor units, tax included; negative for a reduction. */
  readonly amount: number;
  /** Tax included in `amount`, in minor units. */
  readonly tax: number;
  /**
   * Index of the order line that a discount reduces, counted from 0; null when it reduces the shipping price, and for
   * everything that is not a discount.
   */
  readonly line: number | null;
}

/**
 * A fee or discount of an order, as stored.
 * @since 0.1.0
 */
export interface Adjustment {
  readonly kind: 'fee' | 'discount';
  /** Id of the registered fee or discount. */
  readonly id: string;
  readonly label: string;
  /** Minor units, tax included; negative for a discount. */
  readonly amount: number;
  /** Tax included in `amount`, in minor units. */
  readonly tax: number;
  /** Discount code as typed; empty when none was needed. */
  readonly code: string;
  /**
   * `amount` split by tax rate, and a discount also by line; empty for an old order whose rates are unknown.
   * @since 0.1.0
   */
  readonly taxes: readonly TaxShare[];
}

/**
 * What the price of a fee or discount can depend on.
 * @since 0.1.0
 */
export interface AdjustmentContext extends Purchase {
  /** Id of the selected shipping method, as stored in the order; empty in the cart. */
  readonly delivery: string;
  /** Shipping price, in minor units. */
  readonly deliveryPrice: number;
  /** Id of the selected payment method; empty in the cart. */
  readonly payment: string;
}

/**
 * Price of a fee.
 * @since 0.1.0
 */
export interface FeeAmount {
  /** Minor units, tax included. */
  readonly amount: number;
  /** Tax rate included, in percent; the owner's rate for shipping and fees when absent. */
  readonly taxRate?: number;
  /** Label in cart and order; the fee's own label when absent. */
  readonly label?: string;
}

/**
 * A fee added to a cart: `fees.register({ id: 'small-order', label: 'Small order', calculate: ({ itemsTotal }) =>
 * itemsTotal < 5000 ? { amount: 500 } : null })`.
 * @since 0.1.0
 */
export interface Fee {
  readonly id: string;
  readonly label: Label;
  /** Returns the price of the fee, or null for none. Called again inside the transaction that stores the order. */
  calculate(context: AdjustmentContext): MaybePromise<FeeAmount | null>;
}

/**
 * The reduction by a discount.
 * @since 0.1.0
 */
export type Reduction =
  /** Percentage off all items, or off those of some products. */
  | {
      readonly kind: 'percent';
      readonly percent: number;
      readonly productIds?: readonly number[];
      readonly label?: string;
    }
  /** Minor units off the sum of all items, or of those of some products; limited to their price. */
  | {
      readonly kind: 'fixed';
      readonly amount: number;
      readonly productIds?: readonly number[];
      readonly label?: string;
    }
  | { readonly kind: 'free_delivery'; readonly label?: string }
  /** The code is known but cannot be used here; the reason is shown next to it. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * A discount on a whole cart, by code or automatic.
 * @since 0.1.0
 */
export interface Discount {
  readonly id: string;
  readonly label: Label;
  /** Whether customers enter a code for it; cart and checkout show a code field while any registered discount does. */
  readonly byCode?: boolean;
  /**
   * Returns the reduction. Called again inside the transaction that stores the order.
   * @param code code as typed, trimmed; empty for a discount without codes
   * @returns null when the discount does not apply to this cart or this code
   */
  calculate(context: AdjustmentContext, code: string): MaybePromise<Reduction | null>;
}

/**
 * Determines the tax rate included in the price of a line; the first rule that returns a rate decides.
 * @since 0.1.0
 */
export interface TaxRule {
  readonly id: string;
  /** Returns a rate in percent, or null for the product's own. The price to pay does not change. */
  rateFor(line: CartItem, destination: Destination): MaybePromise<number | null>;
}
