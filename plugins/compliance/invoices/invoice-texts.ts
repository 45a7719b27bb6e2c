import type { PlinthError, PluginScope } from 'plinth';
import type { InvoiceState } from './tables.js';

/**
 * Returns the label and style of a state.
 * @param hasKsef whether the shop uses KSeF; without it, a document that was not sent there is simply issued
 */
export function stateView(
  state: InvoiceState,
  { __ }: Pick<PluginScope, '__'>,
  hasKsef: boolean,
): { readonly stateText: string; readonly tag: string } {
  if (!hasKsef && (state === 'pending' || state === 'exported')) return { stateText: __('Issued'), tag: 'good' };
  const texts = {
    pending: __('Issued, not exported'),
    exported: __('Exported'),
    sent: __('In KSeF'),
    refused: __('Rejected by KSeF'),
  };
  return {
    stateText: texts[state],
    tag: { pending: 'pending', exported: 'recommended', sent: 'good', refused: 'critical' }[state],
  };
}

/** Returns the reason why there is no invoice, in the language of the user. */
export function refusalText({ code, message, details }: PlinthError, { __ }: Pick<PluginScope, '__'>): string {
  const manualHint = __('Issue this invoice manually in your accounting software.');
  switch (code) {
    case 'invoice_not_due':
      return __(
        'No invoice can be issued for this order: it has no NIP or was canceled. Consumers get an invoice if they asked for one and “Invoices for consumers” is turned on in the settings.',
      );
    case 'invoice_issued_elsewhere':
      return __('The invoice for this order was issued in another program.');
    case 'invoice_currency_invalid':
      return `${__('The order isn’t in złoty. Its tax must be stated in złoty at the exchange rate of the day, which the shop doesn’t know.')} ${manualHint}`;
    case 'invoice_seller_incomplete':
      return __(
        'Your company’s name, address, or NIP is missing. Enter it under Compliance → Settings → General settings.',
      );
    case 'invoice_rate_not_found':
      return `${__('A line has a tax rate that doesn’t exist in Poland: %s percent.', Number(details?.rate ?? 0))} ${manualHint}`;
    case 'invoice_sums_differ':
      return `${__('The tax on this order can’t be split exactly by rate.')} ${manualHint}`;
    case 'invoice_correction_invalid':
      return __(
        'Enter a reason and a lower quantity for at least one line; quantities can’t be higher than on the invoice.',
      );
    case 'invoice_correction_too_early':
      return __('This invoice isn’t in KSeF yet. Send it first. A rejected invoice must be reissued, not corrected.');
    case 'invoice_ksef_number_invalid':
      return __('Enter a valid KSeF number exactly as shown in KSeF.');
    default:
      return message;
  }
}
