import type {
  PersonalDataErasers,
  PersonalDataErasure,
  PersonalDataExporters,
  PersonalDataItem,
  PluginScope,
} from 'plinth';

/** One record about a person, such as an order. */
export interface PersonalRecord {
  readonly id: string;
  /** Values by label; empty values are not exported. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A group of records in a personal data export. */
interface RecordGroup {
  readonly id: string;
  /** Tables where the records are stored; `usermeta.key` for user metadata. */
  readonly tables: readonly string[];
  label(): string;
}

/** Number of records that could not be erased, with messages that explain why. */
interface RetainedRecords {
  readonly retained: number;
  readonly messages: readonly string[];
}

/** Registers a personal data exporter for records of the store (`wp_privacy_personal_data_exporters`). */
export function registerExporter(
  scope: Pick<PluginScope, 'addFilter'>,
  { id, tables, label }: RecordGroup,
  findRecords: (email: string) => Promise<readonly PersonalRecord[]>,
): void {
  const toExportItem = (record: PersonalRecord): PersonalDataItem => ({
    group_id: id,
    group_label: label(),
    item_id: record.id,
    data: Object.entries(record.fields)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ name, value })),
  });
  scope.addFilter('wp_privacy_personal_data_exporters', (exporters): PersonalDataExporters => ({
    ...exporters,
    [id]: {
      exporter_friendly_name: label(),
      tables,
      callback: async (email) => ({ data: (await findRecords(email)).map(toExportItem), done: true }),
    },
  }));
}

/**
 * Registers a personal data eraser for records of the store (`wp_privacy_personal_data_erasers`).
 * @param erase returns how many records were erased, and how many are retained
 */
export function registerEraser(
  scope: Pick<PluginScope, 'addFilter'>,
  { id, tables, label }: RecordGroup,
  erase: (email: string) => Promise<{ readonly removed: number } & Partial<RetainedRecords>>,
): void {
  scope.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
    ...erasers,
    [id]: {
      eraser_friendly_name: label(),
      tables,
      async callback(email): Promise<PersonalDataErasure> {
        const { removed, retained = 0, messages = [] } = await erase(email);
        return { items_removed: removed, items_retained: retained, messages, done: true };
      },
    },
  }));
}
