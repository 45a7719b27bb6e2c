import { stringify } from 'csv-stringify/sync';
import type { PluginScope, Reply } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import type { Money } from '../../money/money.js';
import type { ImportRuns } from './import-runs.js';
import { exportProducts } from './product-export.js';

interface FileDownloadsDeps {
  readonly scope: Pick<PluginScope, '__' | 'audit' | 'db'>;
  readonly parts: CatalogueParts;
  readonly money: Money;
  readonly runs: Pick<ImportRuns, 'get'>;
}

/** CSV files for the owner. */
interface FileDownloads {
  /** The problems of a file that was read. */
  errorsOf(id: number): Promise<Reply>;
  /** All products. */
  download(): Promise<Reply>;
}

export function createFileDownloads({ scope, parts, money, runs }: FileDownloadsDeps): FileDownloads {
  const { __ } = scope;

  async function errorsOf(id: number): Promise<Reply> {
    const run = await runs.get(id);
    const rows = (run?.report?.problems ?? []).map(({ line, sku, message }) => [String(line), sku, message]);
    const body = stringify([[__('Line'), __('SKU'), __('Problem')], ...rows], { escape_formulas: true, bom: true });
    return {
      kind: 'body',
      type: 'text/csv; charset=UTF-8',
      body,
      headers: { 'Content-Disposition': `attachment; filename="import-errors-${id}.csv"` },
    };
  }

  async function download(): Promise<Reply> {
    await scope.audit.record({
      action: 'data.exported',
      subject: { kind: 'export', id: 'products', title: __('Products') },
    });
    const name = `products-${new Date().toISOString().slice(0, 10)}.csv`;
    return {
      kind: 'body',
      type: 'text/csv; charset=UTF-8',
      body: csvPieces(),
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    };
  }

  async function* csvPieces(): AsyncGenerator<string> {
    for await (const { text } of exportProducts({ db: scope.db, parts, money })) yield text;
  }

  return { errorsOf, download };
}
