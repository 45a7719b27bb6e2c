import type { PluginScope } from 'plinth';
import type { Catalog, Order } from '../store/shop.js';
import type { InvoiceStore } from './invoice-store.js';
import { getTotal, invoiceSums } from './rate-sums.js';

interface RefundWarningsDeps {
  readonly store: Pick<InvoiceStore, 'listByOrder'>;
  isEnabled(): Promise<boolean>;
  catalog(): Catalog | undefined;
}

/**
 * Warns the shop owner on the screen of an order whose invoice states more than remains after refunds: it must be
 * corrected (VAT Act, art. 106j(1)).
 */
export function registerRefundWarnings(scope: PluginScope, { store, isEnabled, catalog }: RefundWarningsDeps): void {
  scope.addFilter(
    'store/order_warnings',
    async (warnings: readonly string[], order: Order, to: string) => {
      if (to !== '' || !(await isEnabled())) return warnings;
      const [invoice, ...corrections] = await store.listByOrder(order.id);
      if (!invoice) return warnings;
      const refunded = (await scope.services.get('store.refunds').listByOrder(order.id))
        .filter(({ state }) => state === 'done')
        .reduce((sum, { amount }) => sum + amount, 0);
      const corrected = corrections.reduce((sum, document) => sum - getTotal(invoiceSums(document)), 0);
      const missing = refunded - corrected;
      return missing > 0
        ? [
            ...warnings,
            scope.__(
              'Refunds exceed the corrections of invoice %1$s by %2$s. Issue a correction.',
              invoice.number,
              catalog()?.formatPrice(missing) ?? '',
            ),
          ]
        : warnings;
    },
    20,
    3,
  );
}
