import { PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { ColumnsPage } from './columns-page.js';
import type { ImportJob } from './import-job.js';
import type { ImportRuns } from './import-runs.js';
import type { ImportReport } from './import-tally.js';
import type { ProductImport } from './product-import.js';

/** Data of the import and export screen. */
export interface ShownFile {
  readonly csv?: string;
  readonly report?: ImportReport;
  readonly done?: boolean;
  readonly problem?: string;
  readonly run?: object;
}

interface RunPagesDeps {
  readonly scope: Pick<PluginScope, '__' | 'getJob'>;
  readonly productImport: ProductImport;
  readonly runs: ImportRuns;
  readonly job: ImportJob;
  readonly columns: Pick<ColumnsPage, 'save'>;
  /** Rows processed within a request; a job does the rest. */
  readonly maxRows: number;
  show(data: ShownFile, status?: number): Promise<Reply>;
  /** Redirects to the page of a stored file. */
  redirectToRun(id: number): Reply;
}

/** Pages of a file that is stored and processed in the background. */
interface RunPages {
  showMissing(): Promise<Reply>;
  showRun(id: number): Promise<Reply>;
  /** Continues from the column mapping to the preview: a short file at once, a long one in the background. */
  previewMapping(id: number, request: PageRequest): Promise<Reply>;
  applyRun(id: number): Promise<Reply>;
}

export function createRunPages({
  scope,
  productImport,
  runs,
  job,
  columns,
  maxRows,
  show,
  redirectToRun,
}: RunPagesDeps): RunPages {
  const { __ } = scope;
  const showMissing = (): Promise<Reply> => show({ problem: __('This file is no longer available.') }, 404);

  async function showRun(id: number): Promise<Reply> {
    const run = await runs.get(id);
    if (!run) return showMissing();
    const record = await scope.getJob(run.jobId);
    if (run.problem !== '') return show({ problem: run.problem }, 422);
    if (record?.state === 'dead')
      return show({ problem: __('The file could not be read completely: %s', record.error.slice(0, 200)) }, 500);
    if (!run.report)
      return show({
        run: { id, busy: true, applying: run.applying, processed: record?.progress ?? 0, total: run.rows },
      });
    const { report } = run;
    return show({
      report: { ...report, problems: report.problems.slice(0, 200) },
      done: run.applying,
      run: { id, busy: false, manyProblems: report.problems.length > 0, mapped: run.mapping !== null },
    });
  }

  async function tryMapped(id: number, request: PageRequest): Promise<Reply> {
    const saved = await columns.save(id, request);
    if (saved !== 'saved') return saved ?? showMissing();
    const run = await runs.get(id);
    if (!run) return showMissing();
    if (run.rows > maxRows) await job.start(id, false);
    else {
      try {
        await runs.finish(id, {
          report: await productImport.run(runs.text(id), {
            dryRun: true,
            maxRows,
            mapping: run.mapping ?? undefined,
          }),
        });
      } catch (error) {
        if (!(error instanceof PlinthError) || !error.code.startsWith('store_csv_')) throw error;
        await runs.finish(id, { problem: `${error.message} ${error.hint}` });
      }
    }
    return redirectToRun(id);
  }

  async function applyRun(id: number): Promise<Reply> {
    const run = await runs.get(id);
    if (run?.report && !run.applying) await job.start(id, true);
    return redirectToRun(id);
  }

  return { showMissing, showRun, previewMapping: tryMapped, applyRun };
}
