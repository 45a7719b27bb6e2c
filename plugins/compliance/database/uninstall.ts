import type { PluginScope } from 'plinth';

const TABLES = [
  'compliance_settings',
  'compliance_checkboxes',
  'compliance_checkbox_counts',
  'compliance_consents',
  'compliance_text_versions',
  'compliance_legal_pages',
  'compliance_wizard_steps',
  'compliance_forms',
  'compliance_prices',
  'compliance_declarations',
  'compliance_declaration_end',
  'compliance_orders',
  'compliance_confirmations',
  'compliance_bounced_emails',
  'compliance_contracts',
  'compliance_contract_lines',
  'compliance_parcels',
  'compliance_invoices',
  'compliance_invoice_numbers',
  'compliance_anchors',
  'compliance_page_translations',
  'compliance_notices',
  'compliance_scans',
  'compliance_check_confirmations',
  'compliance_safety_contacts',
  'compliance_report_cases',
  'compliance_retention',
  'compliance_verified_head',
] as const;

/**
 * Drops the plugin's tables; records that serve as proof are retained unless the shop owner chose otherwise in the
 * settings.
 */
export async function dropTables({ db }: Pick<PluginScope, 'db'>): Promise<void> {
  for (const table of TABLES) await db().schema.dropTableIfExists(table);
}
