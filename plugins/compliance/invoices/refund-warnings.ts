import type { PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Catalog, Order } from '../store/shop.js';
import type { InvoiceStore } from './invoice-store.js';
import { waitsForKsef } from './invoice-corrections.js';
import { listUncorrected, type OrderRefunds } from './order-refunds.js';

interface RefundWarningsDeps {
  readonly store: Pick<InvoiceStore, 'listByOrder'>;
  readonly settings: Settings;
  readonly refunds: Pick<OrderRefunds, 'read'>;
  catalog(): Catalog | undefined;
}

/**
 * Warns the shop owner on the screen of an order whose invoice states more than remains after refunds: it must be
 * corrected (VAT Act, art. 106j(1)).
 */
export function registerRefundWarnings(
  scope: PluginScope,
  { store, settings, refunds, catalog }: RefundWarningsDeps,
): void {
  scope.addFilter(
    'store/order_warnings',
    async (warnings: readonly string[], order: Order, to: string) => {
      const values = await settings.values();
      if (to !== '' || !values.flag('invoices_enabled')) return warnings;
      const documents = await store.listByOrder(order.id);
      const [invoice] = documents;
      if (!invoice) return warnings;
      const missing = listUncorrected(documents, await refunds.read(order.id)).reduce(
        (sum, { amount }) => sum + amount,
        0,
      );
      if (missing === 0) return warnings;
      const amount = catalog()?.formatPrice(missing) ?? '';
      const warning = waitsForKsef(invoice, values)
        ? scope.__(
            'Invoice %1$s doesn’t state refunds of %2$s yet. It is corrected as soon as its KSeF number is saved. If it has none, issue the correction yourself.',
            invoice.number,
            amount,
          )
        : scope.__(
            'Refunds exceed the corrections of invoice %1$s by %2$s. Issue a correction.',
            invoice.number,
            amount,
          );
      return [...warnings, warning];
    },
    20,
    3,
  );
}
