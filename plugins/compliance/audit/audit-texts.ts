import type { PluginScope, TranslationApi } from 'plinth';
import type { BrokenRecord } from './anchors.js';

/** Returns the message about an altered record, for the shop owner. */
export function interruptedNotice({ record, brokenAt }: BrokenRecord, { __ }: Pick<PluginScope, '__'>): string {
  if (record === 'consents')
    return __('The consent log was changed, or consents are missing, at or before number %s.', brokenAt);
  return brokenAt === 0
    ? __('The declaration records differ from those saved on an earlier day.')
    : __('Declaration %s or an earlier one was changed or deleted after it was submitted.', brokenAt);
}

/** Labels of the plugin's actions in the audit log. */
export function complianceLabels({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    compliance: __('Consumer law'),
    'compliance.settings_changed': __('Compliance settings changed'),
    'compliance.box_added': __('Legal checkbox added'),
    'compliance.box_changed': __('Legal checkbox changed'),
    'compliance.box_removed': __('Legal checkbox removed'),
    'compliance.declaration_decided': __('Declaration decided'),
    'compliance.declaration_entered': __('Declaration entered manually'),
    'compliance.declaration_matched': __('Declaration assigned to an order'),
    'compliance.receipt_resent': __('Confirmation of a declaration sent again'),
    'compliance.receipt_confirmed_elsewhere': __('Declaration marked as confirmed another way'),
    'compliance.prices_imported': __('Earlier prices imported'),
    'compliance.delivery_entered': __('Order delivery date entered'),
    'compliance.reasons_stated': __('Reasons sent to the author of reported content'),
    'compliance.safety_contact_added': __('Manufacturer or responsible person added'),
    'compliance.safety_contact_changed': __('Manufacturer or responsible person changed'),
    'compliance.safety_contact_removed': __('Manufacturer or responsible person removed'),
    'compliance.invoice_issued': __('Invoice issued'),
    'compliance.invoice_elsewhere': __('Invoice number of another program saved'),
    'compliance.invoice_exported': __('Invoice exported'),
    'compliance.invoice_sent': __('Invoice sent'),
    'compliance.invoice_refused': __('Invoice rejected'),
    'compliance.person_exported': __('Personal data exported'),
    'compliance.requirement_confirmed': __('Legal requirement confirmed'),
    'compliance.person_erased': __('Personal data erased'),
  };
}
