import type { Field, MaybePromise } from 'plinth';
import type { TransitDays } from './delivery-estimate.js';
import type { Label, Purchase } from './order-lines.js';
import type { FieldProblem, FieldValues, MethodValues, StoreField } from './fields.js';

/** What a delivery method looks at. @since 0.2.0 */
export interface DeliveryContext extends Purchase {
  /** What the owner set for this method. */
  readonly settings: MethodValues;
}

/** One way of a method, with what it costs. @since 0.2.0 */
export interface DeliveryRate {
  /** Tells the rates of one method apart; absent where there is one. */
  readonly id?: string;
  /** The method's own when absent. */
  readonly label?: string;
  readonly note?: string;
  /** Minor units, tax included; 0 is free of charge. */
  readonly price: number;
  /** Percent of tax inside; the owner's for delivery when absent. */
  readonly taxRate?: number;
  /** How long it is on its way, where the method knows; what the owner says of the method counts more. @since 0.3.0 */
  readonly days?: TransitDays;
}

/** A way that is offered to a buyer, as the filter `store/delivery_rates` passes it. @since 0.2.0 */
export interface OfferedRate {
  /** The method's id, with that of the rate behind a colon where it has one. */
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** Minor units, tax included. */
  readonly price: number;
}

/**
 * A way to get goods: `deliveries.register({ id: 'locker', label: 'Parcel locker', rates: ({ weight }) => [{ price: weight > 5000 ? 1999 : 1299 }] })`.
 * @since 0.2.0
 */
export interface DeliveryMethod {
  readonly id: string;
  readonly label: Label;
  readonly note?: Label;
  /** What the owner sets for it, on a screen of its own under *Delivery and payment*: fields as on settings pages. */
  readonly settings?: readonly Field[];
  /** What it costs for these goods; none: it is not offered. Asked again inside the transaction that stores the order. */
  rates(context: DeliveryContext): MaybePromise<readonly DeliveryRate[]>;
  /** What the buyer says when it is chosen, such as a pick-up point; kept with the order under its label. */
  fields?(context: DeliveryContext): MaybePromise<readonly StoreField[]>;
  /** What is wrong with what was typed, beyond fields that are required and empty. */
  validate?(values: FieldValues, context: DeliveryContext): MaybePromise<readonly FieldProblem[]>;
}
