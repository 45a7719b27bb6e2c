import type { PageRequest, PluginScope } from 'plinth';
import type { ReadOrder } from '../store/shop.js';
import type { Contracts } from '../withdrawal/contracts.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import { exceptionText } from '../withdrawal/exceptions.js';

/** A line that can be withdrawn from, as the form shows it. */
export interface SubjectLine {
  readonly lineId: number;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  /** What may exclude the right; '' for nearly all. */
  readonly note: string;
}

/** The order that a form was opened for by its own address. */
export interface OrderSubject {
  readonly orderId: number;
  readonly token: string;
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly lines: readonly SubjectLine[];
  isInTime(declared: string): boolean;
}

interface OrderSubjectDeps {
  readonly scope: Pick<PluginScope, '__' | 'doNotCache'>;
  readonly contracts: Contracts;
  readonly deadlines: Deadlines;
  readonly readOrder: ReadOrder;
}

/** The field and the part of the address that hold an order's token. */
export const CONTRACT_FIELD = 'contract';

/** Finds the order that a request's form is about, by the token that only its customer has. */
export function createOrderSubjects({
  scope,
  contracts,
  deadlines,
  readOrder,
}: OrderSubjectDeps): (request: Pick<PageRequest, 'field'>) => Promise<OrderSubject | undefined> {
  return async (request) => {
    const token = request.field(CONTRACT_FIELD);
    if (token === '') return undefined;
    scope.doNotCache();
    const id = await contracts.orderOf(token);
    const found = await readOrder(id);
    if (!found) return undefined;
    const { contract, isInTime } = await deadlines(found);
    const labels = exceptionText(scope);
    return {
      orderId: id,
      token,
      number: found.number,
      name: `${found.billing.firstName} ${found.billing.lastName}`.trim(),
      email: found.billing.email,
      isInTime,
      lines: contract.lines.map(({ lineId, name, sku, quantity, exception }) => ({
        lineId,
        name,
        sku,
        quantity,
        note: exception === 0 ? '' : labels[exception],
      })),
    };
  };
}
