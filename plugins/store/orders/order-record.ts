import type { Adjustment, Order, OrderLine, ShownAs } from '../contract/index.js';

/** A row of `store_order_adjustments`: fees, discounts, and the name of a delivery that a plugin brought, whose price is the order's own. */
export interface StoredAdjustment extends Omit<Adjustment, 'kind' | 'taxes'> {
  readonly kind: Adjustment['kind'] | 'delivery';
}

/** Something kept with an order, as it is stored; without a label only the owner sees it. */
export interface StoredMeta {
  readonly key: string;
  readonly value: string;
  readonly shown?: ShownAs;
}

/** A line with what only the store itself needs. */
export interface OrderLineRecord extends OrderLine {
  readonly kind: 'physical' | 'digital';
}

/** An order with what only the store itself needs. */
export interface OrderRecord extends Order {
  readonly lines: readonly OrderLineRecord[];
  /** Opens the order's page without an account; as good as a password. */
  readonly key: string;
  /** The language it was ordered in, which its letters are written in. */
  readonly locale: string;
  /** What the delivery was called when it was ordered; empty for the store's own. */
  readonly deliveryLabel: string;
  /** The carrier's number or address of the parcel; empty before it is sent. */
  readonly tracking: string;
  /** UTC: until when it keeps what it took from stock without being paid; null when it does not wait, or waits for ever. */
  readonly payUntil: string | null;
}

/** One entry of an order's history. */
export interface OrderEvent {
  readonly id: number;
  /** UTC. */
  readonly at: string;
  /** Who did it; 0 is the shop itself or the customer as a guest. */
  readonly userId: number;
  /** Equal for a note without a step. */
  readonly from: string;
  readonly to: string;
  readonly note: string;
}

/** A row of what an order cost, that money may go back for. */
interface OrderPart {
  readonly label: string;
  /** Minor units, tax included. */
  readonly amount: number;
}

/** The rows of an order that cost something: its lines, and its fees. */
export function orderParts({ lines, adjustments }: OrderRecord): readonly OrderPart[] {
  const goods = lines.map(({ name, quantity, total }) => ({ label: `${quantity} × ${name}`, amount: total }));
  return [
    ...goods,
    ...adjustments.filter(({ kind }) => kind === 'fee').map(({ label, amount }) => ({ label, amount })),
  ].filter(({ amount }) => amount > 0);
}

/** What people call the parts of orders that plugins may have brought; given by the start. */
export interface OrderNames {
  status(id: string): string;
  payment(id: string): string;
}
