import type { Adjustment, Order, OrderLine, ShownAs } from '../contract/index.js';

/**
 * A row of `store_order_adjustments`: fees, discounts, and the name of a shipping method provided by a plugin, whose
 * price is stored with the order itself.
 */
export interface StoredAdjustment extends Omit<Adjustment, 'kind' | 'taxes'> {
  readonly kind: Adjustment['kind'] | 'delivery';
}

/** Metadata of an order as stored; only the shop owner sees entries without a label. */
export interface StoredMeta {
  readonly key: string;
  readonly value: string;
  readonly display?: ShownAs;
}

/** An order line with the fields that only the store itself needs. */
export interface OrderLineRecord extends OrderLine {
  readonly kind: 'physical' | 'digital';
}

/** An order with the fields that only the store itself needs. */
export interface OrderRecord extends Order {
  readonly lines: readonly OrderLineRecord[];
  /** Opens the order's page without an account; as sensitive as a password. */
  readonly key: string;
  /** Locale in which the order was placed; emails about it are written in this language. */
  readonly locale: string;
  /** Name of the shipping method at the time of ordering; empty for the store's own methods. */
  readonly deliveryLabel: string;
  /** Tracking number or URL from the carrier; empty before the parcel is sent. */
  readonly tracking: string;
  /**
   * End of the stock reservation while the order is unpaid, UTC; null when the order does not wait for payment, or
   * waits indefinitely.
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

/** A row of an order's cost that can be refunded. */
interface OrderPart {
  readonly label: string;
  /** Minor units, tax included. */
  readonly amount: number;
}

/** Returns the rows of an order that cost something: its lines and its fees. */
export function orderParts({ lines, adjustments }: OrderRecord): readonly OrderPart[] {
  const goods = lines.map(({ name, quantity, total }) => ({ label: `${quantity} × ${name}`, amount: total }));
  return [
    ...goods,
    ...adjustments.filter(({ kind }) => kind === 'fee').map(({ label, amount }) => ({ label, amount })),
  ].filter(({ amount }) => amount > 0);
}

/** Display names of order parts that plugins may have added; provided at bootstrap. */
export interface OrderNames {
  status(id: string): string;
  payment(id: string): string;
}
