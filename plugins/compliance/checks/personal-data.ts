import type { Database, PersonalDataErasers, PersonalDataExporters, PluginScope } from 'plinth';
import { type Check, type CheckI18n, goodFinding, problemFinding } from './check.js';

/** Sources of personal data; each needs an exporter and an eraser. */
const DATA_OWNERS = ['compliance', 'mail-log', 'sessions', 'store-orders'] as const;

/**
 * Checks that personal data requests return and erase everything (GDPR, art. 15, 17): tested with the newest email
 * address, whose rows are only counted.
 */
export function personalDataCheck(
  i18n: CheckI18n,
  { applyFilters, db }: Pick<PluginScope, 'applyFilters' | 'db'>,
): Check {
  const { __ } = i18n;

  async function isExportIncomplete(exporters: PersonalDataExporters): Promise<boolean> {
    const email = await getNewestEmail(db);
    if (email === '') return false;
    const storedCount =
      (await countRows(db, 'compliance_consents', email)) + (await countRows(db, 'compliance_declarations', email));
    const { data } = (await exporters.compliance?.callback(email, 1)) ?? { data: [] };
    return data.length < storedCount;
  }

  return {
    id: 'personal_data',
    law: 'person',
    label: __('Personal data requests'),
    fix: 'export-personal-data.php',
    async run() {
      const exporters = await applyFilters<PersonalDataExporters>('wp_privacy_personal_data_exporters', {});
      const erasers = await applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {});
      const problems = [
        ...DATA_OWNERS.filter((owner) => !exporters[owner]).map((owner) => __('Missing from the export: %s.', owner)),
        ...DATA_OWNERS.filter((owner) => !erasers[owner]).map((owner) => __('Missing from the erasure: %s.', owner)),
        ...((await isExportIncomplete(exporters))
          ? [__('The personal data export doesn’t contain all consents and declarations of the person.')]
          : []),
      ];
      return problems.length === 0
        ? goodFinding(__('Export and erasure cover all data that the shop stores.'))
        : problemFinding('missing', problems, __('Check which plugin removes it.'), i18n);
    },
  };
}

async function getNewestEmail(db: Database): Promise<string> {
  const row = await db()('compliance_consents').whereNot({ email: '' }).orderBy('id', 'desc').first('email');
  return row?.email ?? '';
}

async function countRows(
  db: Database,
  table: 'compliance_consents' | 'compliance_declarations',
  email: string,
): Promise<number> {
  const [row] = await db()(table).where({ email }).count({ n: '*' });
  return Number(row?.n ?? 0);
}
