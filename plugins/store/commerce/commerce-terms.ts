import type { Purchase, Terms } from '../contract/index.js';
import type { CommerceTerms } from '../contract/commerce-terms.js';
import type { Deliveries } from './shipping-methods.js';
import type { PaymentMethods } from './payment-methods.js';
import type { CommerceSettings } from './commerce-settings.js';

interface CommerceTermsDeps {
  readonly deliveries: Pick<Deliveries, 'listRates'>;
  readonly payMethods: Pick<PaymentMethods, 'listAvailable' | 'all' | 'label'>;
  readonly commerceSettings: Pick<CommerceSettings, 'read'>;
  currency(): string;
}

/** Order totals, in minor units: a small one, and one that no payment method rejects as too small. */
const SMALL_AMOUNT = 100;
export const USUAL_AMOUNT = 10_000;

/** Derives the shop's selling terms from what it would offer a customer. */
export function createCommerceTerms({ deliveries, payMethods, commerceSettings, currency }: CommerceTermsDeps): Terms {
  async function deliveriesFor(
    taxRate: number,
    itemsTotal = SMALL_AMOUNT,
    country = '',
  ): Promise<CommerceTerms['deliveries']> {
    const purchase: Purchase = {
      items: [],
      itemsTotal,
      weight: 0,
      destination: { country, postcode: '', city: '' },
      userId: 0,
      email: '',
    };
    return (await deliveries.listRates(purchase, taxRate)).map(({ id, label, price }) => ({ id, label, price }));
  }

  return {
    payments: () => payMethods.all().map((id) => ({ id, label: payMethods.label(id) })),
    async now() {
      const { freeFrom, transferDays, shippingTaxRate } = await commerceSettings.read();
      const payments = await payMethods.listAvailable({
        amount: USUAL_AMOUNT,
        currency: currency(),
        country: '',
        needsShipping: true,
      });
      return {
        payments: payments.map(({ id, label, price }) => ({ id, label, fee: price })),
        deliveries: await deliveriesFor(shippingTaxRate),
        freeFrom,
        transferDays,
      };
    },
    deliveries: async (itemsTotal, country) =>
      deliveriesFor((await commerceSettings.read()).shippingTaxRate, itemsTotal, country),
  };
}
