import { andThen, type MaybePromise, type PluginScope } from 'plinth';
import type { Clock } from '../time/clock.js';
import { nextChange } from './next-change.js';
import { lowestPrice } from './lowest-price.js';
import type { LowestPrice, PriceInterval } from './price-interval.js';
import { keyOf, type PriceLedger } from './price-ledger.js';

/** A price as it is shown somewhere. */
interface ShownProduct {
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
  of(product: ShownProduct, days: number): MaybePromise<LowestPrice | 'unknown' | null>;
  /** Of the cheapest version that is reduced, where the price shown is another version's; null when there is none, or nothing is known from before. */
  ofReducedVersion(product: ShownProduct, days: number): Promise<(LowestPrice & { readonly now: number }) | null>;
  /** A price has changed in the running request. */
  forget(): void;
}

interface Memory {
  /** Products with a running reduction. */
  readonly reduced: readonly number[];
  readonly products: Map<number, Remembered>;
}

interface Remembered {
  readonly perishable: boolean;
  readonly histories: ReadonlyMap<string, readonly PriceInterval[]>;
}

/** A list shows reduced products beside each other, so they are read together. */
const TOGETHER = 500;
const MOST_REMEMBERED = 20_000;

interface LowestPriceDeps {
  readonly scope: Pick<PluginScope, 'requestStore' | 'remember' | 'freshUntil'>;
  readonly ledger: PriceLedger;
  readonly clock: Clock;
  /** Which of the products are quickly perishable. */
  perishable(productIds: readonly number[]): Promise<ReadonlySet<number>>;
}

export function createLowestPrices({ scope, ledger, clock, perishable }: LowestPriceDeps): LowestPrices {
  const request = (): { together?: boolean; memory?: MaybePromise<Memory> } => scope.requestStore('compliance.lowest-prices', () => ({}));

  /** What was read of prices and products, until either of them changes; the same for all of a request. */
  const memory = (): MaybePromise<Memory> => (request().memory ??= recall());

  const recall = (): MaybePromise<Memory> =>
    scope.remember('compliance:price-histories', async () => {
      // This also says when what is read later grows old: as soon as any price or product changes.
      await perishable([]);
      return { reduced: await ledger.reduced(TOGETHER), products: new Map<number, Remembered>() };
    });

  async function fill(known: Memory, ids: readonly number[]): Promise<void> {
    const [found, quick] = [await ledger.histories(ids), await perishable(ids)];
    if (known.products.size + ids.length > MOST_REMEMBERED) known.products.clear();
    const byProduct = new Map(ids.map((id) => [id, new Map<string, readonly PriceInterval[]>()] as const));
    for (const [key, history] of found) byProduct.get(Number(key.split('-')[0]))?.set(key, history);
    for (const [id, histories] of byProduct) known.products.set(id, { histories, perishable: quick.has(id) });
  }

  /** The history of the product or variation whose price is shown. */
  function historyOf(known: Memory, { id, variationId, price }: ShownProduct): readonly PriceInterval[] | undefined {
    const remembered = known.products.get(id);
    if (!remembered) return undefined;
    if (variationId !== undefined) return remembered.histories.get(keyOf({ productId: id, variationId })) ?? [];
    const own = remembered.histories.get(keyOf({ productId: id, variationId: 0 }));
    if (remembered.histories.size <= 1) return own ?? [...remembered.histories.values()].at(0) ?? [];
    // A product with variations shows its cheapest one, which need not be the reduced one.
    const cheapest = [...remembered.histories.values()].filter((history) => history.at(-1)?.price === price);
    return cheapest.find((history) => history.at(-1)?.onSale) ?? [];
  }

  function read(known: Memory, product: ShownProduct): MaybePromise<readonly PriceInterval[]> {
    const history = historyOf(known, product);
    return history !== undefined && (history.at(-1)?.price ?? product.price) === product.price ? history : readAnew(known, product);
  }

  async function readAnew(known: Memory, product: ShownProduct): Promise<readonly PriceInterval[]> {
    const here = request();
    const others = here.together || !product.onSale ? [] : known.reduced;
    here.together = true;
    await fill(known, [...new Set([product.id, ...others])]);
    return historyOf(known, product) ?? [];
  }

  /** What is said today of prices that are not reduced may be another thing tomorrow. */
  function noteEnd(history: readonly PriceInterval[], now: string, days: number): void {
    const change = nextChange(history, now, days);
    if (change !== undefined) scope.freshUntil(new Date(`${change.replace(' ', 'T')}Z`));
  }

  return {
    of: (product, days) =>
      andThen(memory(), (known) =>
        andThen(read(known, product), (history) => {
          const remembered = known.products.get(product.id);
          if (history.length === 0 && product.variationId === undefined && (remembered?.histories.size ?? 0) > 1) return null;
          const now = clock.now();
          if (!product.onSale) noteEnd(history, now, days);
          return lowestPrice(history, { price: product.price, onSale: product.onSale, now, days, perishable: remembered?.perishable ?? false }) ?? 'unknown';
        }),
      ),
    async ofReducedVersion(product, days) {
      const known = await memory();
      await read(known, product);
      const remembered = known.products.get(product.id);
      const reduced = [...(remembered?.histories.values() ?? [])].filter((history) => history.at(-1)?.onSale === true).sort((a, b) => (a.at(-1)?.price ?? 0) - (b.at(-1)?.price ?? 0));
      const now = reduced[0]?.at(-1)?.price;
      if (now === undefined || now === product.price) return null;
      const lowest = lowestPrice(reduced[0] ?? [], { price: now, onSale: true, now: clock.now(), days, perishable: remembered?.perishable ?? false });
      return lowest && { ...lowest, now };
    },
    forget: () => void (request().memory = undefined),
  };
}
