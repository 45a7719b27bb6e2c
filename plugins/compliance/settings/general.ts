import type { SettingDefinition } from './definition.js';

/** Who the seller is, and what the plugin does as a whole. */
export const GENERAL: readonly SettingDefinition[] = [
  { key: 'company_name', type: 'string', default: '', maxLength: 200, label: 'Company name', help: 'The full name of the seller, as in the register.' },
  { key: 'company_address', type: 'string', default: '', maxLength: 500, long: true, label: 'Address', help: 'Street, number, postal code, town and country.' },
  { key: 'company_email', type: 'string', default: '', maxLength: 254, check: 'email', label: 'E-mail', help: 'Where customers write to. It is never filled in from the administrator’s account.' },
  { key: 'company_phone', type: 'string', default: '', maxLength: 40, label: 'Telephone', help: 'With the country code.' },
  { key: 'company_nip', type: 'string', default: '', maxLength: 20, check: 'nip', label: 'NIP', help: 'The tax number, 10 digits; its check digit is verified.' },
  { key: 'company_regon', type: 'string', default: '', maxLength: 20, check: 'regon', label: 'REGON', help: 'The statistical number, 9 or 14 digits.' },
  { key: 'company_krs', type: 'string', default: '', maxLength: 20, check: 'krs', label: 'KRS', help: 'The number in the court register, 10 digits; empty for a sole trader.' },
  { key: 'company_bank_account', type: 'string', default: '', maxLength: 42, check: 'iban', label: 'Bank account', help: 'As IBAN; its check digits are verified.' },
  { key: 'small_business', type: 'boolean', default: false, label: 'Exempt from VAT', help: 'The seller uses the exemption of art. 113 of the VAT Act: prices and new orders contain no tax.' },
  { key: 'bdo_number', type: 'string', default: '', maxLength: 40, label: 'BDO number', help: 'The number in the register of packaging and waste.' },
  { key: 'legal_pages_enabled', type: 'boolean', default: true, label: 'Legal pages', help: 'Creates the legal pages and links them in the footer.' },
  { key: 'dispute_resolution_enabled', type: 'boolean', default: true, label: 'Out-of-court disputes', help: 'Puts the text below into the terms. The ODR platform of the EU closed on 20 July 2025: do not link to it.' },
  {
    key: 'dispute_resolution_text', type: 'string', maxLength: 2000, long: true, label: 'Text about disputes', help: 'Which bodies a consumer may turn to, and whether you take part.',
    default: 'Konsument może skorzystać z pozasądowych sposobów rozpatrywania reklamacji i dochodzenia roszczeń, w szczególności zwrócić się do wojewódzkiego inspektora Inspekcji Handlowej o mediację albo do stałego sądu polubownego przy tym inspektorze, a także uzyskać bezpłatną pomoc powiatowego (miejskiego) rzecznika konsumentów.',
  },
  { key: 'remove_data_on_uninstall', type: 'boolean', default: false, label: 'Remove data when deleted', help: 'Deletes the plugin’s tables, the log of consents included, when the plugin is deleted with its data.' },
  { key: 'double_opt_in_enabled', type: 'boolean', default: false, label: 'Confirm new accounts by e-mail', help: 'A new account works after its link was opened.' },
  { key: 'double_opt_in_link_hours', type: 'integer', default: 48, min: 1, max: 720, label: 'Link valid for', help: 'Hours.' },
  { key: 'double_opt_in_cleanup_days', type: 'integer', default: 7, min: 1, max: 365, label: 'Remove unconfirmed accounts after', help: 'Days.' },
  { key: 'unused_account_years', type: 'integer', default: 0, min: 0, max: 20, label: 'Remove unused accounts after', help: 'Whole years without signing in and without an order, counted from the end of the year; a letter goes out thirty days before. 0 keeps them. What was bought stays.' },
];
