import { type PluginScope, ready, type Steps } from 'plinth';
import type { DeliveryDays, PageDelivery, Purchase, Supply } from '../contract/index.js';
import { supplyOf } from '../products/supply-kind.js';
import type { ProductRow } from '../products/tables.js';
import { type DeliveryEstimates, estimateSentence, COLLECTED } from '../commerce/delivery-estimates.js';
import { CARRIER_TIMEOUT_MS, type Deliveries, type OfferedDelivery } from '../commerce/shipping-methods.js';
import type { ProductView } from './product-view.js';

interface EstimateLinesDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'remember' | 'freshUntil'>;
  readonly deliveries: Pick<Deliveries, 'offered'>;
  readonly estimates: DeliveryEstimates;
}

/** When a product would arrive, and which versions that is about; none of them when it is about all. */
export interface EstimateLine {
  readonly text: string;
  /** Ids, with blanks between them. */
  readonly variations: string;
  /** The versions' names, where others arrive on other days. */
  readonly names: string;
  /** Whether it is brought on that day, and not collected. */
  readonly isBrought: boolean;
}

/** What is said of delivery by these lines on the page of a product. */
export function deliverySaid(
  lines: readonly EstimateLine[],
  { variations, opensSoldOut }: Pick<ProductView, 'variations' | 'opensSoldOut'>,
): PageDelivery {
  const everything = [0, ...variations.map(({ id }) => id)];
  const dated = lines
    .filter(({ isBrought }) => isBrought)
    .flatMap(({ variations: versions }) => (versions === '' ? everything : versions.split(' ').map(Number)));
  return { dated: [...new Set(dated)], opensSoldOut };
}

/** What the page of a product says of its arrival: by the first way that has a day, and when it can be collected. */
export type EstimateLines = (
  row: ProductRow,
  view: ProductView,
  visit: { readonly now: string; readonly userId: number },
) => Steps<readonly EstimateLine[]>;

/** Versions that can leave the shop alike. */
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

  /** One piece of it, going to somebody who has not said where they live. */
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
    ways: readonly OfferedDelivery[],
  ): readonly Pick<EstimateLine, 'text' | 'isBrought'>[] {
    const told = (wanted: (way: OfferedDelivery) => boolean): readonly Pick<EstimateLine, 'text' | 'isBrought'>[] => {
      const way = ways.find((one) => wanted(one) && days.has(one.id));
      const found = way && days.get(way.id);
      return found
        ? [{ text: estimateSentence(way.methodId, found, scope), isBrought: way.methodId !== COLLECTED }]
        : [];
    };
    return [...told(({ methodId }) => methodId !== COLLECTED), ...told(({ methodId }) => methodId === COLLECTED)];
  }

  return function* arrivalLines(row, view, { now, userId }) {
    const groups = view.summary.kind === 'physical' && view.forSale ? groupsOf(row, view, now) : [];
    const [first] = groups;
    if (!first) return [];
    const lines: EstimateLine[] = [];
    // Only ways that can have a day are asked, so that looking at products asks no carrier for nothing.
    const methods = yield* ready(estimates.methods());
    if (methods.length === 0) return [];
    const purchase = purchaseOf(row, view, first.supply, userId);
    const asked = (only: string): Promise<readonly OfferedDelivery[]> =>
      deliveries.offered(purchase, 0, { only, patienceMs: CARRIER_TIMEOUT_MS });
    const ways = yield* ready(
      scope.remember(`store:ways:${row.id}:${methods.join()}:${scope.locale()}:${userId}`, async () =>
        (await Promise.all(methods.map(asked))).flat(),
      ),
    );
    for (const { supply, ids, names } of groups) {
      const days = yield* ready(estimates.of(purchaseOf(row, view, supply, userId), ways));
      for (const said of sentences(days, ways))
        lines.push({
          ...said,
          variations: ids.length === view.variations.length ? '' : ids.join(' '),
          names: groups.length > 1 ? names.join(', ') : '',
        });
    }
    // A page that is kept shows no day that has passed, and no cut-off that is over.
    if (lines.length > 0) scope.freshUntil(yield* ready(estimates.holds()));
    return lines;
  };
}
