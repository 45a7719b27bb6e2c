import { type MaybePromise, type PluginScope } from 'plinth';
import { isFailedClosed } from '../contract/failed-closed.js';
import type { PriceDisplay, PricePlace } from '../contract/index.js';

/** Value that a plugin declares as protected in its plugin.json when no price may be shown without the plugin. */
const THING = 'prices';

/** How prices are shown, or that they are hidden because a plugin that protects them does not work. */
export interface ShownPrices extends PriceDisplay {
  readonly hidden: boolean;
}

/** Decisions by extensions about all prices of the shop; evaluated once per list, not per product. */
export interface PriceRules {
  /** How prices are shown in a context; always with tax when the seller charges none. */
  display(place: PricePlace): MaybePromise<ShownPrices>;
  /** Whether prices include tax; if not, every rate counts as 0. */
  chargesTax(): MaybePromise<boolean>;
}

const USUAL: PriceDisplay = { tax: 'with', unitText: '{price} / {unit}' };
const HIDDEN: ShownPrices = { ...USUAL, hidden: true };

export function createPriceRules({
  applyFilters,
  failedGuards,
}: Pick<PluginScope, 'applyFilters' | 'failedGuards'>): PriceRules {
  const chargesTax = (): MaybePromise<boolean> =>
    unlessGuardFailed(() => applyFilters<boolean>('store/tax_enabled', true), true);
  const decided = async (place: PricePlace): Promise<ShownPrices> => {
    const display = await applyFilters<PriceDisplay>('store/price_display', USUAL, place);
    if (display.tax === 'with') return { ...display, hidden: false };
    const charges = await chargesTax();
    return {
      ...display,
      ...(charges ? {} : { tax: 'with' as const }),
      hidden: false,
    };
  };
  return {
    chargesTax,
    display: async (place) => {
      const broken = await failedGuards(THING);
      return broken.length > 0 ? HIDDEN : unlessGuardFailed(() => decided(place), HIDDEN);
    },
  };
}

/** Returns the result of `work`, or `otherwise` if a plugin that must not be bypassed failed in it. */
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
