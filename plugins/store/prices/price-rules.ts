import { andThen, type MaybePromise, type PluginScope } from 'plinth';
import { isFailedClosed } from '../contract/failed-closed.js';
import type { PriceDisplay, PricePlace } from '../contract/index.js';

/** What a plugin says in its plugin.json that it protects when no price may be shown without it. */
const THING = 'prices';

/** How prices are shown, and whether any is: none while a plugin that protects them does not work. */
export interface ShownPrices extends PriceDisplay {
  readonly hidden: boolean;
}

/** What extensions decide about all prices of the shop; asked once for a list, not for each product of it. */
export interface PriceRules {
  /** How prices are shown at a place; with tax wherever the seller charges none. */
  display(place: PricePlace): MaybePromise<ShownPrices>;
  /** Whether prices contain tax; if not, every rate counts as 0. */
  chargesTax(): MaybePromise<boolean>;
}

const USUAL: PriceDisplay = { tax: 'with', unitText: '{price} / {unit}' };
const HIDDEN: ShownPrices = { ...USUAL, hidden: true };

export function createPriceRules({
  applyFilters,
  failedGuards,
}: Pick<PluginScope, 'applyFilters' | 'failedGuards'>): PriceRules {
  const chargesTax = (): MaybePromise<boolean> =>
    unlessGuardFailed(() => applyFilters<boolean>('store/charges_tax', true), true);
  const decided = (place: PricePlace): MaybePromise<ShownPrices> =>
    andThen(applyFilters<PriceDisplay>('store/price_display', USUAL, place), (display) => {
      if (display.tax === 'with') return { ...display, hidden: false };
      return andThen(chargesTax(), (charges) => ({
        ...display,
        ...(charges ? {} : { tax: 'with' as const }),
        hidden: false,
      }));
    });
  return {
    chargesTax,
    display: (place) =>
      andThen(failedGuards(THING), (broken) =>
        broken.length > 0 ? HIDDEN : unlessGuardFailed(() => decided(place), HIDDEN),
      ),
  };
}

/** What work makes, or something else when a plugin failed in it that must not be passed over. */
export function unlessGuardFailed<T>(work: () => MaybePromise<T>, otherwise: T): MaybePromise<T> {
  const instead = (error: unknown): T => {
    if (isFailedClosed(error)) return otherwise;
    throw error;
  };
  try {
    const made = work();
    return made instanceof Promise ? made.catch(instead) : made;
  } catch (error) {
    return instead(error);
  }
}
