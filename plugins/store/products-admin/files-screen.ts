import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { Money } from '../orders/money.js';
import { exportProducts } from './product-export.js';
import type { ImportReport, ProductImport } from './product-import.js';
import { PRODUCTS_SLUG } from './product-screen.js';

export interface FilesScreenDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly money: Money;
  readonly productImport: ProductImport;
}

const SLUG = 'store-product-files';
/** What a request does while somebody waits; commands do the rest. */
const MOST_ROWS = 2000;
const MOST_EXPORTED = 5000;
/** A field of a form holds no more. */
const LARGEST = 1000 * 1000;

/** Products from and to CSV files. */
export function filesScreen({ scope, parts, money, productImport }: FilesScreenDeps): AdminPage {
  const { __ } = scope;

  async function show(data: { csv?: string; report?: ImportReport; done?: boolean; problem?: string }, status = 200): Promise<Reply> {
    scope.useAsset('store-products-admin');
    const { total } = await parts.products.list({ limit: 1, offset: 0 });
    const clean = data.report !== undefined && data.done !== true && data.report.created + data.report.updated > 0;
    return { kind: 'page', status, title: __('Import and export'), view: 'products-admin/files', data: { ...data, clean, total, tooMany: total > MOST_EXPORTED, mostRows: MOST_ROWS, mostExported: MOST_EXPORTED } };
  }

  async function download(): Promise<Reply> {
    const pieces: string[] = [];
    for await (const { text } of exportProducts({ parts, money })) pieces.push(text);
    const name = `products-${new Date().toISOString().slice(0, 10)}.csv`;
    return { kind: 'body', type: 'text/csv; charset=UTF-8', body: pieces.join(''), headers: { 'Content-Disposition': `attachment; filename="${name}"` } };
  }

  async function read(request: PageRequest): Promise<Reply> {
    const file = request.files.find(({ field }) => field === 'file');
    const apply = request.field('apply') === '1';
    const bytes = apply ? Buffer.from(request.field('csv'), 'utf8') : file?.bytes;
    if (!bytes || bytes.length === 0) return show({ problem: __('Choose a file first.') }, 422);
    if (bytes.length > LARGEST) return show({ problem: __('The file is larger than 1 MB. Read it with the command: npx plinth store import products.csv') }, 413);
    try {
      const report = await productImport.run(one(bytes), { dryRun: !apply, mostRows: MOST_ROWS });
      return await show({ report, done: apply, ...(apply ? {} : { csv: bytes.toString('utf8') }) });
    } catch (error) {
      if (!(error instanceof PlinthError) || !error.code.startsWith('store_csv_')) throw error;
      return show({ problem: `${error.message} ${error.cure}` }, error.status);
    }
  }

  return {
    slug: SLUG,
    title: () => __('Import and export'),
    capability: 'manage_shop',
    parent: PRODUCTS_SLUG,
    async handler(request) {
      if (request.method === 'POST') return read(request);
      if (request.field('export') !== 'csv') return show({});
      const { total } = await parts.products.list({ limit: 1, offset: 0 });
      return total > MOST_EXPORTED ? show({ problem: __('There are too many products for a download. Use the command: npx plinth store export products.csv') }, 422) : download();
    },
  };
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
