import type { HealthCheck, PluginScope } from 'plinth';
import { type SellingOptions, takesTransfers } from '../commerce/commerce-settings.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';

/** Adds site health checks for what a shop needs to sell: a payment method, a shipping method and a product. */
export function addSellingHealth(
  scope: PluginScope,
  sellingOptions: SellingOptions,
  methods: Pick<PaymentMethods, 'isAnyReady'>,
  currency: () => string,
): void {
  const { __, _n } = scope;
  const sellingScreen = 'admin.php?page=store-commerce';

  async function payment(): Promise<HealthCheck> {
    const settings = await sellingOptions.read();
    const about = {
      id: 'store_payment',
      label: __('Payment'),
      fixUrl: sellingScreen,
      setupStep: __('Set up payments'),
    };
    const transfers = takesTransfers(settings);
    if (!(await methods.isAnyReady(currency())))
      return {
        ...about,
        state: 'critical',
        description: __('Customers can’t order: no payment method is set up.'),
        recommendation: __('Enter the account number, or enable cash on delivery.'),
      };
    if (settings.transfer && !transfers)
      return {
        ...about,
        state: 'recommended',
        description: __('Bank transfer is enabled but hidden from customers: no account number is set.'),
        recommendation: __('Enter the account number, or disable bank transfers.'),
      };
    return { ...about, state: 'good', description: __('Customers can pay.'), recommendation: '' };
  }

  async function delivery(): Promise<HealthCheck> {
    const about = {
      id: 'store_delivery',
      label: __('Delivery'),
      fixUrl: sellingScreen,
      setupStep: __('Set up shipping'),
    };
    return (await sellingOptions.isChosen())
      ? { ...about, state: 'good', description: __('Shipping is set up.'), recommendation: '' }
      : {
          ...about,
          state: 'recommended',
          description: __('Shipping methods and costs still have their default settings.'),
          recommendation: __('Review and save them.'),
        };
  }

  async function products(): Promise<HealthCheck> {
    const row = (await scope.db()('store_products').where({ status: 'publish' }).count({ count: '*' }).first()) as
      { count: number | string } | undefined;
    const count = Number(row?.count ?? 0);
    const about = {
      id: 'store_products',
      label: __('Products'),
      fixUrl: 'admin.php?page=store-product',
      setupStep: __('Add a product'),
    };
    return count > 0
      ? {
          ...about,
          state: 'good',
          description: _n('%d product is in the shop.', '%d products are in the shop.', count),
          recommendation: '',
        }
      : {
          ...about,
          state: 'recommended',
          description: __('The shop has no products yet.'),
          recommendation: __('Add a product, or import products from a file.'),
        };
  }

  scope.addFilter('site_status_tests', async (checks) => [
    ...checks,
    await payment(),
    await delivery(),
    await products(),
  ]);
}
