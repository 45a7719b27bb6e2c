import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { Money } from '../../money/money.js';
import type { ColumnsPage } from './columns-page.js';
import { createCsvText, readCsvHead } from './csv-text.js';
import { createFileDownloads } from './file-downloads.js';
import { type ImportJob, MAX_JOB_ROWS } from './import-job.js';
import type { ImportRuns } from './import-runs.js';
import { parseAttributeColumn, COLUMNS } from './product-cells.js';
import type { ProductImport } from './product-import.js';
import { createRunPages, type FilesScreenData } from './run-pages.js';
import { PRODUCTS_SLUG } from '../screen-slugs.js';

interface FilesScreenDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
  readonly money: Money;
  readonly productImport: ProductImport;
  readonly runs: ImportRuns;
  readonly job: ImportJob;
  readonly columns: ColumnsPage;
}

const SLUG = 'store-product-files';
/** Maximum number of rows that a request imports; larger files are imported by a job. */
const MAX_ROWS = 500;
/** Maximum length of a form field, in characters. */
const MAX_FIELD_LENGTH = 1000 * 1000;
const MAX_FILE_BYTES = 20 * 1000 * 1000;

/** Admin screen for exporting and importing products as CSV. */
export function filesScreen({ scope, parts, money, productImport, runs, job, columns }: FilesScreenDeps): AdminPage {
  const { __ } = scope;
  const { showMissing, showRun, previewMapping, applyRun } = createRunPages({
    scope,
    productImport,
    runs,
    job,
    columns,
    maxRows: MAX_ROWS,
    show,
    redirectToRun: runRedirect,
  });
  const { errorsOf, download } = createFileDownloads({ scope, parts, money, runs });

  async function show(data: FilesScreenData, status = 200): Promise<Reply> {
    scope.useAsset('store-products-admin');
    const { total } = await parts.products.list({ limit: 1, offset: 0 });
    const clean = data.report !== undefined && data.done !== true && data.report.created + data.report.updated > 0;
    return {
      kind: 'page',
      status,
      title: __('Import and export'),
      view: 'products-admin/files',
      data: { ...data, hasNoErrors: clean, total, maxRows: MAX_JOB_ROWS },
    };
  }

  /** Stores a large file and starts a dry run as a job. */
  async function storeForDryRun(bytes: Buffer, rows: number): Promise<Reply> {
    const id = await runs.create(createCsvText()(bytes), rows);
    await job.start(id, false);
    return runRedirect(id);
  }

  /** Whether a file was exported by Plinth, so that it needs no column mapping. */
  async function isPlinthExport(names: readonly string[]): Promise<boolean> {
    const known = new Set<string>([...COLUMNS, ...(await parts.catalog.fields()).map(({ key }) => `field:${key}`)]);
    return (
      (names.includes('sku') || names.includes('slug')) &&
      names.every((name) => known.has(name) || parseAttributeColumn(name) !== null)
    );
  }

  /** Returns a redirect to the column mapping page if a file needs a mapping; otherwise undefined. */
  async function requestMapping(bytes: Buffer, lines: number): Promise<Reply | undefined> {
    let head: ReturnType<typeof readCsvHead>;
    let text: string;
    try {
      text = createCsvText()(bytes);
      head = readCsvHead(text);
    } catch {
      return show({ problem: __('The file is not UTF-8 text.') }, 422);
    }
    // A file with a single column cannot be mapped.
    if (!head || head.names.length < 2 || (await isPlinthExport(head.names))) return undefined;
    return {
      kind: 'redirect',
      status: 303,
      location: `/wp-admin/admin.php?page=${SLUG}&run=${await runs.create(text, lines)}&step=columns`,
    };
  }

  async function processForm(request: PageRequest): Promise<Reply> {
    const id = Number(request.field('run')) || 0;
    if (request.field('columns') === '1') return previewMapping(id, request);
    if (request.field('run') !== '') return applyRun(id);
    const file = request.files.find(({ field }) => field === 'file');
    const apply = request.field('apply') === '1';
    const bytes = apply ? Buffer.from(request.field('csv'), 'utf8') : file?.bytes;
    if (!bytes || bytes.length === 0) return show({ problem: __('Choose a file first.') }, 422);
    if (bytes.length > MAX_FILE_BYTES)
      return show(
        {
          problem: __(
            'The file is larger than 20 MB. Import it with the command: npx plinth store import products.csv',
          ),
        },
        413,
      );
    const lines = countLines(bytes);
    if (!apply) {
      const reply = await requestMapping(bytes, lines);
      if (reply) return reply;
    }
    if (!apply && (lines > MAX_ROWS || bytes.length > MAX_FIELD_LENGTH)) return storeForDryRun(bytes, lines);
    try {
      const report = await productImport.run(singleChunk(bytes), { dryRun: !apply, maxRows: MAX_ROWS });
      return await show({ report, done: apply, ...(apply ? {} : { csv: createCsvText()(bytes) }) });
    } catch (error) {
      if (!(error instanceof PlinthError) || !error.code.startsWith('store_csv_')) throw error;
      return show({ problem: `${error.message} ${error.hint}` }, error.status);
    }
  }

  return {
    slug: SLUG,
    title: () => __('Import and export'),
    capability: 'manage_shop',
    parent: PRODUCTS_SLUG,
    async handler(request) {
      if (request.method === 'POST') return processForm(request);
      const run = Number(request.field('run')) || 0;
      if (run > 0 && request.field('step') === 'columns') return (await columns.show(run)) ?? showMissing();
      if (run > 0) return request.field('errors') === 'csv' ? errorsOf(run) : showRun(run);
      return request.field('export') === 'csv' ? download() : show({});
    },
  };
}

/** Returns the number of line breaks in a file, which is at least its number of rows. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let lineEnd = bytes.indexOf(10); lineEnd !== -1; lineEnd = bytes.indexOf(10, lineEnd + 1)) lines++;
  return lines;
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const runRedirect = (id: number): Reply => ({
  kind: 'redirect',
  status: 303,
  location: `/wp-admin/admin.php?page=${SLUG}&run=${id}`,
});
