import type { PageRequest, PluginScope } from 'plinth';
import type { Declarations } from '../declarations/declarations.js';
import type { Receipts } from '../declarations/receipts.js';
import { listVisibleFields } from '../declarations/shown-fields.js';
import type { Settings } from '../settings/settings.js';
import type { Catalog, Order } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import { deadlineLabel } from './deadline-text.js';
import type { DecisionHandler } from './decisions.js';
import { receiptStatusText } from './receipt-actions.js';
import { createAmounts, createRefundWithdrawal, refundableAmount, fieldName } from './withdrawal-refund.js';
import { registerWithdrawalEntryBox } from './withdrawal-entry-meta-box.js';

export interface WithdrawalBoxParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
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
  const { settings, deadlines, declarations, catalog } = parts;
  const { __ } = scope;
  const amounts = createAmounts(scope, catalog);
  const refund = createRefundWithdrawal(scope, amounts);

  async function render(order: Order): Promise<string> {
    const all = (await settings.values()).flag('withdrawal_enabled') ? await declarations.listByOrder(order.id) : [];
    if (all.length === 0) return '';
    const deadline = await deadlines(order);
    const payments = await scope.services.get('store.refunds').refundable(order.id);
    const statuses = { recorded: __('New'), accepted: __('Accepted'), rejected: __('Declined') };
    scope.useAsset('compliance-admin');
    return scope.render('admin/order-withdrawals', {
      declarations: all.map((declaration) => ({
        id: declaration.id,
        status: statuses[declaration.status],
        tag: { recorded: 'pending', accepted: 'good', rejected: 'trash' }[declaration.status],
        open: declaration.status === 'recorded',
        accepted: declaration.status === 'accepted',
        at: declaration.createdAt,
        late: declaration.late,
        deadline: deadlineLabel(scope, deadline, declaration),
        facts: listVisibleFields(scope, declaration.fields),
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
        due: amounts.toFieldValue(refundableAmount(order, declaration)),
        dueText: amounts.format(refundableAmount(order, declaration)),
        currency: order.currency,
        payments: payments.map((payment) => ({
          ...payment,
          left: `${amounts.format(payment.remainingAmount)} ${payment.currency}`,
        })),
      })),
    });
  }

  async function save(order: Order, request: PageRequest): Promise<void> {
    for (const declaration of await declarations.listByOrder(order.id)) {
      const status = request.field(fieldName('decide', declaration));
      if (declaration.status === 'recorded' && status !== '') {
        const { kind, text } = await decide(declaration, status, request.field(fieldName('reasons', declaration)));
        scope.addNotice(request, kind, text);
      }
      if (declaration.status === 'accepted') await refund(order, declaration, request);
    }
  }

  scope.addAction('store/booted', ({ orderBoxes }) =>
    orderBoxes.register({ id: 'withdrawals', title: () => __('Withdrawals'), render, save }),
  );
  registerWithdrawalEntryBox(scope, parts);
}
