import type { Database } from '../../api/index.js';
import { getInsertedId } from '../../db/index.js';
import type { Choices } from './deps.js';
import type { JournalEntry } from './import-outcomes.js';
import type { ImportRow, ImportState } from './tables.js';
import type { ImportPreview } from './preflight.js';

/** A file submitted for import, and its progress. */
export interface ImportRecord {
  readonly id: number;
  readonly name: string;
  readonly state: ImportState;
  readonly preview: ImportPreview;
  readonly choices: Choices | undefined;
  readonly done: number;
  readonly total: number;
  /** Why it stopped; empty if it has not stopped. */
  readonly error: string;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** Counts in a report, by kind and result. */
export interface ReportLine {
  readonly kind: string;
  readonly outcome: JournalEntry['outcome'];
  readonly count: number;
}

/**
 * Which entries of a file are listed: all, or those that were not imported, were imported incompletely, or matched
 * existing content.
 */
export interface EntryFilter {
  readonly all: boolean;
  readonly limit: number;
  readonly after?: number;
}

const TABLE = 'imports';

export type ImportRecords = ReturnType<typeof createImportRecords>;

/** Creates access to the stored imports and their entries. */
export function createImportRecords(db: Database) {
  return {
    row: async (id: number): Promise<ImportRow | undefined> => db()(TABLE).where({ id }).first(),
    latest: async (): Promise<ImportRow[]> => db()(TABLE).orderBy('id', 'desc').limit(50),
    async add(values: Omit<ImportRow, 'id' | 'finished_at'>): Promise<number> {
      return getInsertedId(await db()(TABLE).insert(values));
    },
    change: (id: number, values: Partial<ImportRow>): Promise<number> => db()(TABLE).where({ id }).update(values),
    /**
     * Changes an import that is in one of these states.
     * @returns whether it was
     */
    changeFrom: async (id: number, states: readonly ImportState[], values: Partial<ImportRow>): Promise<boolean> =>
      (await db()(TABLE).where({ id }).whereIn('state', states).update(values)) > 0,
    async remove(id: number): Promise<void> {
      await db.transaction(async () => {
        await db()('import_entries').where({ import_id: id }).delete();
        await db()(TABLE).where({ id }).delete();
      });
    },
    async report(id: number): Promise<readonly ReportLine[]> {
      const rows = await db()('import_entries')
        .where({ import_id: id })
        .groupBy('kind', 'outcome')
        .orderBy('kind')
        .select('kind', 'outcome')
        .count({ count: '*' });
      return rows.map(({ kind, outcome, count }) => ({ kind, outcome, count: Number(count) }));
    },
    async entries(
      id: number,
      { all, limit, after = 0 }: EntryFilter,
    ): Promise<readonly (JournalEntry & { readonly id: number })[]> {
      const query = db()('import_entries').where({ import_id: id }).where('id', '>', after);
      if (!all)
        void query.where(
          (incomplete) =>
            void incomplete
              .whereIn('outcome', ['skipped', 'failed', 'incomplete'])
              .orWhere((matched) => void matched.where({ outcome: 'existing' }).whereNot({ note: '' })),
        );
      return query.orderBy('id').limit(limit).select('id', 'source', 'kind', 'target_id', 'outcome', 'title', 'note');
    },
  };
}

/** Returns an import for display. */
export function toRecord({ preview, choices, ...row }: ImportRow): ImportRecord {
  return {
    ...row,
    preview: JSON.parse(preview) as ImportPreview,
    choices: choices === '' ? undefined : (JSON.parse(choices) as Choices),
  };
}
