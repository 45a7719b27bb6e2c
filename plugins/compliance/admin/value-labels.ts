import type { PluginScope } from 'plinth';

/** What the values of a setting are called. */
export function valueLabel(key: string, value: string, { __ }: Pick<PluginScope, '__'>): string {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    nip_display: { always: __('Always'), invoice: __('After “I want an invoice”'), company: __('For companies') },
    invoice_zero_rate: { '0 KR': __('Taxed at 0 %'), zw: __('Exempt from VAT') },
    digital_consent_mode: { required: __('Must be ticked'), optional: __('May be ticked'), hidden: __('Not shown') },
    withdrawal_trigger_statuses: {
      pending: __('Waiting for payment'),
      'on-hold': __('Waiting for the transfer'),
      processing: __('Being prepared'),
      completed: __('Completed'),
      cancelled: __('Cancelled'),
      refunded: __('Refunded'),
    },
    tax_display_mode: { brutto: __('With tax'), netto: __('Without tax'), both: __('Both') },
    return_costs: { customer: __('The customer'), shop: __('The shop') },
    omnibus_no_history: { hide: __('Say nothing'), current: __('Say the price now'), custom: __('Say the text below') },
  };
  return labels[key]?.[value] ?? value;
}
