import { checkDocument } from '../invoices/fa3/check-document.js';
import { invoiceDocument } from '../invoices/fa3/document.js';
import { FA3_NAMESPACE } from '../invoices/fa3/structure.js';
import type { InvoiceStore, StoredInvoice } from '../invoices/invoice-store.js';
import { writeXml } from '../invoices/xml.js';
import type { ReadOrder } from '../store/shop.js';
import { type Check, type CheckI18n, goodFinding, problemFinding } from './check.js';

/** Number of newest invoices checked. */
const MAX_CHECKED_INVOICES = 100;

/** Checks that invoices conform to FA(3), are unchanged since issue, and match their orders to the grosz. */
export function invoicesCheck(
  i18n: CheckI18n,
  { invoices, readOrder }: { readonly invoices: Pick<InvoiceStore, 'newest'>; readonly readOrder: ReadOrder },
): Check {
  const { __ } = i18n;

  async function findProblem(stored: StoredInvoice): Promise<string | undefined> {
    const document = invoiceDocument(stored);
    const [formatError] = checkDocument(document);
    if (formatError) return __('%1$s doesn’t match FA(3): %2$s.', stored.number, formatError.path);
    if (writeXml(document, FA3_NAMESPACE) !== stored.xml)
      return __('%s differs from the document that was issued.', stored.number);
    if (stored.kind === 'KOR') return undefined;
    const order = await readOrder(stored.orderId);
    const sum = stored.lines.reduce((all, { gross }) => all + gross, 0);
    return order && order.total !== sum ? __('%s has a different total than its order.', stored.number) : undefined;
  }

  return {
    id: 'invoices',
    law: 'invoices',
    label: __('Invoices'),
    fix: 'admin.php?page=compliance-invoices',
    async run() {
      const newest = await invoices.newest(MAX_CHECKED_INVOICES);
      if (newest.length === 0) return goodFinding(__('No invoices issued.'));
      const problems = (await Promise.all(newest.map(findProblem))).filter((problem) => problem !== undefined);
      return problems.length === 0
        ? goodFinding(__('The latest invoices comply with FA(3) and match their orders.'))
        : problemFinding(
            'missing',
            problems,
            __('Compare it with a backup. Fix it with a correction, never by editing it.'),
            i18n,
          );
    },
  };
}
