import type { PluginScope } from 'plinth';
import type { Order, OrderLine } from '../contract/index.js';
import type { StoreOptions } from '../products/store-settings.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';

interface LowStockDeps {
  readonly scope: Pick<PluginScope, 'addAction' | 'db' | 'mail' | 'getOption' | 'adminUrl' | 'log' | '__'>;
  readonly settings: Pick<StoreOptions, 'read'>;
  readonly commerceSettings: Pick<CommerceSettings, 'read'>;
}

/** A product or variation with low stock after an order. */
interface LowStockItem {
  readonly name: string;
  readonly sku: string;
  readonly stockQuantity: number;
}

/**
 * Emails the shop when an order reduces the stock of a product to the low-stock threshold or below. The email is sent
 * once, for the order that crosses the threshold.
 */
export function notifyLowStock({ scope, settings, commerceSettings }: LowStockDeps): void {
  async function stockQuantityOf({ productId, variationId }: OrderLine): Promise<number | null> {
    const row = await (variationId > 0
      ? scope.db()('store_variations').where({ id: variationId }).first('stock_quantity')
      : scope.db()('store_products').where({ id: productId }).first('stock_quantity'));
    return row?.stock_quantity ?? null;
  }

  async function sendNotification({ number, lines }: Order): Promise<void> {
    const { lowStock } = await settings.read();
    const low: LowStockItem[] = [];
    for (const line of lines) {
      const left = await stockQuantityOf(line);
      if (left !== null && left <= lowStock && left + line.quantity > lowStock)
        low.push({ name: line.name, sku: line.sku, stockQuantity: left });
    }
    if (low.length === 0) return;
    const to = (await commerceSettings.read()).shopEmail || (await scope.getOption<string>('admin_email', ''));
    await scope.mail({
      to,
      locale: (await scope.getOption<string>('WPLANG', '')) || 'en_US',
      view: 'low-stock',
      subject: () =>
        scope.__(
          'Low stock: %s',
          low
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 120),
        ),
      data: { low, number, url: scope.adminUrl('admin.php?page=store-products&stock=low') },
    });
  }

  // After the commit, so that a failure cannot reject the order.
  scope.addAction('store/order_created', (order: Order) =>
    scope.db.afterCommit(() =>
      sendNotification(order).catch((error: unknown) =>
        scope.log.error('a low-stock notification could not be sent', { error: String(error) }),
      ),
    ),
  );
}
