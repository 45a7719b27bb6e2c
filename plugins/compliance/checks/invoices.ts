import type { Database } from 'plinth';
import { checkDocument } from '../invoices/fa3/check-document.js';
import { invoiceDocument } from '../invoices/fa3/document.js';
import { FA3_NAMESPACE } from '../invoices/fa3/structure.js';
import type { InvoiceStore, StoredInvoice } from '../invoices/invoice-store.js';
import { listUncorrected, type OrderRefunds } from '../invoices/order-refunds.js';
import type { WaitingOrder, WaitingOrders } from '../invoices/waiting-orders.js';
import { writeXml } from '../invoices/xml.js';
import type { ReadOrder } from '../store/shop.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, disabledFinding, type Finding, goodFinding, problemFinding } from './check.js';

/** Number of newest invoices, and of newest orders with refunds, that are checked. */
const MAX_CHECKED = 100;

interface InvoicesCheckDeps {
  readonly db: Database;
  readonly invoices: Pick<InvoiceStore, 'newest' | 'listByOrder'>;
  readonly waitingOrders: WaitingOrders;
  readonly orderRefunds: Pick<OrderRefunds, 'read'>;
  readonly readOrder: ReadOrder;
}

/** Returns the invoices of the newest refunded orders that state more than remains. */
async function listUncorrectedInvoices({
  db,
  invoices,
  orderRefunds,
}: InvoicesCheckDeps): Promise<readonly StoredInvoice[]> {
  const orderIds = await db()('store_refunds')
    .where({ state: 'done' })
    .whereIn('order_id', db()('compliance_invoices').select('order_id'))
    .distinct('order_id')
    .orderBy('order_id', 'desc')
    .limit(MAX_CHECKED)
    .pluck<number[]>('order_id');
  const checked = await Promise.all(
    orderIds.map(async (orderId) => {
      const documents = await invoices.listByOrder(orderId);
      return listUncorrected(documents, await orderRefunds.read(orderId)).length > 0 ? documents.slice(0, 1) : [];
    }),
  );
  return checked.flat();
}

/**
 * Checks that invoices conform to FA(3), are unchanged since issue, match their orders to the grosz, were corrected
 * after refunds (VAT Act, art. 106j), and that no order waits for one (art. 106i).
 */
export function invoicesCheck(i18n: CheckI18n, deps: InvoicesCheckDeps): Check {
  const { __ } = i18n;

  async function findProblem(stored: StoredInvoice): Promise<string | undefined> {
    const document = invoiceDocument(stored);
    const [formatError] = checkDocument(document);
    if (formatError) return __('%1$s doesn’t match FA(3): %2$s.', stored.number, formatError.path);
    if (writeXml(document, FA3_NAMESPACE) !== stored.xml)
      return __('%s differs from the document that was issued.', stored.number);
    if (stored.kind === 'KOR') return undefined;
    const order = await deps.readOrder(stored.orderId);
    const deducted = (stored.deductedRefunds ?? []).reduce((all, { amount }) => all + amount, 0);
    const sum = stored.lines.reduce((all, { gross }) => all + gross, 0) + deducted;
    return order && order.total !== sum ? __('%s has a different total than its order.', stored.number) : undefined;
  }

  async function checkDocuments(newest: readonly StoredInvoice[]): Promise<Finding | undefined> {
    const problems = (await Promise.all(newest.map(findProblem))).filter((problem) => problem !== undefined);
    if (problems.length === 0) return undefined;
    const advice = __('Compare it with a backup. Fix it with a correction, never by editing it.');
    return problemFinding('missing', problems, advice, i18n);
  }

  /** Describes an order that waits for an invoice. */
  function describeWaiting({ number, dueOn, isOverdue }: WaitingOrder): string {
    if (dueOn === '') return __('Order %s waits for an invoice, which is due after delivery or payment.', number);
    return isOverdue
      ? __('The invoice for order %1$s was due on %2$s.', number, dueOn)
      : __('The invoice for order %1$s is due by %2$s.', number, dueOn);
  }

  /** Returns a finding about invoices that are missing or not corrected, the worst first; undefined when all is done. */
  async function checkDeadlines(): Promise<Finding | undefined> {
    const waiting = await deps.waitingOrders.list();
    const overdue = waiting.filter(({ isOverdue }) => isOverdue).map(describeWaiting);
    const uncorrected = (await listUncorrectedInvoices(deps)).map(({ number }) =>
      __('Invoice %s states more than remains after refunds.', number),
    );
    if (overdue.length + uncorrected.length > 0) {
      const advice = [
        ...(overdue.length > 0 ? [__('Issue these invoices now.')] : []),
        ...(uncorrected.length > 0 ? [__('Issue the missing corrections.')] : []),
      ];
      return {
        ...problemFinding('missing', [...overdue, ...uncorrected], advice.join(' '), i18n),
        law: 'invoice_deadline',
      };
    }
    if (waiting.length === 0) return undefined;
    const finding = problemFinding('advice', waiting.map(describeWaiting), __('Issue them in time.'), i18n);
    return { ...finding, law: 'invoice_deadline' };
  }

  return {
    id: 'invoices',
    law: 'invoices',
    label: __('Invoices'),
    fix: 'admin.php?page=compliance-invoices',
    async run({ values }) {
      const newest = await deps.invoices.newest(MAX_CHECKED);
      const isEnabled = values.flag('invoices_enabled');
      const problem = (await checkDocuments(newest)) ?? (isEnabled ? await checkDeadlines() : disabledFinding(i18n));
      if (problem) return problem;
      return goodFinding(
        newest.length === 0
          ? __('No order needs an invoice.')
          : __('The latest invoices comply with FA(3) and match their orders, and no order waits for one.'),
      );
    },
  };
}
