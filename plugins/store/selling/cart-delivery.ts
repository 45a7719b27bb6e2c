import type { MaybePromise } from 'plinth';
import type { CartDelivery } from '../cart/cart-page.js';
import type { Purchase } from '../contract/index.js';
import type { Deliveries } from './deliveries.js';
import { CARRIER_PATIENCE_MS } from './patience.js';
import type { SellingOptions } from './selling-settings.js';

interface CartDeliveryDeps {
  readonly deliveries: Pick<Deliveries, 'offered'>;
  readonly selling: Pick<SellingOptions, 'read'>;
  /** Percent of tax inside the prices of deliveries that say none. */
  taxRate(): MaybePromise<number>;
}

/** What delivery of a cart costs, as far as it is known before anybody says where it goes. */
export function createCartDelivery({ deliveries, selling, taxRate }: CartDeliveryDeps): (purchase: Purchase) => Promise<CartDelivery> {
  return async (purchase) => {
    if (!purchase.items.some(({ kind }) => kind === 'physical')) return { ways: [], missing: 0 };
    const { freeFrom, courier } = await selling.read();
    const ways = await deliveries.offered(purchase, await taxRate(), { patienceMs: CARRIER_PATIENCE_MS });
    const costs = courier && ways.some(({ methodId, price }) => methodId === 'courier' && price > 0);
    return { ways: ways.map((way) => ({ label: way.label, price: way.price, taxRate: way.taxRate })), missing: costs && freeFrom !== null ? Math.max(0, freeFrom - purchase.itemsTotal) : 0 };
  };
}
