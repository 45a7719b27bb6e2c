import type { PageRequest, PluginScope } from 'plinth';
import type { ReadOrder } from '../store/shop.js';
import type { Contracts } from '../withdrawal/contracts.js';
import { getExceptionTexts } from '../withdrawal/exceptions.js';
import type { Declaration } from './declarations.js';
import type { ReadWithdrawals } from './withdrawals.js';

/** An order line that can be withdrawn from, as shown in the form. */
export interface SubjectLine {
  readonly lineId: number;
  readonly name: string;
  readonly sku: string;
  /** Quantity not withdrawn from yet. */
  readonly quantity: number;
  /** Quantity withdrawn from before. */
  readonly withdrawn: number;
  /** Reason that may exclude the right of withdrawal; '' for most lines. */
  readonly note: string;
}

/** Order for which a form was opened through the order's own URL. */
export interface OrderSubject {
  readonly orderId: number;
  readonly token: string;
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly lines: readonly SubjectLine[];
  /** Earlier withdrawal after which nothing is left to withdraw from; undefined when something is left. */
  readonly finalWithdrawal: Declaration | undefined;
  isInTime(declared: string): boolean;
}

interface OrderSubjectDeps {
  readonly scope: Pick<PluginScope, '__' | 'cache'>;
  readonly contracts: Contracts;
  readonly readWithdrawals: ReadWithdrawals;
  readonly readOrder: ReadOrder;
}

/** Name of the form field and URL parameter with an order's token. */
export const CONTRACT_FIELD = 'contract';

/** Finds the order of a form request, by the token that only its customer has. */
export function createOrderSubjects({
  scope,
  contracts,
  readWithdrawals,
  readOrder,
}: OrderSubjectDeps): (request: Pick<PageRequest, 'field'>) => Promise<OrderSubject | undefined> {
  return async (request) => {
    const token = request.field(CONTRACT_FIELD);
    if (token === '') return undefined;
    scope.cache.bypass();
    const id = await contracts.orderOf(token);
    const foundOrder = await readOrder(id);
    if (!foundOrder) return undefined;
    const { list, remaining, finalId, deadline } = await readWithdrawals(foundOrder);
    const { contract, isInTime } = deadline;
    const labels = getExceptionTexts(scope);
    return {
      orderId: id,
      token,
      number: foundOrder.number,
      name: `${foundOrder.billing.firstName} ${foundOrder.billing.lastName}`.trim(),
      email: foundOrder.billing.email,
      isInTime,
      finalWithdrawal: [...remaining.values()].some((quantity) => quantity > 0)
        ? undefined
        : (list.find(({ declaration }) => declaration.id === finalId) ?? list.at(-1))?.declaration,
      lines: contract.lines.map(({ lineId, name, sku, quantity, exception }) => ({
        lineId,
        name,
        sku,
        quantity: remaining.get(lineId) ?? 0,
        withdrawn: quantity - (remaining.get(lineId) ?? 0),
        note: exception === 0 ? '' : labels[exception],
      })),
    };
  };
}
