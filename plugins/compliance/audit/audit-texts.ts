import type { PluginScope, TranslationApi } from 'plinth';
import type { BrokenRecord } from './anchors.js';

/** What is wrong with a record, for its owner. */
export function interruptedNotice({ record, at }: BrokenRecord, { __ }: Pick<PluginScope, '__'>): string {
  if (record === 'consents')
    return __('The log of consents was changed, or consents are gone, at number %s or before it.', at);
  return at === 0
    ? __('The chain of declarations is another than the one that was written down on a day before.')
    : __('Declaration %s was changed after it was made or is gone, or one before it is.', at);
}

/** What the audit log calls the plugin's actions. */
export function complianceLabels({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    compliance: __('Consumer law'),
    'compliance.settings_changed': __('Settings of consumer law changed'),
    'compliance.box_added': __('Legal box added'),
    'compliance.box_changed': __('Legal box changed'),
    'compliance.box_removed': __('Legal box removed'),
    'compliance.declaration_decided': __('Declaration decided'),
    'compliance.declaration_entered': __('Declaration entered by hand'),
    'compliance.declaration_matched': __('Declaration put to an order'),
    'compliance.delivery_entered': __('Delivery of an order entered'),
    'compliance.reasons_stated': __('Reasons told to the author of reported content'),
    'compliance.safety_contact_added': __('Manufacturer or responsible person added'),
    'compliance.safety_contact_changed': __('Manufacturer or responsible person changed'),
    'compliance.safety_contact_removed': __('Manufacturer or responsible person removed'),
    'compliance.invoice_issued': __('Invoice issued'),
    'compliance.invoice_exported': __('Invoice exported'),
    'compliance.invoice_sent': __('Invoice sent'),
    'compliance.invoice_refused': __('Invoice refused'),
    'compliance.person_exported': __('Data of a person exported'),
    'compliance.person_erased': __('Data of a person erased'),
  };
}
