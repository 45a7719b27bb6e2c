import type { PluginScope, Services } from 'plinth';
import type { Order } from '../store/shop.js';
import type { Quantities } from '../withdrawal/contracts.js';
import { calculateRefund } from '../withdrawal/refund-amount.js';
import type { Deadline, Deadlines } from '../withdrawal/deadlines.js';
import type { Declaration, Declarations } from './declarations.js';
import { countWithdrawals, type WithdrawalCount } from './quantities.js';

export type StoreRefund = Awaited<ReturnType<Services['store.refunds']['listByOrder']>>[number];

/** A withdrawal from an order, with its refund. */
export interface OrderWithdrawal {
  readonly declaration: Declaration;
  /** Quantities that it withdraws; undefined when it names the items as free text only. */
  readonly quantities: Quantities | undefined;
  /**
   * Its refund, also one of exactly the amount due that was made later on among the payments of the order; undefined
   * while there is none, or when the payment provider declined it.
   */
  readonly refund: StoreRefund | undefined;
}

/** The withdrawals from an order, oldest first. */
export interface OrderWithdrawals extends WithdrawalCount {
  readonly list: readonly OrderWithdrawal[];
  readonly deadline: Deadline;
  /** Refunds of the order that belong to no withdrawal, in minor units. */
  readonly otherRefunds: number;
}

/** Reads the withdrawals from an order, counted per piece. */
export type ReadWithdrawals = (order: Order) => Promise<OrderWithdrawals>;

interface WithdrawalsDeps {
  readonly services: PluginScope['services'];
  readonly declarations: Pick<Declarations, 'listByOrder'>;
  readonly deadlines: Deadlines;
}

/** Length of a refund's key in digits. */
const KEY_LENGTH = 32;

/** Returns the key of a withdrawal's refund; derived from the declaration, so that it is refunded only once. */
export const refundKey = ({ hash }: Pick<Declaration, 'hash'>): string => hash.slice(0, KEY_LENGTH);

const isUsable = ({ state }: StoreRefund): boolean => state !== 'refused';

/** Finds the refund of each withdrawal: its own one, or another of exactly the amount due that was made after it. */
function findRefunds(
  order: Order,
  lines: Deadline['contract']['lines'],
  all: readonly Declaration[],
  { byDeclaration }: WithdrawalCount,
  refunds: readonly StoreRefund[],
): ReadonlyMap<number, StoreRefund> {
  const keys = new Set(all.map(refundKey));
  const others = refunds.filter((refund) => isUsable(refund) && !keys.has(refund.key));
  const earlier = new Map<number, number>();
  const found = new Map<number, StoreRefund>();
  for (const declaration of all) {
    const quantities = byDeclaration.get(declaration.id) ?? new Map<number, number>();
    const due = calculateRefund(order, lines, { earlier, own: quantities, cheapestDelivery: null });
    for (const [lineId, quantity] of quantities) earlier.set(lineId, (earlier.get(lineId) ?? 0) + quantity);
    const own = refunds.find((refund) => isUsable(refund) && refund.key === refundKey(declaration));
    const at = others.findIndex(({ amount, createdAt }) => amount === due && createdAt >= declaration.createdAt);
    const [other] = own || declaration.status !== 'accepted' || due === 0 || at < 0 ? [] : others.splice(at, 1);
    const refund = own ?? other;
    if (refund) found.set(declaration.id, refund);
  }
  return found;
}

export function createReadWithdrawals({ services, declarations, deadlines }: WithdrawalsDeps): ReadWithdrawals {
  return async (order) => {
    const deadline = await deadlines(order);
    const all = await declarations.listByOrder(order.id);
    const count = countWithdrawals(deadline.contract.lines, all);
    const refunds =
      all.length > 0 && services.has('store.refunds') ? await services.get('store.refunds').listByOrder(order.id) : [];
    const refundOf = findRefunds(order, deadline.contract.lines, all, count, refunds);
    const ofWithdrawals = new Set(refundOf.values());
    return {
      ...count,
      deadline,
      otherRefunds: refunds
        .filter((refund) => isUsable(refund) && !ofWithdrawals.has(refund))
        .reduce((sum, { amount }) => sum + amount, 0),
      list: all.map((declaration) => ({
        declaration,
        quantities: count.byDeclaration.get(declaration.id),
        refund: refundOf.get(declaration.id),
      })),
    };
  };
}
