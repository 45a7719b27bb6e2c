import type { Adjustment, Order, OrderLine, MetaDisplay } from '../contract/index.js';

/**
 * A row of `store_order_adjustments`: a fee, a discount, or the name of a shipping method of a plugin. The price of
 * shipping is stored in the order row.
 */
export interface StoredAdjustment extends Omit<Adjustment, 'kind' | 'taxes'> {
  readonly kind: Adjustment['kind'] | 'delivery';
}

/** Metadata of an order as stored; only the shop owner sees entries without a label. */
export interface StoredMeta {
  readonly key: string;
  readonly value: string;
  readonly display?: MetaDisplay;
}

/** An order line with the fields that only the store itself needs. */
export interface OrderLineRecord extends OrderLine {
  readonly kind: 'physical' | 'digital';
}

/** An order with the fields that only the store itself needs. */
export interface OrderRecord extends Order {
  readonly lines: readonly OrderLineRecord[];
  /** Secret key in the URL of the order page, which opens without an account. Treat it like a password. */
  readonly key: string;
  /** Name of the shipping method at the time of ordering; empty for built-in methods. */
  readonly deliveryLabel: string;
  /** Tracking number or URL from the carrier; empty before the parcel is sent. */
  readonly tracking: string;
  /**
   * Payment deadline in UTC, until which the stock is reserved. Null when the order does not wait for payment, or has
   * no deadline.
   */
  readonly paymentDueAt: string | null;
}

/** An entry in an order's history. */
export interface OrderEvent {
  readonly id: number;
  /** UTC. */
  readonly at: string;
  /** User who made the change; 0 is the shop itself or a guest customer. */
  readonly userId: number;
  /** Equal to `to` for a note without a status change. */
  readonly from: string;
  readonly to: string;
  readonly note: string;
}

/** A refundable part of the order total. */
interface OrderPart {
  readonly label: string;
  /** Minor units, tax included. */
  readonly amount: number;
}

/** Returns the refundable parts of an order: order lines and fees with an amount above 0. */
export function orderParts({ lines, adjustments }: OrderRecord): readonly OrderPart[] {
  const goods = lines.map(({ name, quantity, total }) => ({ label: `${quantity} × ${name}`, amount: total }));
  return [
    ...goods,
    ...adjustments.filter(({ kind }) => kind === 'fee').map(({ label, amount }) => ({ label, amount })),
  ].filter(({ amount }) => amount > 0);
}

/** Labels of statuses and methods, including those registered by plugins. */
export interface OrderNames {
  status(id: string): string;
  payment(id: string): string;
}
