import type { PluginScope } from 'plinth';
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
