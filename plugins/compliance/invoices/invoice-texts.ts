import type { PlinthError, PluginScope } from 'plinth';
import type { InvoiceState } from './tables.js';

/** What a state is called, and how it is marked. */
export function stateView(
  state: InvoiceState,
  { __ }: Pick<PluginScope, '__'>,
): { readonly stateText: string; readonly tag: string } {
  const texts = {
    pending: __('Issued, not exported'),
    exported: __('Exported'),
    sent: __('In KSeF'),
    refused: __('Refused by KSeF'),
  };
  return {
    stateText: texts[state],
    tag: { pending: 'pending', exported: 'recommended', sent: 'good', refused: 'critical' }[state],
  };
}

/** Why there is no invoice, in the language of the reader. */
export function refusalText({ code, message, details }: PlinthError, { __ }: Pick<PluginScope, '__'>): string {
  const byHand = __('Write this invoice by hand in your accounting.');
  switch (code) {
    case 'invoice_not_due':
      return __(
        'This order gets no invoice: it has no NIP, or was cancelled. Consumers get one when they asked for it and “Invoices for consumers” is on in the settings.',
      );
    case 'invoice_currency':
      return `${__('The order is in another currency than złoty, and its tax would have to be told in złoty at a day’s rate, which the shop does not know.')} ${byHand}`;
    case 'invoice_seller_incomplete':
      return __(
        'The name, address or NIP of your company is missing: fill them in under Compliance → Settings → General settings.',
      );
    case 'invoice_rate_unknown':
      return `${__('A line has a rate of tax that is none in Poland: %s percent.', Number(details?.rate ?? 0))} ${byHand}`;
    case 'invoice_sums_differ':
      return `${__('The tax of the order cannot be told apart by rate to the grosz.')} ${byHand}`;
    case 'invoice_correction_wrong':
      return __('A correction needs a reason, and fewer of at least one line; no more than there are.');
    case 'invoice_correction_early':
      return __('This invoice is not in KSeF yet: send it first. A refused one is written anew, not corrected.');
    case 'invoice_ksef_number_wrong':
      return __('This is no number of KSeF: copy it as KSeF shows it.');
    default:
      return message;
  }
}
