import type { SettingDefinition } from './definition.js';

/** What the checkout asks and sends. The switches of boxes are the `enabled` of the boxes themselves. */
export const CHECKOUT: readonly SettingDefinition[] = [
  { key: 'order_button_text', type: 'string', default: 'Zamawiam z obowiązkiem zapłaty', maxLength: 100, check: 'not-blank', label: 'Words on the order button', help: 'They must say that the order means paying: Consumer Rights Act, art. 17(3). Without that the contract does not bind the customer.' },
  { key: 'terms_checkbox_enabled', type: 'boolean', default: true, box: 'terms', label: 'Box: terms', help: '' },
  { key: 'privacy_checkbox_enabled', type: 'boolean', default: true, box: 'privacy', label: 'Box: privacy', help: '' },
  { key: 'withdrawal_checkbox_enabled', type: 'boolean', default: true, box: 'withdrawal', label: 'Box: withdrawal', help: '' },
  { key: 'digital_waiver_checkbox_enabled', type: 'boolean', default: false, box: 'digital_waiver', label: 'Box: digital content', help: '' },
  { key: 'parcel_delivery_checkbox_enabled', type: 'boolean', default: false, box: 'parcel_delivery', label: 'Box: data for the carrier', help: '' },
  { key: 'review_reminder_checkbox_enabled', type: 'boolean', default: false, box: 'review_reminder', label: 'Box: reminder of a review', help: '' },
  { key: 'marketing_checkbox_enabled', type: 'boolean', default: false, box: 'marketing', label: 'Box: marketing', help: '' },
  { key: 'nip_field_enabled', type: 'boolean', default: true, label: 'Field for the NIP', help: 'For customers who want an invoice.' },
  { key: 'nip_required', type: 'boolean', default: false, label: 'NIP required', help: 'Where the field is shown.' },
  { key: 'nip_lookup_enabled', type: 'boolean', default: false, label: 'Look up companies', help: 'Lets an extension fill in the company’s data.' },
  { key: 'nip_display', type: 'string', default: 'invoice', values: ['always', 'invoice', 'company'], label: 'Show the NIP field', help: 'Always, after “I want an invoice”, or for companies.' },
  { key: 'attach_terms', type: 'boolean', default: true, label: 'Attach the terms', help: 'To the mails of an order: Consumer Rights Act, art. 21.' },
  { key: 'attach_privacy', type: 'boolean', default: false, label: 'Attach the privacy policy', help: '' },
  { key: 'attach_withdrawal', type: 'boolean', default: true, label: 'Attach the instruction on withdrawal', help: '' },
  { key: 'min_order_value', type: 'number', default: 0, min: 0, max: 1_000_000, label: 'Least value of an order', help: 'In the shop’s currency; 0 is off.' },
  { key: 'min_order_quantity', type: 'integer', default: 0, min: 0, max: 10_000, label: 'Least number of items', help: '0 is off.' },
  { key: 'digital_consent_mode', type: 'string', default: 'optional', values: ['required', 'optional', 'hidden'], label: 'Consent for digital content', help: 'Whether the box for digital content must be ticked when one is bought.' },
  { key: 'withdrawal_trigger_statuses', type: 'list', default: ['completed'], check: 'order-statuses', values: ['pending', 'on-hold', 'processing', 'completed', 'cancelled', 'refunded'], label: 'Withdrawal starts at', help: 'Order statuses that start the clock; at least one.' },
];
