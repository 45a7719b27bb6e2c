import type { PluginScope } from 'plinth';
import type { Clock } from '../time/clock.js';
import { lowestPrice } from './lowest-price.js';
import type { LowestPrice, PriceInterval } from './price-interval.js';
import { keyOf, type PriceLedger } from './price-ledger.js';

/** A price as it is shown somewhere. */
export interface ShownProduct {
  readonly id: number;
  /** Absent for a product without variations, and in lists. */
  readonly variationId?: number;
  /** Minor units. */
  readonly price: number;
  readonly onSale: boolean;
}

/** The lowest prices of what a page shows. */
export interface LowestPrices {
  /** `unknown` when nothing is known from before the reduction; null when the price shown is not a reduced one. */
  of(product: ShownProduct, days: number): Promise<LowestPrice | 'unknown' | null>;
  /** Of the cheapest version that is reduced, where the price shown is another version's; null when there is none, or nothing is known from before. */
  ofReducedVersion(product: ShownProduct, days: number): Promise<(LowestPrice & { readonly now: number }) | null>;
  /** Forgets what is remembered of products whose price changed. */
  forget(productId: number): void;
}

interface Remembered {
  readonly perishable: boolean;
  readonly histories: ReadonlyMap<string, readonly PriceInterval[]>;
  readonly at: number;
}

/** A list shows reduced products beside each other, so they are read together. */
const TOGETHER = 500;
const MOST_REMEMBERED = 20_000;
const FRESH_MS = 30_000;

export interface LowestPriceDeps {
  readonly scope: Pick<PluginScope, 'requestStore'>;
  readonly ledger: PriceLedger;
  readonly clock: Clock;
  /** Which of the products are quickly perishable. */
  perishable(productIds: readonly number[]): Promise<ReadonlySet<number>>;
}

export function createLowestPrices({ scope, ledger, clock, perishable }: LowestPriceDeps): LowestPrices {
  const memory = new Map<number, Remembered>();
  const request = (): { together?: boolean } => scope.requestStore('compliance.lowest-prices', () => ({}));

  const fresh = ({ at }: Remembered): boolean => Date.now() - at < FRESH_MS;

  async function remember(ids: readonly number[]): Promise<void> {
    const [found, quick] = [await ledger.histories(ids), await perishable(ids)];
    if (memory.size + ids.length > MOST_REMEMBERED) memory.clear();
    const byProduct = new Map(ids.map((id) => [id, new Map<string, readonly PriceInterval[]>()] as const));
    for (const [key, history] of found) byProduct.get(Number(key.split('-')[0]))?.set(key, history);
    for (const [id, histories] of byProduct) memory.set(id, { histories, perishable: quick.has(id), at: Date.now() });
  }

  /** The history of the product or variation whose price is shown. */
  function historyOf({ id, variationId, price }: ShownProduct): readonly PriceInterval[] | undefined {
    const known = memory.get(id);
    if (!known || !fresh(known)) return undefined;
    if (variationId !== undefined) return known.histories.get(keyOf({ productId: id, variationId })) ?? [];
    const own = known.histories.get(keyOf({ productId: id, variationId: 0 }));
    if (known.histories.size <= 1) return own ?? [...known.histories.values()].at(0) ?? [];
    // A product with variations shows its cheapest one, which need not be the reduced one.
    const cheapest = [...known.histories.values()].filter((history) => history.at(-1)?.price === price);
    return cheapest.find((history) => history.at(-1)?.onSale) ?? [];
  }

  async function read(product: ShownProduct): Promise<readonly PriceInterval[]> {
    const known = historyOf(product);
    if (known !== undefined && (known.at(-1)?.price ?? product.price) === product.price) return known;
    const here = request();
    const others = here.together || !product.onSale ? [] : await ledger.reduced(TOGETHER);
    here.together = true;
    const ids = [...new Set([product.id, ...others])];
    await remember(ids);
    return historyOf(product) ?? [];
  }

  return {
    async of(product, days) {
      const history = await read(product);
      const severalVersions = product.variationId === undefined && (memory.get(product.id)?.histories.size ?? 0) > 1;
      if (severalVersions && history.length === 0) return null;
      return lowestPrice(history, { price: product.price, onSale: product.onSale, now: clock.now(), days, perishable: memory.get(product.id)?.perishable ?? false }) ?? 'unknown';
    },
    async ofReducedVersion(product, days) {
      await read(product);
      const known = memory.get(product.id);
      const reduced = [...(known?.histories.values() ?? [])].filter((history) => history.at(-1)?.onSale === true).sort((a, b) => (a.at(-1)?.price ?? 0) - (b.at(-1)?.price ?? 0));
      const now = reduced[0]?.at(-1)?.price;
      if (now === undefined || now === product.price) return null;
      const lowest = lowestPrice(reduced[0] ?? [], { price: now, onSale: true, now: clock.now(), days, perishable: known?.perishable ?? false });
      return lowest && { ...lowest, now };
    },
    forget: (productId) => void memory.delete(productId),
  };
}
