import { PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { Order } from '../store/shop.js';
import { type SkippedOrder, createZip } from './invoice-files.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import type { Invoices } from './invoices.js';
import { refusalText } from './invoice-texts.js';

interface ExportDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'addNotice' | 'audit'>;
  readonly invoices: Invoices;
  readonly store: InvoiceStore;
}

/** Invoices of many orders as files. */
export interface InvoiceExport {
  /**
   * Issues missing invoices, each independently.
   * @returns all documents of the orders, and the reasons why some have none
   */
  collect(
    orders: readonly Order[],
  ): Promise<{ readonly documents: readonly StoredInvoice[]; readonly skipped: readonly SkippedOrder[] }>;
  /** Records that documents were exported. */
  note(documents: readonly StoredInvoice[]): Promise<void>;
  /** ZIP file for the selected orders; redirects back to the list when it would be empty. */
  reply(orders: readonly Order[], request: PageRequest): Promise<Reply | undefined>;
}

export function createInvoiceExport({ scope, invoices, store }: ExportDeps): InvoiceExport {
  async function collect(orders: readonly Order[]): ReturnType<InvoiceExport['collect']> {
    const documents: StoredInvoice[] = [];
    const skippedOrders: SkippedOrder[] = [];
    // The oldest order gets the lowest number.
    for (const order of [...orders].sort((a, b) => a.id - b.id)) {
      try {
        const existing = await store.listByOrder(order.id);
        documents.push(...(existing.length > 0 ? existing : [await invoices.issue(order)]));
      } catch (error) {
        if (!(error instanceof PlinthError) || !error.code.startsWith('invoice_')) throw error;
        skippedOrders.push({ order: order.number, reason: refusalText(error, scope) });
      }
    }
    return { documents, skipped: skippedOrders };
  }

  async function note(documents: readonly StoredInvoice[]): Promise<void> {
    for (const document of documents) await invoices.markExported(document);
    await scope.audit.record(
      {
        action: 'data.exported',
        subject: { kind: 'export', id: 'invoices', title: scope.__('Invoices') },
        details: { documents: documents.length },
      },
      { required: true },
    );
  }

  return {
    collect,
    note,
    async reply(orders, request) {
      const { documents, skipped } = await collect(orders);
      const first = skipped[0];
      if (documents.length === 0) {
        scope.addNotice(request, 'error', first ? `${first.order}: ${first.reason}` : scope.__('Nothing to export.'));
        return undefined;
      }
      await note(documents);
      if (skipped.length > 0)
        scope.addNotice(
          request,
          'warning',
          scope._n(
            '%d order has no invoice. See not-exported.txt for the reason.',
            '%d orders have no invoice. See not-exported.txt for the reasons.',
            skipped.length,
          ),
        );
      return {
        kind: 'body',
        type: 'application/zip',
        body: createZip(documents, skipped),
        headers: { 'Content-Disposition': 'attachment; filename="invoices.zip"', 'X-Content-Type-Options': 'nosniff' },
      };
    },
  };
}
