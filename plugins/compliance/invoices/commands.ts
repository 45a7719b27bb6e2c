import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PlinthError, type PluginScope } from 'plinth';
import type { Order } from '../store/shop.js';
import type { InvoiceExport } from './invoice-export.js';
import { createZip } from './invoice-files.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import type { Invoices } from './invoices.js';

interface CommandDeps {
  readonly invoices: Invoices;
  readonly store: InvoiceStore;
  readonly files: InvoiceExport;
}

const BATCH_SIZE = 200;

/** Commands `compliance invoices list` and `compliance invoices export`. */
export function registerInvoiceCommands(scope: PluginScope, { invoices, store, files }: CommandDeps): void {
  const { __ } = scope;

  function parseDay(option: string | boolean | undefined, name: string): string | undefined {
    if (option === undefined) return undefined;
    if (typeof option !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(option))
      throw new PlinthError('invoice_date_invalid', __('Enter the date in the format 2026-11-23.'), {
        hint: `plinth compliance invoices export --${name}=2026-11-01`,
      });
    return option;
  }

  /** Returns orders that need an invoice but have none, oldest first. */
  async function listDueOrders(): Promise<Order[]> {
    const orders = scope.services.get('store.orders');
    const due: Order[] = [];
    for (let offset = 0; ; offset += BATCH_SIZE) {
      const batch = await orders.list({ limit: BATCH_SIZE, offset });
      for (const order of batch)
        if ((order.meta.invoice_number ?? '') === '' && (await invoices.isDue(order))) due.push(order);
      if (batch.length < BATCH_SIZE) return due.reverse();
    }
  }

  async function listDocuments(
    from: string | undefined,
    to: string | undefined,
    onlyNew: boolean,
  ): Promise<StoredInvoice[]> {
    const found: StoredInvoice[] = [];
    for (let after = 0; ;) {
      const batch = await store.list({
        ...(onlyNew ? { states: ['pending'] } : {}),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        after,
        limit: BATCH_SIZE,
      });
      found.push(...batch);
      after = batch.at(-1)?.id ?? after;
      if (batch.length < BATCH_SIZE) return found;
    }
  }

  /** Writes a file atomically: it is either complete or absent. */
  async function writeFile(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    const partPath = `${path}.part`;
    try {
      await pipeline(Readable.from(chunks), createWriteStream(partPath, { mode: 0o600 }));
      await rename(partPath, path);
    } catch (error) {
      await rm(partPath, { force: true });
      throw error;
    }
  }

  scope.addCommand({
    name: 'compliance invoices list',
    description: 'List the issued invoices and corrections, with their status.',
    options: [
      { flags: '--from <day>', description: 'Only invoices issued on or after this day, such as 2026-11-01.' },
      { flags: '--to <day>', description: 'Only invoices issued on or before this day.' },
    ],
    async run(_args, { from, to }, output) {
      const found = await listDocuments(parseDay(from, 'from'), parseDay(to, 'to'), false);
      output.rows(
        found.map(({ number, kind, issuedOn, orderNumber, state, ksefNumber }) => ({
          number,
          kind,
          issued: issuedOn,
          order: orderNumber,
          state,
          ksef: ksefNumber,
        })),
        ['number', 'kind', 'issued', 'order', 'state', 'ksef'],
      );
    },
  });
  scope.addCommand({
    name: 'compliance invoices export',
    description: 'Export invoices as FA(3) to a zip: those not yet exported, or all within a range of days.',
    options: [
      { flags: '--output <file>', description: 'Path of the zip.', default: 'invoices.zip' },
      { flags: '--issue', description: 'First issue invoices for all orders that are waiting for one.' },
      {
        flags: '--from <day>',
        description: 'All invoices issued on or after this day, exported or not, such as 2026-11-01.',
      },
      { flags: '--to <day>', description: 'All invoices issued on or before this day, exported or not.' },
    ],
    async run(_args, options, output) {
      const [from, to] = [parseDay(options.from, 'from'), parseDay(options.to, 'to')];
      const { skipped } = options.issue === true ? await files.collect(await listDueOrders()) : { skipped: [] };
      for (const { order, reason } of skipped) output.warn(`${order}: ${reason}`);
      const documents = await listDocuments(from, to, from === undefined && to === undefined);
      if (documents.length === 0) return output.line(__('Nothing to export.'));
      const path = String(options.output ?? 'invoices.zip');
      await writeFile(path, createZip(documents, skipped));
      await files.note(documents);
      output.line(
        scope._n(
          '%1$d document exported to %2$s.',
          '%1$d documents exported to %2$s.',
          documents.length,
          documents.length,
          path,
        ),
      );
    },
  });
}
