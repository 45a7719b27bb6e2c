import type { PluginScope } from 'plinth';
import type { DeliveryDays, PageDelivery, Purchase, Supply } from '../contract/index.js';
import { localDay, siteZone } from '../time/local-time.js';
import { getSupply } from '../products/supply-kind.js';
import type { ProductRow } from '../products/tables.js';
import { type DeliveryEstimates, estimateSentence, PICKUP_METHOD } from '../commerce/delivery-estimates.js';
import { CARRIER_TIMEOUT_MS, type Deliveries, type OfferedDelivery } from '../commerce/shipping-methods.js';
import type { ProductView } from './product-view.js';

interface EstimateLinesDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'cache' | 'getOption'>;
  readonly deliveries: Pick<Deliveries, 'listRates'>;
  readonly estimates: DeliveryEstimates;
}

/** Text of a delivery estimate and the variations to which it applies. */
export interface EstimateLine {
  readonly text: string;
  /** Variation IDs, separated by spaces; empty when it applies to all. */
  readonly variations: string;
  /** Names of the variations; empty when all have the same estimate. */
  readonly names: string;
  /** Whether the estimate is for delivery; false for pickup. */
  readonly isDelivery: boolean;
}

/** Returns which variations have a delivery estimate on the product page. */
export function pageDelivery(
  lines: readonly EstimateLine[],
  { variations, opensSoldOut }: Pick<ProductView, 'variations' | 'opensSoldOut'>,
): PageDelivery {
  const allIds = [0, ...variations.map(({ id }) => id)];
  const idsWithEstimate = lines
    .filter(({ isDelivery }) => isDelivery)
    .flatMap(({ variations: variationIds }) => (variationIds === '' ? allIds : variationIds.split(' ').map(Number)));
  return { variationIds: [...new Set(idsWithEstimate)], opensSoldOut };
}

/** Returns the delivery estimates of a product: that of the first shipping method that has one, and that of pickup. */
export type EstimateLines = (
  row: ProductRow,
  view: ProductView,
  visit: { readonly now: string; readonly userId: number },
) => Promise<readonly EstimateLine[]>;

/** Variations with the same availability. */
interface Group {
  readonly supply: Supply;
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

export function createEstimateLines({ scope, deliveries, estimates }: EstimateLinesDeps): EstimateLines {
  function groupByAvailability(row: ProductRow, { variations, summary }: ProductView, today: string): readonly Group[] {
    if (variations.length === 0)
      return row.stock === 'outofstock' ? [] : [{ supply: getSupply(row, summary.fields, today), ids: [], names: [] }];
    const groups = new Map<string, Group>();
    for (const { id, name, stock, expectedOn } of variations.filter(({ soldOut }) => !soldOut)) {
      const supply = getSupply({ stock, expected_on: expectedOn }, summary.fields, today);
      const { ids, names } = groups.get(String(supply.expectedOn)) ?? { ids: [], names: [] };
      groups.set(String(supply.expectedOn), { supply, ids: [...ids, id], names: [...names, name] });
    }
    return [...groups.values()];
  }

  /** Returns the purchase of one unit by a customer whose address is unknown. */
  function createPurchase(
    row: ProductRow,
    { summary, categories }: ProductView,
    supply: Supply,
    userId: number,
  ): Purchase {
    const { price, taxRate, onSale } = summary;
    const item = {
      productId: row.id,
      variationId: 0,
      name: row.name,
      sku: row.sku ?? '',
      quantity: 1,
      unitPrice: price,
      total: price,
      taxRate,
      onSale,
      kind: 'physical' as const,
      weight: row.weight,
      categoryIds: categories.map(({ id }) => id),
      details: [],
      data: {},
      supply,
    };
    return {
      items: [item],
      itemsTotal: price,
      weight: row.weight,
      destination: { country: '', postcode: '', city: '' },
      userId,
      email: '',
    };
  }

  function estimateSentences(
    days: ReadonlyMap<string, DeliveryDays>,
    offeredDeliveries: readonly OfferedDelivery[],
  ): readonly Pick<EstimateLine, 'text' | 'isDelivery'>[] {
    const describeFirst = (
      matches: (delivery: OfferedDelivery) => boolean,
    ): readonly Pick<EstimateLine, 'text' | 'isDelivery'>[] => {
      const way = offeredDeliveries.find((method) => matches(method) && days.has(method.id));
      const found = way && days.get(way.id);
      return found
        ? [{ text: estimateSentence(way.methodId, found, scope), isDelivery: way.methodId !== PICKUP_METHOD }]
        : [];
    };
    return [
      ...describeFirst(({ methodId }) => methodId !== PICKUP_METHOD),
      ...describeFirst(({ methodId }) => methodId === PICKUP_METHOD),
    ];
  }

  return async function arrivalLines(row, view, { now, userId }) {
    const today = localDay(now, await siteZone(scope.getOption));
    const groups = view.summary.kind === 'physical' && view.forSale ? groupByAvailability(row, view, today) : [];
    const [first] = groups;
    if (!first) return [];
    const lines: EstimateLine[] = [];
    // Only methods that can have an estimate are queried, so that product pages cause no unnecessary carrier requests.
    const methods = await estimates.methods();
    if (methods.length === 0) return [];
    const purchase = createPurchase(row, view, first.supply, userId);
    const loadDeliveries = (only: string): Promise<readonly OfferedDelivery[]> =>
      deliveries.listRates(purchase, 0, { rateId: only, timeoutMs: CARRIER_TIMEOUT_MS });
    const offeredDeliveries = await scope.cache.get(
      `store:ways:${row.id}:${methods.join()}:${scope.locale()}:${userId}`,
      async () => (await Promise.all(methods.map(loadDeliveries))).flat(),
    );
    for (const { supply, ids, names } of groups) {
      const days = await estimates.estimate(createPurchase(row, view, supply, userId), offeredDeliveries);
      for (const sentence of estimateSentences(days, offeredDeliveries))
        lines.push({
          ...sentence,
          variations: ids.length === view.variations.length ? '' : ids.join(' '),
          names: groups.length > 1 ? names.join(', ') : '',
        });
    }
    // A cached page must not show a day or an order deadline that has passed.
    if (lines.length > 0) scope.cache.expiresAt(await estimates.validUntil());
    return lines;
  };
}
