import type { PluginScope, Services } from 'plinth';
import type { Order } from '../store/shop.js';
import type { Quantities } from '../withdrawal/contracts.js';
import type { Deadline, Deadlines } from '../withdrawal/deadlines.js';
import type { Declaration, Declarations } from './declarations.js';
import { countWithdrawals, type WithdrawalCount } from './quantities.js';

export type StoreRefund = Awaited<ReturnType<Services['store.refunds']['listByOrder']>>[number];

/** A withdrawal from an order, with its refund. */
export interface OrderWithdrawal {
  readonly declaration: Declaration;
  /** Quantities that it withdraws; undefined when it names the items as free text only. */
  readonly quantities: Quantities | undefined;
  /** Its refund; undefined while there is none, or when the payment provider declined it. */
  readonly refund: StoreRefund | undefined;
}

/** The withdrawals from an order, oldest first. */
export interface OrderWithdrawals extends WithdrawalCount {
  readonly list: readonly OrderWithdrawal[];
  readonly deadline: Deadline;
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

export function createReadWithdrawals({ services, declarations, deadlines }: WithdrawalsDeps): ReadWithdrawals {
  return async (order) => {
    const deadline = await deadlines(order);
    const all = await declarations.listByOrder(order.id);
    const count = countWithdrawals(deadline.contract.lines, all);
    const refunds =
      all.length > 0 && services.has('store.refunds') ? await services.get('store.refunds').listByOrder(order.id) : [];
    return {
      ...count,
      deadline,
      list: all.map((declaration) => ({
        declaration,
        quantities: count.byDeclaration.get(declaration.id),
        refund: refunds.find(({ key, state }) => key === refundKey(declaration) && state !== 'refused'),
      })),
    };
  };
}
