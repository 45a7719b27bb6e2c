import { type MaybePromise, type PluginScope } from 'plinth';
import { isFailedClosed } from '../contract/failed-closed.js';
import type { PriceDisplay, PricePlace } from '../contract/index.js';

/** Value that a plugin declares as protected in its plugin.json when no price may be shown without the plugin. */
const PROTECTED_AREA = 'prices';

/** How prices are shown, or that they are hidden because a plugin that protects them does not work. */
export interface ShownPrices extends PriceDisplay {
  readonly hidden: boolean;
}

/** Decisions by extensions about all prices of the shop; evaluated once per list, not per product. */
export interface PriceRules {
  /** How prices are shown in a context; always with tax when the seller charges none. */
  display(context: PricePlace): MaybePromise<ShownPrices>;
  /** Whether prices include tax; if not, every rate counts as 0. */
  isTaxEnabled(): MaybePromise<boolean>;
}

const DEFAULT_DISPLAY: PriceDisplay = { tax: 'with', unitText: '{price} / {unit}' };
const HIDDEN: ShownPrices = { ...DEFAULT_DISPLAY, hidden: true };

export function createPriceRules({
  applyFilters,
  failedGuards,
}: Pick<PluginScope, 'applyFilters' | 'failedGuards'>): PriceRules {
  const chargesTax = (): MaybePromise<boolean> =>
    unlessGuardFailed(() => applyFilters<boolean>('store/tax_enabled', true), true);
  const decided = async (context: PricePlace): Promise<ShownPrices> => {
    const display = await applyFilters<PriceDisplay>('store/price_display', DEFAULT_DISPLAY, context);
    if (display.tax === 'with') return { ...display, hidden: false };
    const charges = await chargesTax();
    return {
      ...display,
      ...(charges ? {} : { tax: 'with' as const }),
      hidden: false,
    };
  };
  return {
    isTaxEnabled: chargesTax,
    display: async (context) => {
      const failedPlugins = await failedGuards(PROTECTED_AREA);
      return failedPlugins.length > 0 ? HIDDEN : unlessGuardFailed(() => decided(context), HIDDEN);
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
    const result = work();
    return result instanceof Promise ? result.catch(instead) : result;
  } catch (error) {
    return instead(error);
  }
}
