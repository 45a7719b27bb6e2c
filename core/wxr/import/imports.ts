import { rm } from 'node:fs/promises';
import { type CronApi, PlinthError, type RemoteApi } from '../../api/index.js';
import type { Choices, ImportDeps } from './deps.js';
import { createImportFiles, type ImportFiles } from './import-files.js';
import {
  createImportRecords,
  type EntryFilter,
  type ImportRecord,
  toRecord,
  type ReportLine,
} from './import-records.js';
import { createImportRunner } from './import-runner.js';
import type { JournalEntry } from './import-outcomes.js';

/**
 * Imports content from other sites.
 * @since 0.1.0
 */
export interface Imports extends ImportFiles {
  get(id: number): Promise<ImportRecord | undefined>;
  list(): Promise<readonly ImportRecord[]>;
  /**
   * Starts an import in the background.
   * @param media the name of a folder or zip in the import folder, or a path; empty to fetch files from the old site
   * @returns false if it is already running, or is done
   */
  start(id: number, choices: Choices, media?: string): Promise<boolean>;
  /**
   * Runs an import to its end.
   * @param progress called with the number of finished entries and their total
   */
  run(id: number, choices: Choices, media: string, progress: (done: number, total: number) => void): Promise<void>;
  /** Stops an import after the current entry; what has been imported stays. Returns false when it is not running. */
  stop(id: number): Promise<boolean>;
  /** Resumes an import that failed or was stopped. */
  resume(id: number): Promise<boolean>;
  remove(id: number): Promise<void>;
  report(id: number): Promise<readonly ReportLine[]>;
  /** Returns the entries of a file, as selected by the filter. */
  entries(id: number, filter: EntryFilter): Promise<readonly (JournalEntry & { readonly id: number })[]>;
}

export interface ImportsDeps extends ImportDeps {
  readonly cron: CronApi;
  readonly remote: Pick<RemoteApi, 'wpSafeRemoteGet'>;
  readonly dataDir: string;
  pause(ms: number): Promise<void>;
}

export function createImports(deps: ImportsDeps): Imports {
  const records = createImportRecords(deps.db);
  const files = createImportFiles({ ...deps, records });
  const { enqueue, runToEnd } = createImportRunner({ ...deps, records, folder: files.folder });

  const startImport = (id: number, choices: Choices, media: string): Promise<boolean> =>
    records.changeFrom(id, ['checked', 'failed', 'stopped'], {
      state: 'running',
      choices: JSON.stringify(choices),
      media,
      error: '',
    });

  return {
    ...files,
    async get(id) {
      const row = await records.row(id);
      return row && toRecord(row);
    },
    list: async () => (await records.latest()).map(toRecord),
    async start(id, choices, media = '') {
      if (!(await startImport(id, choices, media))) return false;
      await enqueue(id);
      return true;
    },
    async run(id, choices, media, progress) {
      if (!(await startImport(id, choices, media)))
        throw new PlinthError('import_running', 'This file is already being imported.', { status: 409 });
      const row = await records.row(id);
      if (!row) throw new PlinthError('import_not_found', 'This import doesn’t exist.', { status: 404 });
      try {
        await runToEnd(row, progress);
      } catch (error) {
        await records.change(id, {
          state: 'failed',
          error: (error instanceof Error ? error.message : String(error)).slice(0, 1000),
        });
        throw error;
      }
    },
    stop: (id) => records.changeFrom(id, ['running'], { state: 'stopped', error: '' }),
    async resume(id) {
      const row = await records.row(id);
      if (!row || row.choices === '' || row.state === 'done') return false;
      await records.change(id, { state: 'running', error: '' });
      await enqueue(id);
      return true;
    },
    async remove(id) {
      const row = await records.row(id);
      if (!row || row.state === 'running') return;
      await records.remove(id);
      await rm(row.file, { force: true });
    },
    report: records.report,
    entries: records.entries,
  };
}
