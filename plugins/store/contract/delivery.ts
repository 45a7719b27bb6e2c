import type { Field, MaybePromise } from 'plinth';
import type { TransitDays } from './delivery-estimate.js';
import type { Label, Purchase } from './order-lines.js';
import type { FieldProblem, FieldValues, MethodValues, StoreField } from './fields.js';

/**
 * What the rates of a shipping method can depend on.
 * @since 0.1.0
 */
export interface DeliveryContext extends Purchase {
  /** The owner's settings of this method. */
  readonly settings: MethodValues;
}

/**
 * A shipping rate: an option of a method, with its price.
 * @since 0.1.0
 */
export interface DeliveryRate {
  /** Distinguishes the rates of one method; absent when there is only one. */
  readonly id?: string;
  /** Label shown to the buyer; the method's own label when absent. */
  readonly label?: string;
  readonly note?: string;
  /** Minor units, tax included; 0 for free shipping. */
  readonly price: number;
  /** Tax rate included, in percent; the owner's rate for shipping when absent. */
  readonly taxRate?: number;
  /**
   * Transit time, if the method knows it; the owner's setting for the method takes precedence.
   * @since 0.1.0
   */
  readonly days?: TransitDays;
}

/**
 * A shipping rate offered to a buyer, as the filter `store/delivery_rates` passes it.
 * @since 0.1.0
 */
export interface OfferedRate {
  /** Id of the method, followed by a colon and the id of the rate if it has one. */
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** Minor units, tax included. */
  readonly price: number;
}

/**
 * A shipping method: `deliveries.register({ id: 'locker', label: 'Parcel locker', rates: ({ weight }) => [{ price:
 * weight > 5000 ? 1999 : 1299 }] })`.
 * @since 0.1.0
 */
export interface DeliveryMethod {
  readonly id: string;
  readonly label: Label;
  readonly note?: Label;
  /** Settings that the owner edits on a separate screen under *Shipping and payment*: fields as on settings pages. */
  readonly settings?: readonly Field[];
  /**
   * Returns the rates for a purchase; none when the method is not offered. Called again inside the transaction that
   * stores the order.
   */
  rates(context: DeliveryContext): MaybePromise<readonly DeliveryRate[]>;
  /**
   * Returns fields to fill in when the method is selected, such as a pick-up point; the values are stored with the
   * order under their labels.
   */
  fields?(context: DeliveryContext): MaybePromise<readonly StoreField[]>;
  /** Returns the errors in the entered values, beyond required fields that are empty. */
  validate?(values: FieldValues, context: DeliveryContext): MaybePromise<readonly FieldProblem[]>;
}
