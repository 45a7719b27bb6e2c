import type { PluginScope } from 'plinth';
import type { Declarations } from '../declarations/declarations.js';
import { type ReadWithdrawals, refundKey, type StoreRefund } from '../declarations/withdrawals.js';
import type { Order } from '../store/shop.js';
import type { Quantities } from '../withdrawal/contracts.js';
import type { InvoiceLine } from './invoice.js';
import type { StoredInvoice } from './invoice-store.js';
import { UNITS } from './order-lines.js';
import { getTotal, invoiceSums } from './rate-sums.js';
import type { RefundTarget } from './reduce-lines.js';

/** A refund and the part of its amount that no invoice document states yet, in minor units. */
export interface UndocumentedRefund {
  readonly refund: StoreRefund;
  readonly amount: number;
}

/** Money received and refunded for an order. */
export interface OrderMoney {
  /** Minor units, including what was refunded since. */
  readonly received: number;
  /** UTC time of the last payment; empty while there is none. */
  readonly lastReceivedAt: string;
  /** Completed refunds, oldest first. */
  readonly refunds: readonly StoreRefund[];
}

/** Reads the refunds of orders. */
export interface OrderRefunds {
  read(orderId: number): Promise<OrderMoney>;
  /** Returns the lines that a refund is for: those of its withdrawal, or the part of the order that it names. */
  findTargets(refund: StoreRefund, order: Order, lines: readonly InvoiceLine[]): Promise<readonly RefundTarget[]>;
}

interface OrderRefundsDeps {
  readonly services: PluginScope['services'];
  readonly declarations: Pick<Declarations, 'listByOrder'>;
  readonly readWithdrawals: ReadWithdrawals;
}

/** Returns the index of the invoice line of an order line; -1 when there is none. */
function indexOfLine({ lines }: Order, invoiceLines: readonly InvoiceLine[], lineId: number): number {
  const exact = invoiceLines.findIndex(({ orderLineId }) => orderLineId === lineId);
  if (exact !== -1) return exact;
  // Invoices from before the IDs were stored have the lines of the order in the same positions.
  const index = lines.findIndex(({ id }) => id === lineId);
  const isSame = index !== -1 && invoiceLines[index]?.name === lines[index]?.name;
  return isSame && invoiceLines[index]?.orderLineId === undefined ? index : -1;
}

/** Returns the lines of a withdrawal. */
const targetsOfGoods = (
  order: Order,
  invoiceLines: readonly InvoiceLine[],
  quantities: Quantities,
): readonly RefundTarget[] =>
  [...quantities]
    .map(([lineId, quantity]) => ({ index: indexOfLine(order, invoiceLines, lineId), quantity }))
    .filter(({ index }) => index !== -1);

/** Returns the line of a part of the order, which the store names `2 × Mug`, or by the label of a fee. */
function targetsOfPart(order: Order, invoiceLines: readonly InvoiceLine[], part: string): readonly RefundTarget[] {
  const line = order.lines.find(({ name, quantity }) => `${quantity} × ${name}` === part);
  const index = line
    ? indexOfLine(order, invoiceLines, line.id)
    : invoiceLines.findIndex(({ name, unit }) => unit === UNITS.service && name === part);
  return index === -1 ? [] : [{ index }];
}

export function createOrderRefunds({ services, declarations, readWithdrawals }: OrderRefundsDeps): OrderRefunds {
  return {
    async read(orderId) {
      const [received, refunds] = [
        await services.get('store.payments').listReceived(orderId),
        await services.get('store.refunds').listByOrder(orderId),
      ];
      return {
        received: received.reduce((sum, { amount }) => sum + amount, 0),
        lastReceivedAt: received.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), ''),
        refunds: refunds.filter(({ state }) => state === 'done'),
      };
    },
    async findTargets(refund, order, lines) {
      const isWithdrawal = (await declarations.listByOrder(order.id)).some(
        (candidate) => refundKey(candidate) === refund.key,
      );
      const withdrawal = isWithdrawal
        ? (await readWithdrawals(order)).list.find(({ declaration }) => refundKey(declaration) === refund.key)
        : undefined;
      const goods = targetsOfGoods(order, lines, withdrawal?.quantities ?? new Map());
      return goods.length > 0 || refund.part === '' ? goods : targetsOfPart(order, lines, refund.part);
    },
  };
}

/**
 * Returns what of the refunds is not covered by an amount, which covers the oldest first.
 * @param covered minor units
 */
function listUncovered(refunds: readonly StoreRefund[], covered: number): readonly UndocumentedRefund[] {
  let left = covered;
  return refunds.flatMap((refund) => {
    const taken = Math.min(left, refund.amount);
    left -= taken;
    return taken < refund.amount ? [{ refund, amount: refund.amount - taken }] : [];
  });
}

/**
 * Returns the refunds to deduct from an invoice that is issued now. Money that was paid beyond the total of the order,
 * and came back, is no part of its price.
 * @param total total of the order, in minor units
 */
export const listDeductible = ({ received, refunds }: OrderMoney, total: number): readonly UndocumentedRefund[] =>
  listUncovered(refunds, Math.max(0, received - total));

/**
 * Returns the refunds that an invoice and its corrections do not state, oldest first. Corrections that the shop owner
 * issued, and money that was paid beyond the invoice, cover the oldest refunds.
 * @param documents invoice of an order, followed by its corrections
 */
export function listUncorrected(
  documents: readonly StoredInvoice[],
  { received, refunds }: OrderMoney,
): readonly UndocumentedRefund[] {
  const [invoice, ...corrections] = documents;
  if (!invoice) return [];
  const deducted = invoice.deductedRefunds ?? [];
  const deductedSum = deducted.reduce((sum, { amount }) => sum + amount, 0);
  const overpaid = Math.max(0, received - getTotal(invoiceSums(invoice)) - deductedSum);
  const corrected = corrections
    .filter(({ correction }) => correction?.refundId === undefined)
    .reduce((sum, document) => sum - getTotal(invoiceSums(document)), 0);
  const stated = new Map(deducted.map(({ id, amount }) => [id, amount]));
  for (const document of corrections)
    if (document.correction?.refundId !== undefined)
      stated.set(document.correction.refundId, -getTotal(invoiceSums(document)));
  const covered = refunds.reduce(
    (sum, { id, amount }) => sum + (stated.has(id) ? amount - (stated.get(id) ?? 0) : 0),
    0,
  );
  return listUncovered(
    refunds.filter(({ id }) => !stated.has(id)),
    Math.max(0, overpaid + corrected - covered),
  );
}
