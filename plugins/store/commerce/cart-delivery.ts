import type { MaybePromise, TranslationApi } from 'plinth';
import type { CartDelivery } from '../cart/cart-view.js';
import type { Purchase } from '../contract/index.js';
import { type DeliveryEstimates, estimateSentence } from './delivery-estimates.js';
import { CARRIER_TIMEOUT_MS, type Deliveries } from './shipping-methods.js';
import type { SellingOptions } from './commerce-settings.js';

interface CartDeliveryDeps {
  readonly deliveries: Pick<Deliveries, 'offered'>;
  readonly selling: Pick<SellingOptions, 'read'>;
  readonly estimates: Pick<DeliveryEstimates, 'of'>;
  readonly words: Pick<TranslationApi, '__' | 'locale'>;
  /** Tax rate in percent of shipping methods without a rate of their own. */
  taxRate(): MaybePromise<number>;
}

/** Creates the function that estimates the shipping costs of a cart before the destination is known. */
export function createCartDelivery({
  deliveries,
  selling,
  estimates,
  words: i18n,
  taxRate,
}: CartDeliveryDeps): (purchase: Purchase) => Promise<CartDelivery> {
  return async (purchase) => {
    if (!purchase.items.some(({ kind }) => kind === 'physical')) return { ways: [], missing: 0 };
    const { freeFrom, courier } = await selling.read();
    const methods = await deliveries.offered(purchase, await taxRate(), { timeoutMs: CARRIER_TIMEOUT_MS });
    const costs = courier && methods.some(({ methodId, price }) => methodId === 'courier' && price > 0);
    const days = await estimates.of(purchase, methods);
    const arrives = ({ id, methodId }: (typeof methods)[number]): string => {
      const own = days.get(id);
      return own ? estimateSentence(methodId, own, i18n) : '';
    };
    return {
      ways: methods.map((method) => ({
        label: method.label,
        price: method.price,
        taxRate: method.taxRate,
        arrives: arrives(method),
      })),
      missing: costs && freeFrom !== null ? Math.max(0, freeFrom - purchase.itemsTotal) : 0,
    };
  };
}
