import type { PageRequest, PluginScope } from 'plinth';
import type { Declaration, Declarations } from '../declarations/declarations.js';
import type { Receipts } from '../declarations/receipts.js';
import type { ReceiptStates } from '../declarations/receipt-states.js';
import type { ReceiptStatus } from '../declarations/tables.js';

interface ReceiptActionDeps {
  readonly scope: Pick<PluginScope, '__' | 'addNotice' | 'audit' | 'db'>;
  readonly declarations: Pick<Declarations, 'get'>;
  readonly receipts: Pick<Receipts, 'resend'>;
  readonly receiptStates: Pick<ReceiptStates, 'setStatus'>;
}

/** Returns the state of a receipt as shown to the shop owner; empty when none is due. */
export function receiptStatusText(
  { __, _n }: Pick<PluginScope, '__' | '_n'>,
  { status, attempts }: Declaration['receipt'],
): string {
  const texts: Readonly<Record<ReceiptStatus, string>> = {
    none: '',
    queued: __('Waiting because of the limit on emails'),
    pending: __('Being sent'),
    sent: __('Sent'),
    filed: __('Not sent: saved to the mail folder, since there is no mail server'),
    failed: _n('Not sent yet: %d attempt failed', 'Not sent yet: %d attempts failed', attempts),
    refused: __('Rejected by the mail server'),
  };
  return texts[status];
}

/** Returns the fields of a declaration's row about its receipt. */
export function receiptRow(scope: Pick<PluginScope, '__' | '_n'>, { receipt }: Pick<Declaration, 'receipt'>): object {
  return {
    receiptStatus: receiptStatusText(scope, receipt),
    receiptUnsent: receipt.status !== 'none' && receipt.status !== 'sent',
  };
}

/** Creates the handler of the buttons with which the shop owner settles a receipt that was not sent. */
export function createReceiptActions({
  scope,
  declarations,
  receipts,
  receiptStates,
}: ReceiptActionDeps): (request: PageRequest, declaration: Declaration | undefined) => Promise<void> {
  const { __ } = scope;

  async function resend(request: PageRequest, id: number): Promise<void> {
    await receipts.resend(id);
    const status = (await declarations.get(id))?.receipt.status;
    if (status === 'sent') return scope.addNotice(request, 'success', __('The confirmation was sent.'));
    scope.addNotice(request, 'error', __('The confirmation could not be sent. See its status below.'));
  }

  return async (request, declaration) => {
    if (!declaration || declaration.receipt.status === 'none' || declaration.receipt.status === 'sent')
      return scope.addNotice(request, 'error', __('This confirmation is no longer unsent.'));
    const { id, kind, receipt } = declaration;
    const isElsewhere = request.field('receipt') === 'elsewhere';
    await scope.audit.record({
      action: isElsewhere ? 'compliance.receipt_confirmed_elsewhere' : 'compliance.receipt_resent',
      subject: { kind, id },
      details: { from: receipt.status },
    });
    if (!isElsewhere) return resend(request, id);
    await receiptStates.setStatus(id, 'none');
    scope.addNotice(request, 'success', __('The declaration is now marked as confirmed another way.'));
  };
}
