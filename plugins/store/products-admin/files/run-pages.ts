import { PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { ColumnsPage } from './columns-page.js';
import type { ImportJob } from './import-job.js';
import type { ImportRuns } from './import-runs.js';
import type { ImportReport } from './import-tally.js';
import type { ProductImport } from './product-import.js';

/** Data of the import and export screen. */
export interface FilesScreenData {
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
  /** Maximum number of rows that a request processes; larger files are processed by a job. */
  readonly maxRows: number;
  show(data: FilesScreenData, status?: number): Promise<Reply>;
  /** Redirects to the page of an import. */
  redirectToRun(id: number): Reply;
}

/** Pages of an import that is processed by a job. */
interface RunPages {
  showMissing(): Promise<Reply>;
  showRun(id: number): Promise<Reply>;
  /** Saves the column mapping and makes a dry run: in the request for short files, otherwise by a job. */
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
    if (run.error !== '') return show({ problem: run.error }, 422);
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
      run: { id, busy: false, problemsTruncated: report.problems.length > 0, hasMapping: run.mapping !== null },
    });
  }

  async function previewMapped(id: number, request: PageRequest): Promise<Reply> {
    const reply = await columns.save(id, request);
    if (reply !== 'saved') return reply ?? showMissing();
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
        await runs.finish(id, { error: `${error.message} ${error.hint}` });
      }
    }
    return redirectToRun(id);
  }

  async function applyRun(id: number): Promise<Reply> {
    const run = await runs.get(id);
    if (run?.report && !run.applying) await job.start(id, true);
    return redirectToRun(id);
  }

  return { showMissing, showRun, previewMapping: previewMapped, applyRun };
}
