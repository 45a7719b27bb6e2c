import type { PageRequest, PluginScope } from 'plinth';
import type { Declarations } from '../declarations/declarations.js';
import type { Receipts } from '../declarations/receipts.js';
import { listVisibleFields } from '../declarations/shown-fields.js';
import type { Settings } from '../settings/settings.js';
import type { Catalog, Order } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { ContractLine } from '../withdrawal/contracts.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import { deadlineLabel } from './deadline-text.js';
import type { DecisionHandler } from './decisions.js';
import { receiptStatusText } from './receipt-actions.js';
import { findCheapestDelivery } from '../withdrawal/cheapest-delivery.js';
import { formatQuantities } from '../declarations/quantities.js';
import type { OrderWithdrawal, ReadWithdrawals } from '../declarations/withdrawals.js';
import { amountDue, createAmounts, createRefundWithdrawal, fieldName } from './withdrawal-refund.js';
import { registerWithdrawalEntryBox } from './withdrawal-entry-meta-box.js';

export interface WithdrawalBoxParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly readWithdrawals: ReadWithdrawals;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  catalog(): Catalog | undefined;
}

/**
 * Registers the meta boxes of the order screen for withdrawals: those received, decisions on them, refunds, and the
 * entry of withdrawals received on paper or by telephone.
 */
export function registerWithdrawalMetaBoxes(
  scope: PluginScope,
  parts: WithdrawalBoxParts,
  decide: DecisionHandler,
): void {
  const { settings, readWithdrawals, catalog } = parts;
  const { __ } = scope;
  const amounts = createAmounts(scope, catalog);
  const refund = createRefundWithdrawal(scope, amounts);

  const statuses = {
    recorded: () => __('New'),
    accepted: () => __('Accepted'),
    rejected: () => __('Declined'),
  };
  const refundStates = {
    requested: () => __('requested'),
    waiting: () => __('requested'),
    done: () => __('sent'),
    refused: () => '',
  };

  /** Returns what is shown of a refund. */
  const toRefundText = ({ refund: withdrawalRefund }: OrderWithdrawal, currency: string): string =>
    withdrawalRefund
      ? `${amounts.format(withdrawalRefund.amount)} ${currency} · ${refundStates[withdrawalRefund.state]()}`
      : '';

  /** Returns a note about a declaration that is not, or not wholly, counted; empty for all others. */
  function countNote({ declaration, quantities }: OrderWithdrawal, lines: readonly ContractLine[]): string {
    if (!quantities)
      return __('The items were entered as free text. Check which ones the customer has already withdrawn from.');
    if (declaration.status === 'rejected') return '';
    if (quantities.size === 0)
      return __('The customer has already withdrawn from all of these items: no refund is due.');
    const counted = formatQuantities(lines, quantities);
    return counted === (declaration.fields.items ?? '') ? '' : __('Counted: %s', counted.replaceAll('\n', ', '));
  }

  async function render(order: Order): Promise<string> {
    if (!(await settings.values()).flag('withdrawal_enabled')) return '';
    const withdrawals = await readWithdrawals(order);
    const { list, deadline, otherRefunds } = withdrawals;
    if (list.length === 0) return '';
    const payments = await scope.services.get('store.refunds').refundable(order.id);
    const cheapestDelivery = await findCheapestDelivery(scope, order);
    scope.useAsset('compliance-admin');
    return scope.render('admin/order-withdrawals', {
      otherRefunds: otherRefunds > 0 ? `${amounts.format(otherRefunds)} ${order.currency}` : '',
      declarations: list.map((withdrawal) => {
        const { declaration } = withdrawal;
        const due = amountDue(order, withdrawals, withdrawal, cheapestDelivery);
        return {
          id: declaration.id,
          status: statuses[declaration.status](),
          tag: { recorded: 'pending', accepted: 'good', rejected: 'trash' }[declaration.status],
          open: declaration.status === 'recorded',
          refundable: declaration.status === 'accepted' && !withdrawal.refund && due !== 0,
          createdAt: declaration.createdAt,
          late: declaration.late,
          deadline: deadlineLabel(scope, deadline, declaration),
          facts: listVisibleFields(scope, declaration.fields),
          countNote: countNote(withdrawal, deadline.contract.lines),
          refunded: toRefundText(withdrawal, order.currency),
          decision: declaration.decision,
          receipt: declaration.receipt,
          receiptStatus: receiptStatusText(scope, declaration.receipt),
          hash: declaration.hash,
          decide: fieldName('decide', declaration),
          reasons: fieldName('reasons', declaration),
          refund: fieldName('refund', declaration),
          amount: fieldName('amount', declaration),
          account: fieldName('account', declaration),
          byHand: payments.some(({ isManual }) => isManual),
          due: due === null ? '' : amounts.toFieldValue(due),
          dueText: due === null ? '' : amounts.format(due),
          currency: order.currency,
          payments: payments.map((payment) => ({
            ...payment,
            left: `${amounts.format(payment.remainingAmount)} ${payment.currency}`,
          })),
        };
      }),
    });
  }

  async function save(order: Order, request: PageRequest): Promise<void> {
    const withdrawals = await readWithdrawals(order);
    for (const withdrawal of withdrawals.list) {
      const { declaration } = withdrawal;
      const status = request.field(fieldName('decide', declaration));
      if (declaration.status === 'recorded' && status !== '') {
        const { kind, text } = await decide(declaration, status, request.field(fieldName('reasons', declaration)));
        scope.addNotice(request, kind, text);
      }
      if (declaration.status === 'accepted' && !withdrawal.refund)
        await refund(
          order,
          declaration,
          request,
          amountDue(order, withdrawals, withdrawal, await findCheapestDelivery(scope, order)),
        );
    }
  }

  scope.addAction('store/booted', ({ orderBoxes }) =>
    orderBoxes.register({ id: 'withdrawals', title: () => __('Withdrawals'), render, save }),
  );
  registerWithdrawalEntryBox(scope, parts);
}
