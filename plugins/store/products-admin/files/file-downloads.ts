import { stringify } from 'csv-stringify/sync';
import { type PluginScope, type Reply, toUtcString } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { Money } from '../../money/money.js';
import { localDay, siteZone } from '../../time/local-time.js';
import type { ImportRuns } from './import-runs.js';
import { exportProducts } from './product-export.js';

interface FileDownloadsDeps {
  readonly scope: Pick<PluginScope, '__' | 'audit' | 'db' | 'getOption'>;
  readonly parts: CatalogParts;
  readonly money: Money;
  readonly runs: Pick<ImportRuns, 'get'>;
}

/** CSV downloads for the shop owner. */
interface FileDownloads {
  /** Returns the errors of an import. */
  errorsOf(id: number): Promise<Reply>;
  /** Returns all products. */
  download(): Promise<Reply>;
}

export function createFileDownloads({ scope, parts, money, runs }: FileDownloadsDeps): FileDownloads {
  const { __ } = scope;

  async function errorsOf(id: number): Promise<Reply> {
    const run = await runs.get(id);
    const rows = (run?.report?.problems ?? []).map(({ line, sku, message }) => [String(line), sku, message]);
    const body = stringify([[__('Row'), __('SKU'), __('Problem')], ...rows], { escape_formulas: true, bom: true });
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
    const name = `products-${localDay(toUtcString(), await siteZone(scope.getOption))}.csv`;
    return {
      kind: 'body',
      type: 'text/csv; charset=UTF-8',
      body: csvChunks(),
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    };
  }

  async function* csvChunks(): AsyncGenerator<string> {
    const zone = await siteZone(scope.getOption);
    for await (const { text } of exportProducts({ db: scope.db, parts, money, timeZone: zone })) yield text;
  }

  return { errorsOf, download };
}
