import { type JobProgress, PlinthError, type PluginScope } from 'plinth';
import type { ImportRuns } from './import-runs.js';
import type { ProductImport } from './product-import.js';

export interface ImportJob {
  /** Starts a job that processes a stored file, on any node. */
  start(id: number, apply: boolean): Promise<void>;
}

interface ImportJobDeps {
  readonly scope: Pick<PluginScope, 'registerJob' | 'enqueueJob' | 'runJobs' | 'log' | 'getCurrentUserId'>;
  readonly runs: ImportRuns;
  readonly productImport: ProductImport;
}

const JOB = 'store/import';
export const MAX_JOB_ROWS = 50_000;
const MAX_JOB_PROBLEMS = 5000;
const PROGRESS_INTERVAL_ROWS = 200;

/** Registers the job. It can run twice, because unchanged products are skipped. */
export function createImportJob({ scope, runs, productImport }: ImportJobDeps): ImportJob {
  scope.registerJob(JOB, async (payload, progress: JobProgress) => {
    const { id, apply, actor } = payload as { readonly id: number; readonly apply: boolean; readonly actor?: number };
    const run = await runs.get(id);
    if (!run) return;
    try {
      const report = await productImport.run(runs.text(id), {
        dryRun: !apply,
        maxRows: MAX_JOB_ROWS,
        maxProblems: MAX_JOB_PROBLEMS,
        mapping: run.mapping ?? undefined,
        ...(actor ? { actor } : {}),
        progress: async (rows) => {
          if (rows % PROGRESS_INTERVAL_ROWS === 0) await progress(Math.min(rows, run.rows), run.rows);
        },
      });
      await runs.finish(id, { report });
    } catch (error) {
      if (!(error instanceof PlinthError) || !error.code.startsWith('store_csv_')) throw error;
      await runs.finish(id, { error: `${error.message} ${error.hint}` });
    }
  });

  return {
    async start(id, apply) {
      const jobId = await scope.enqueueJob(JOB, { id, apply, actor: scope.getCurrentUserId() });
      await runs.start(id, jobId, apply);
      void scope
        .runJobs()
        .catch((error: unknown) => scope.log.error('the import could not be started', { error: String(error) }));
    },
  };
}
