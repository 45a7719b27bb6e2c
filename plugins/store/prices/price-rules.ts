import type { PluginScope } from 'plinth';
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
  display(place: PricePlace): Promise<ShownPrices>;
  /** Whether prices contain tax; if not, every rate counts as 0. */
  chargesTax(): Promise<boolean>;
}

const USUAL: PriceDisplay = { tax: 'with', unitText: '{price} / {unit}' };
const HIDDEN: ShownPrices = { ...USUAL, hidden: true };

export function createPriceRules({ applyFilters, brokenGuards }: Pick<PluginScope, 'applyFilters' | 'brokenGuards'>): PriceRules {
  const chargesTax = async (): Promise<boolean> => unlessGuardFailed(() => applyFilters<boolean>('store/charges_tax', true), true);
  async function decided(place: PricePlace): Promise<ShownPrices> {
    const display = await applyFilters<PriceDisplay>('store/price_display', USUAL, place);
    return display.tax === 'with' || (await chargesTax()) ? { ...display, hidden: false } : { ...display, tax: 'with', hidden: false };
  }
  return {
    chargesTax,
    display: async (place) => ((await brokenGuards(THING)).length > 0 ? HIDDEN : unlessGuardFailed(() => decided(place), HIDDEN)),
  };
}

/** What work makes, or something else when a plugin failed in it that must not be passed over. */
export async function unlessGuardFailed<T>(work: () => T | PromiseLike<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFailedClosed(error)) return otherwise;
    throw error;
  }
}
