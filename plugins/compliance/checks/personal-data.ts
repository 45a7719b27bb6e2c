import type {
  Database,
  PersonalDataEraser,
  PersonalDataErasers,
  PersonalDataExporter,
  PersonalDataExporters,
  PluginScope,
} from 'plinth';
import { listPersonTables } from '../privacy/stored-tables.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, goodFinding, problemFinding } from './check.js';

/**
 * Checks that personal data requests return and erase everything (GDPR, art. 15, 17): each table with data about people
 * must be named by a registered exporter and a registered eraser. Tested with the newest email address, whose rows are
 * only counted.
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
      const tables = await listPersonTables(db);
      const problems = [
        ...findUnclaimed(tables, exporters).map((table) => __('Missing from the export: %s.', table)),
        ...findUnclaimed(tables, erasers).map((table) => __('Missing from the erasure: %s.', table)),
        ...((await isExportIncomplete(exporters))
          ? [__('The personal data export doesn’t contain all consents and declarations of the person.')]
          : []),
      ];
      return problems.length === 0
        ? goodFinding(__('Each table with data about people is named by an exporter and an eraser.'))
        : problemFinding(
            'missing',
            problems,
            __(
              'The plugin that the table belongs to must register an exporter and an eraser that name it in `tables`.',
            ),
            i18n,
          );
    },
  };
}

/** Returns the tables that none of the sources names. */
function findUnclaimed(
  tables: readonly string[],
  sources: Readonly<Record<string, Pick<PersonalDataExporter | PersonalDataEraser, 'tables'>>>,
): string[] {
  const claimed = new Set(Object.values(sources).flatMap((source) => source.tables ?? []));
  return tables.filter((table) => !claimed.has(table));
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
