import type { TranslationApi } from 'plinth';
import type { CartDelivery } from '../cart/cart-view.js';
import type { Purchase } from '../contract/index.js';
import { type DeliveryEstimates, estimateSentence } from './delivery-estimates.js';
import { CARRIER_TIMEOUT_MS, type Deliveries } from './shipping-methods.js';
import type { CommerceSettings } from './commerce-settings.js';

interface CartDeliveryDeps {
  readonly deliveries: Pick<Deliveries, 'listRates'>;
  readonly commerceSettings: Pick<CommerceSettings, 'read'>;
  readonly estimates: Pick<DeliveryEstimates, 'estimate'>;
  readonly i18n: Pick<TranslationApi, '__' | 'locale'>;
  /** Tax rate in percent of shipping methods without a rate of their own. */
  taxRate(): Promise<number>;
}

/** Creates the function that estimates the shipping costs of a cart before the destination is known. */
export function createCartDelivery({
  deliveries,
  commerceSettings,
  estimates,
  i18n,
  taxRate,
}: CartDeliveryDeps): (purchase: Purchase) => Promise<CartDelivery> {
  return async (purchase) => {
    if (!purchase.items.some(({ kind }) => kind === 'physical')) return { methods: [], freeShippingRemaining: 0 };
    const { freeFrom, courier } = await commerceSettings.read();
    const methods = await deliveries.listRates(purchase, await taxRate(), { timeoutMs: CARRIER_TIMEOUT_MS });
    const hasPaidCourier = courier && methods.some(({ methodId, price }) => methodId === 'courier' && price > 0);
    const days = await estimates.estimate(purchase, methods);
    const estimateOf = ({ id, methodId }: (typeof methods)[number]): string => {
      const own = days.get(id);
      return own ? estimateSentence(methodId, own, i18n) : '';
    };
    return {
      methods: methods.map((method) => ({
        label: method.label,
        price: method.price,
        taxRate: method.taxRate,
        deliveryEstimate: estimateOf(method),
      })),
      freeShippingRemaining: hasPaidCourier && freeFrom !== null ? Math.max(0, freeFrom - purchase.itemsTotal) : 0,
    };
  };
}
