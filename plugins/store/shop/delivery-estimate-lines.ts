import type { PluginScope } from 'plinth';
import type { DeliveryDays, PageDelivery, Purchase, Supply } from '../contract/index.js';
import { supplyOf } from '../products/supply-kind.js';
import type { ProductRow } from '../products/tables.js';
import { type DeliveryEstimates, estimateSentence, COLLECTED } from '../commerce/delivery-estimates.js';
import { CARRIER_TIMEOUT_MS, type Deliveries, type OfferedDelivery } from '../commerce/shipping-methods.js';
import type { ProductView } from './product-view.js';

interface EstimateLinesDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'cache'>;
  readonly deliveries: Pick<Deliveries, 'listRates'>;
  readonly estimates: DeliveryEstimates;
}

/** Delivery estimate for a product and the variations it applies to; empty when it applies to all. */
export interface EstimateLine {
  readonly text: string;
  /** Variation IDs, separated by spaces. */
  readonly variations: string;
  /** Names of the variations, when others have a different estimate. */
  readonly names: string;
  /** Whether it is a delivery on that day rather than a pickup. */
  readonly isDelivery: boolean;
}

/** Returns the text about delivery on a product page from these lines. */
export function deliverySaid(
  lines: readonly EstimateLine[],
  { variations, opensSoldOut }: Pick<ProductView, 'variations' | 'opensSoldOut'>,
): PageDelivery {
  const everything = [0, ...variations.map(({ id }) => id)];
  const dated = lines
    .filter(({ isDelivery }) => isDelivery)
    .flatMap(({ variations: versions }) => (versions === '' ? everything : versions.split(' ').map(Number)));
  return { variationIds: [...new Set(dated)], opensSoldOut };
}

/** Returns the delivery estimates on a product page: from the first shipping method that has one, and for pickup. */
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
  function groupsOf(row: ProductRow, { variations, summary }: ProductView, now: string): readonly Group[] {
    if (variations.length === 0)
      return row.stock === 'outofstock' ? [] : [{ supply: supplyOf(row, summary.fields, now), ids: [], names: [] }];
    const groups = new Map<string, Group>();
    for (const { id, name, stock, expectedOn } of variations.filter(({ soldOut }) => !soldOut)) {
      const supply = supplyOf({ stock, expected_on: expectedOn }, summary.fields, now);
      const { ids, names } = groups.get(String(supply.expectedOn)) ?? { ids: [], names: [] };
      groups.set(String(supply.expectedOn), { supply, ids: [...ids, id], names: [...names, name] });
    }
    return [...groups.values()];
  }

  /** Purchase of one unit by a customer whose address is not known. */
  function purchaseOf(row: ProductRow, { summary, categories }: ProductView, supply: Supply, userId: number): Purchase {
    const { price, taxRate } = summary;
    const item = {
      productId: row.id,
      variationId: 0,
      name: row.name,
      sku: row.sku ?? '',
      quantity: 1,
      unitPrice: price,
      total: price,
      taxRate,
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

  function sentences(
    days: ReadonlyMap<string, DeliveryDays>,
    offeredDeliveries: readonly OfferedDelivery[],
  ): readonly Pick<EstimateLine, 'text' | 'isDelivery'>[] {
    const describeFirst = (
      matches: (delivery: OfferedDelivery) => boolean,
    ): readonly Pick<EstimateLine, 'text' | 'isDelivery'>[] => {
      const way = offeredDeliveries.find((one) => matches(one) && days.has(one.id));
      const found = way && days.get(way.id);
      return found
        ? [{ text: estimateSentence(way.methodId, found, scope), isDelivery: way.methodId !== COLLECTED }]
        : [];
    };
    return [
      ...describeFirst(({ methodId }) => methodId !== COLLECTED),
      ...describeFirst(({ methodId }) => methodId === COLLECTED),
    ];
  }

  return async function arrivalLines(row, view, { now, userId }) {
    const groups = view.summary.kind === 'physical' && view.forSale ? groupsOf(row, view, now) : [];
    const [first] = groups;
    if (!first) return [];
    const lines: EstimateLine[] = [];
    // Queries only methods that can have an estimate, so that product views cause no needless carrier requests.
    const methods = await estimates.methods();
    if (methods.length === 0) return [];
    const purchase = purchaseOf(row, view, first.supply, userId);
    const loadDeliveries = (only: string): Promise<readonly OfferedDelivery[]> =>
      deliveries.listRates(purchase, 0, { rateId: only, timeoutMs: CARRIER_TIMEOUT_MS });
    const offeredDeliveries = await scope.cache.get(
      `store:ways:${row.id}:${methods.join()}:${scope.locale()}:${userId}`,
      async () => (await Promise.all(methods.map(loadDeliveries))).flat(),
    );
    for (const { supply, ids, names } of groups) {
      const days = await estimates.estimate(purchaseOf(row, view, supply, userId), offeredDeliveries);
      for (const sentence of sentences(days, offeredDeliveries))
        lines.push({
          ...sentence,
          variations: ids.length === view.variations.length ? '' : ids.join(' '),
          names: groups.length > 1 ? names.join(', ') : '',
        });
    }
    // A cached page must not show a day or a cut-off time that has passed.
    if (lines.length > 0) scope.cache.expiresAt(await estimates.validUntil());
    return lines;
  };
}
