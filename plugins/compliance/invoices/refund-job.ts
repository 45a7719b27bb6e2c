import type { PluginScope } from 'plinth';
import type { Order } from '../store/shop.js';
import { CORRECT_JOB, type Invoices } from './invoices.js';

/**
 * Corrects the invoice of an order after each refund (VAT Act, art. 106j(1)): at once, so that the shop owner sees the
 * correction, and again by a job of the refund's transaction, which a crash cannot lose. Each refund is corrected once.
 */
export function registerRefundCorrections(
  scope: Pick<PluginScope, 'addAction' | 'registerJob' | 'enqueueJob' | 'db' | 'log'>,
  invoices: Pick<Invoices, 'correctRefunds'>,
): void {
  scope.registerJob(CORRECT_JOB, (payload) => invoices.correctRefunds((payload as { orderId: number }).orderId));
  scope.addAction(
    'store/refund_recorded',
    async ({ id }: Order) => void (await scope.enqueueJob(CORRECT_JOB, { orderId: id })),
  );
  scope.addAction('store/order_refunded', async ({ id, number }: Order) => {
    try {
      await invoices.correctRefunds(id);
    } catch (error) {
      // The job tries again, and the order shows a warning until then.
      scope.log.error('an invoice could not be corrected after a refund', { order: number, error: String(error) });
    }
  });
}
