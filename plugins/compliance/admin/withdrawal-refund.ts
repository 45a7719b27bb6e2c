import { PlinthError, type PageRequest, type PluginScope, parseAmount } from 'plinth';
import type { Declaration } from '../declarations/declarations.js';
import { parseQuantities } from '../declarations/quantities.js';
import { type OrderWithdrawal, type OrderWithdrawals, refundKey } from '../declarations/withdrawals.js';
import type { Catalog, Order } from '../store/shop.js';
import { calculateRefund } from '../withdrawal/refund-amount.js';

/** Maximum length of a refund item's description, in characters. */
const MAX_PART_LENGTH = 190;

/** Returns the name of a declaration's field on the order screen. */
export const fieldName = (part: string, { id }: Declaration): string => `withdrawal_${part}_${id}`;

/** Functions for amounts in the shop's currency, in minor units. */
export interface Amounts {
  /** Returns the number of decimal places of the currency. */
  digits(): number;
  /** Returns an amount for a form field. */
  toFieldValue(minor: number): string;
  /** Returns an amount formatted for display. */
  format(minor: number): string;
}

export function createAmounts(scope: Pick<PluginScope, 'locale'>, catalog: () => Catalog | undefined): Amounts {
  const digits = (): number => catalog()?.currencyDigits() ?? 2;
  return {
    digits,
    toFieldValue: (minor) => (minor / 10 ** digits()).toFixed(digits()),
    format: (minor) =>
      new Intl.NumberFormat(scope.locale().replace('_', '-'), {
        minimumFractionDigits: digits(),
        maximumFractionDigits: digits(),
      }).format(minor / 10 ** digits()),
  };
}

/**
 * Returns the amount due for a withdrawal, in minor units; null when it names the items as free text only.
 * @param cheapestDelivery price of the least expensive standard delivery; null when unknown
 */
export function amountDue(
  order: Order,
  { list, deadline }: OrderWithdrawals,
  { declaration, quantities }: OrderWithdrawal,
  cheapestDelivery: number | null,
): number | null {
  if (!quantities) return null;
  const earlier = new Map<number, number>();
  for (const refund of list)
    if (refund.declaration.id < declaration.id)
      for (const [lineId, quantity] of refund.quantities ?? [])
        earlier.set(lineId, (earlier.get(lineId) ?? 0) + quantity);
  return calculateRefund(order, deadline.contract.lines, { earlier, own: quantities, cheapestDelivery });
}

/**
 * Refunds the amount entered for a withdrawal, through the store.
 * @param due amount due, in minor units; null when it is unknown
 */
export type RefundWithdrawal = (
  order: Order,
  declaration: Declaration,
  request: PageRequest,
  due: number | null,
) => Promise<void>;

export function createRefundWithdrawal(
  scope: PluginScope,
  { digits, toFieldValue, format }: Amounts,
): RefundWithdrawal {
  const { __ } = scope;

  /** Returns the refund reason in the customer's language, for their email. */
  function translateReason({ id, locale }: Declaration): string {
    const switched = scope.switchToLocale(locale);
    const reason = __('Withdrawal %s', id);
    if (switched) scope.restorePreviousLocale();
    return reason;
  }

  function amountProblem(amountText: string, readings: readonly [string, string] | undefined): string {
    return readings
      ? __('%1$s could mean %2$s or %3$s. Enter one of these amounts.', amountText, ...readings)
      : __('Enter an amount such as %s.', toFieldValue(15 * 10 ** digits()));
  }

  function successText(state: string, isManual: boolean): string {
    if (state === 'done') return __('Refund complete.');
    return isManual
      ? __('Refund recorded. Send the money, then mark it as sent in the payments of this order.')
      : __('Refund requested. Check the payments of this order to see when it is complete.');
  }

  return async (order, declaration, request, due) => {
    const selectedId = request.field(fieldName('refund', declaration));
    const payment = (await scope.services.get('store.refunds').refundable(order.id)).find(
      ({ paymentId }) => String(paymentId) === selectedId,
    );
    if (!payment)
      return selectedId === ''
        ? undefined
        : scope.addNotice(request, 'error', __('This payment has already been refunded in full.'));
    const amountText = request.field(fieldName('amount', declaration)).trim();
    const parsedAmount = parseAmount(amountText, digits());
    if (!('minor' in parsedAmount) || parsedAmount.minor < 0)
      return scope.addNotice(
        request,
        'error',
        amountProblem(amountText, 'interpretations' in parsedAmount ? parsedAmount.interpretations : undefined),
      );
    const amount = parsedAmount.minor;
    if (due !== null && amount > due)
      return scope.addNotice(
        request,
        'error',
        __(
          'At most %1$s %2$s is due for this withdrawal. To refund more, use the payments of this order.',
          format(due),
          order.currency,
        ),
      );
    const account = payment.isManual ? request.field(fieldName('account', declaration)).trim() : null;
    const part =
      parseQuantities(declaration.fields.quantities ?? '').size === 0
        ? ''
        : (declaration.fields.items ?? '').replaceAll('\n', ', ').slice(0, MAX_PART_LENGTH);
    try {
      const { state, message } = await scope.services.get('store.refunds').refund({
        orderId: order.id,
        paymentId: payment.paymentId,
        amount,
        reason: translateReason(declaration),
        restock: false,
        account,
        part,
        key: refundKey(declaration),
      });
      if (state === 'refused')
        scope.addNotice(request, 'error', __('The payment provider declined the refund: %s', message));
      else scope.addNotice(request, 'success', successText(state, account !== null));
    } catch (error) {
      if (!(error instanceof PlinthError) || error.code !== 'store_refund_rejected') throw error;
      scope.addNotice(request, 'error', `${error.message} ${error.hint}`);
    }
  };
}
