import { type PluginScope } from 'plinth';
import { isPerishable } from '../product/product-fields.js';
import type { Clock } from '../time/clock.js';
import { findLowestPrice, type LowestPrice, getNextChange, type PriceInterval } from './lowest-price.js';
import { keyOf, type PriceHistory } from './price-history.js';
import type { Reduction } from '../store/shop.js';

/** A price as displayed. */
interface DisplayedProduct {
  readonly id: number;
  /** Absent for a product without variations, and in lists. */
  readonly variationId?: number;
  /** Minor units. */
  readonly price: number;
  readonly onSale: boolean;
  /** Extension fields by key, including the one that marks perishable goods. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Lowest prices for what a page shows. */
export interface LowestPrices {
  /** Loads the histories of products that are about to be shown together. */
  preload(productIds: readonly number[]): Promise<void>;
  /** `unknown` when no price before the reduction is known; null when the displayed price is not a reduced one. */
  find(product: DisplayedProduct, days: number): Promise<LowestPrice | 'unknown' | null>;
  /** Returns the reductions without a known earlier price. */
  withoutReference(reductions: readonly Reduction[], days: number): Promise<Reduction[]>;
  /**
   * Lowest price for the cheapest reduced variation, when the displayed price belongs to another one; null when there
   * is none, or no earlier price is known.
   */
  findForReducedVariation(
    product: DisplayedProduct,
    days: number,
  ): Promise<(LowestPrice & { readonly now: number }) | null>;
}

/** Price histories of a product, by product and variation. */
type Histories = ReadonlyMap<string, readonly PriceInterval[]>;

const MAX_CACHED_PRODUCTS = 20_000;

/** Whether the last price of a history is still current. */
const isRunning = (history: readonly PriceInterval[]): boolean => history.at(-1)?.to === null;

interface LowestPriceDeps {
  readonly scope: Pick<PluginScope, 'cache'>;
  readonly priceHistory: PriceHistory;
  readonly clock: Clock;
  /** Makes the cache entry expire as soon as a product changes. */
  trackProductChanges(): Promise<void>;
}

export function createLowestPrices({ scope, priceHistory, clock, trackProductChanges }: LowestPriceDeps): LowestPrices {
  /** Cached price histories by product, until any price or product changes. */
  const getCache = (): Promise<Map<number, Histories>> =>
    scope.cache.get(`compliance:price-histories:${priceHistory.currency()}`, async () => {
      // Both make the cache entry depend on later changes: it expires as soon as any product or price changes.
      await trackProductChanges();
      await priceHistory.lastEntry();
      return new Map<number, Histories>();
    });

  async function loadHistories(cachedHistories: Map<number, Histories>, ids: readonly number[]): Promise<void> {
    const found = await priceHistory.findByProducts(ids);
    if (cachedHistories.size + ids.length > MAX_CACHED_PRODUCTS) cachedHistories.clear();
    const byProduct = new Map(ids.map((id) => [id, new Map<string, readonly PriceInterval[]>()] as const));
    for (const [key, history] of found) byProduct.get(Number(key.split('-')[0]))?.set(key, history);
    for (const [id, histories] of byProduct) cachedHistories.set(id, histories);
  }

  /** Returns the history of the product or variation whose price is displayed. */
  function findHistory(
    cachedHistories: Map<number, Histories>,
    { id, variationId, price }: DisplayedProduct,
  ): readonly PriceInterval[] | undefined {
    const histories = cachedHistories.get(id);
    if (!histories) return undefined;
    if (variationId !== undefined) return histories.get(keyOf({ productId: id, variationId })) ?? [];
    const own = histories.get(keyOf({ productId: id, variationId: 0 }));
    if (histories.size <= 1) return own ?? [...histories.values()].at(0) ?? [];
    // A product with variations shows the price of its cheapest one, which may not be the reduced one.
    const cheapest = [...histories.values()].filter(isRunning).filter((history) => history.at(-1)?.price === price);
    return cheapest.find((history) => history.at(-1)?.onSale) ?? [];
  }

  async function getHistory(
    cachedHistories: Map<number, Histories>,
    product: DisplayedProduct,
  ): Promise<readonly PriceInterval[]> {
    const history = findHistory(cachedHistories, product);
    return history !== undefined && (history.at(-1)?.price ?? product.price) === product.price
      ? history
      : reloadHistory(cachedHistories, product);
  }

  async function reloadHistory(
    cachedHistories: Map<number, Histories>,
    product: DisplayedProduct,
  ): Promise<readonly PriceInterval[]> {
    await loadHistories(cachedHistories, [product.id]);
    return findHistory(cachedHistories, product) ?? [];
  }

  /** Expires the page when the lowest price of a product that is not reduced may change. */
  function setExpiry(history: readonly PriceInterval[], now: string, days: number): void {
    const change = getNextChange(history, now, days);
    if (change !== undefined) scope.cache.expiresAt(new Date(`${change.replace(' ', 'T')}Z`));
  }

  async function preload(productIds: readonly number[]): Promise<void> {
    const cachedHistories = await getCache();
    const unknown = productIds.filter((id) => !cachedHistories.has(id));
    if (unknown.length > 0) await loadHistories(cachedHistories, [...new Set(unknown)]);
  }

  return {
    preload,
    find: async (product, days) => {
      const cachedHistories = await getCache();
      const history = await getHistory(cachedHistories, product);
      if (history.length === 0 && product.variationId === undefined && (cachedHistories.get(product.id)?.size ?? 0) > 1)
        return null;
      const now = clock.now();
      if (!product.onSale) setExpiry(history, now, days);
      return (
        findLowestPrice(history, {
          price: product.price,
          onSale: product.onSale,
          now,
          days,
          perishable: isPerishable(product),
        }) ?? 'unknown'
      );
    },
    async withoutReference(reductions, days) {
      const cachedHistories = await getCache();
      await preload(reductions.map(({ productId }) => productId));
      const now = clock.now();
      const unknown: Reduction[] = [];
      for (const reduction of reductions) {
        const { productId: id, variationId, price } = reduction;
        const history = await getHistory(cachedHistories, { ...reduction, id, variationId, onSale: true });
        const found = findLowestPrice(history, { price, onSale: true, now, days, perishable: isPerishable(reduction) });
        if (!found) unknown.push(reduction);
      }
      return unknown;
    },
    async findForReducedVariation(product, days) {
      const cachedHistories = await getCache();
      await getHistory(cachedHistories, product);
      const reducedHistories = [...(cachedHistories.get(product.id)?.values() ?? [])]
        .filter((history) => isRunning(history) && history.at(-1)?.onSale === true)
        .sort((a, b) => (a.at(-1)?.price ?? 0) - (b.at(-1)?.price ?? 0));
      const now = reducedHistories[0]?.at(-1)?.price;
      if (now === undefined || now === product.price) return null;
      const lowest = findLowestPrice(reducedHistories[0] ?? [], {
        price: now,
        onSale: true,
        now: clock.now(),
        days,
        perishable: isPerishable(product),
      });
      return lowest && { ...lowest, now };
    },
  };
}
