import type { HealthCheck, PluginScope } from 'plinth';
import { type CommerceSettings, acceptsTransfers } from '../commerce/commerce-settings.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';

/** Adds site health checks for what a shop needs to sell: a payment method, a shipping method and a product. */
export function addCommerceHealth(
  scope: PluginScope,
  commerceSettings: CommerceSettings,
  methods: Pick<PaymentMethods, 'isAnyReady'>,
  currency: () => string,
): void {
  const { __, _n } = scope;
  const fixUrl = 'admin.php?page=store-commerce';

  async function checkPayment(): Promise<HealthCheck> {
    const settings = await commerceSettings.read();
    const base = {
      id: 'store_payment',
      label: __('Payment'),
      fixUrl,
      setupStep: __('Set up payments'),
    };
    const transfers = acceptsTransfers(settings);
    if (!(await methods.isAnyReady(currency())))
      return {
        ...base,
        state: 'critical',
        description: __('Customers can’t order: no payment method is set up.'),
        recommendation: __('Enter the bank account number, or enable cash on delivery.'),
      };
    if (settings.transfer && !transfers)
      return {
        ...base,
        state: 'recommended',
        description: __('Bank transfer is enabled but hidden from customers: no account number is set.'),
        recommendation: __('Enter the bank account number, or disable bank transfers.'),
      };
    return { ...base, state: 'good', description: __('Customers can pay.'), recommendation: '' };
  }

  async function checkDelivery(): Promise<HealthCheck> {
    const base = {
      id: 'store_delivery',
      label: __('Delivery'),
      fixUrl,
      setupStep: __('Set up shipping'),
    };
    return (await commerceSettings.isSaved())
      ? { ...base, state: 'good', description: __('Shipping is set up.'), recommendation: '' }
      : {
          ...base,
          state: 'recommended',
          description: __('Shipping methods and costs still have their default settings.'),
          recommendation: __('Review and save them.'),
        };
  }

  async function checkProducts(): Promise<HealthCheck> {
    const row = (await scope.db()('store_products').where({ status: 'publish' }).count({ count: '*' }).first()) as
      { count: number | string } | undefined;
    const count = Number(row?.count ?? 0);
    const base = {
      id: 'store_products',
      label: __('Products'),
      fixUrl: 'admin.php?page=store-product',
      setupStep: __('Add a product'),
    };
    return count > 0
      ? {
          ...base,
          state: 'good',
          description: _n('%d product is in the shop.', '%d products are in the shop.', count),
          recommendation: '',
        }
      : {
          ...base,
          state: 'recommended',
          description: __('The shop has no products yet.'),
          recommendation: __('Add a product, or import products from a file.'),
        };
  }

  scope.addFilter('site_status_tests', async (checks) => [
    ...checks,
    await checkPayment(),
    await checkDelivery(),
    await checkProducts(),
  ]);
}
