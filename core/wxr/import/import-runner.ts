import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CronApi, PlinthError, type RemoteApi, toUtcString } from '../../api/index.js';
import { createContext, runInContext } from '../../context/index.js';
import { readWxrFile } from '../read/read-wxr.js';
import type { Choices, ImportDeps } from './deps.js';
import { type ImportRecords, toRecord } from './import-records.js';
import { fromFolder, fromOldSite, fromZip, type MediaSource } from './media-source.js';
import type { ImportRow } from './tables.js';
import { runImport } from './import-task.js';

interface ImportRunnerDeps extends ImportDeps {
  readonly cron: CronApi;
  readonly remote: Pick<RemoteApi, 'wpSafeRemoteGet'>;
  readonly records: ImportRecords;
  /** Folder in which the media of an import are searched for by name. */
  readonly folder: string;
  pause(ms: number): Promise<void>;
}

type Progress = (done: number, total: number) => void | Promise<void>;

const JOB_NAME = 'plinth/import';
/** Milliseconds of work before other jobs may run. */
const SLICE_MS = 20_000;
const LOCK_OPTIONS = { wait: 1_000, ttl: 120_000 } as const;
/** Error codes of a file that cannot be imported; a retry would not help. */
const FINAL_ERROR_CODES = [
  'wxr_invalid',
  'wxr_doctype',
  'wxr_too_large',
  'wxr_not_readable',
  'media_not_readable',
  'plugin_zip_invalid',
];

/** Creates the functions that run imports: in the background in slices, or all at once. */
export function createImportRunner(deps: ImportRunnerDeps): {
  enqueue(id: number): Promise<void>;
  /** Runs the import to its end. */
  runToEnd(row: ImportRow, progress: Progress): Promise<void>;
} {
  const { db, hooks, cron, records, now } = deps;

  /**
   * Runs the import for one slice.
   * @returns whether it is complete
   */
  async function runSlice(row: ImportRow, isOver: () => boolean, progress: Progress): Promise<boolean> {
    const { preview, choices } = toRecord(row);
    const media = await openMediaSource(deps, row.media);
    // The user who started the import is the author of its changes: markup that they may not write is removed.
    return runInContext(createContext('import', row.user_id), async () => {
      await hooks.doAction('import_start');
      const task = {
        id: row.id,
        userId: row.user_id,
        oldSite: preview.url,
        choices: choices as Choices,
        media,
        read: () => readWxrFile(row.file),
      };
      const finished = await runImport(deps, task, {
        shouldStop: isOver,
        progress: async (done) => progress(done, row.total),
      });
      if (finished) {
        await records.change(row.id, { state: 'done', done: row.total, finished_at: toUtcString(now()) });
        await rm(row.file, { force: true });
        await hooks.doAction('import_end');
      }
      return finished;
    });
  }

  cron.registerJob(JOB_NAME, async (payload, report) => {
    const { id } = payload as { id: number };
    const row = await records.row(id);
    if (row?.state !== 'running') return;
    const deadline = now() + SLICE_MS;
    let isStopped = false;
    try {
      const finished = await db.withLock(
        JOB_NAME,
        () =>
          runSlice(
            row,
            () => isStopped || now() >= deadline,
            async (done, total) => {
              // It may have been stopped in another process.
              isStopped = !(await records.changeFrom(id, ['running'], { done: Math.min(done, total) }));
              await report(Math.min(done, total), total);
            },
          ),
        LOCK_OPTIONS,
      );
      if (!finished && !isStopped) await cron.enqueueJob(JOB_NAME, { id });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isFinal = error instanceof PlinthError && FINAL_ERROR_CODES.includes(error.code);
      await records.change(id, { error: message.slice(0, 1000), ...(isFinal ? { state: 'failed' } : {}) });
      throw isFinal
        ? new PlinthError(error.code, error.message, { hint: error.hint, final: true, cause: error })
        : error;
    }
  });

  async function enqueue(id: number): Promise<void> {
    await cron.enqueueJob(JOB_NAME, { id });
    // Not awaited; work that is killed is resumed by the next tick.
    void runInContext(createContext('import'), () => cron.runJobs()).catch(() => undefined);
  }

  return {
    enqueue,
    runToEnd: async (row, progress) =>
      void (await db.withLock(
        JOB_NAME,
        () =>
          runSlice(
            row,
            () => false,
            async (done, total) => progress(Math.min(done, total), total),
          ),
        LOCK_OPTIONS,
      )),
  };
}

async function openMediaSource(
  { remote, pause, folder }: Pick<ImportRunnerDeps, 'remote' | 'pause' | 'folder'>,
  media: string,
): Promise<MediaSource> {
  if (media === '') return fromOldSite(remote, pause);
  const path = media.includes('/') ? media : join(folder, basename(media));
  const found = await stat(path).catch((cause: unknown) => {
    throw new PlinthError('media_not_readable', `${path} cannot be read.`, {
      status: 400,
      hint: 'Check the path.',
      cause,
    });
  });
  return found.isDirectory() ? fromFolder(path) : fromZip(path);
}
