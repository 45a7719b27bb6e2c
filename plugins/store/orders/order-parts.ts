import type { OrderRecord } from './order-record.js';

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
