import { type MaybePromise, type PluginScope } from 'plinth';
import { isFailedClosed } from '../contract/failed-closed.js';
import type { PriceDisplay, PriceLocation } from '../contract/index.js';

/** Value of `protects` in plugin.json: prices are hidden while such a plugin does not run. */
const PROTECTED_AREA = 'prices';

/** Display settings of prices. Prices are hidden while a plugin that protects them does not run. */
export interface PriceDisplayState extends PriceDisplay {
  readonly hidden: boolean;
}

/** Price settings that extensions change with filters. They are evaluated once per list, not per product. */
export interface PriceRules {
  /** Returns the display settings of prices in a context. Prices are always shown with tax if tax is disabled. */
  display(context: PriceLocation): Promise<PriceDisplayState>;
  /** Whether tax is enabled; if not, every tax rate is 0. */
  isTaxEnabled(): Promise<boolean>;
}

const DEFAULT_DISPLAY: PriceDisplay = { tax: 'with', unitText: '{price} / {unit}' };
const HIDDEN: PriceDisplayState = { ...DEFAULT_DISPLAY, hidden: true };

export function createPriceRules({
  applyFilters,
  failedGuards,
}: Pick<PluginScope, 'applyFilters' | 'failedGuards'>): PriceRules {
  const readTaxEnabled = async (): Promise<boolean> =>
    unlessGuardFailed(() => applyFilters<boolean>('store/tax_enabled', true), true);
  const readDisplay = async (context: PriceLocation): Promise<PriceDisplayState> => {
    const display = await applyFilters<PriceDisplay>('store/price_display', DEFAULT_DISPLAY, context);
    if (display.tax === 'with') return { ...display, hidden: false };
    const charges = await readTaxEnabled();
    return {
      ...display,
      ...(charges ? {} : { tax: 'with' as const }),
      hidden: false,
    };
  };
  return {
    isTaxEnabled: readTaxEnabled,
    display: async (context) => {
      const failedPlugins = await failedGuards(PROTECTED_AREA);
      return failedPlugins.length > 0 ? HIDDEN : unlessGuardFailed(() => readDisplay(context), HIDDEN);
    },
  };
}

/** Returns the result of `work`, or `fallback` if a guard plugin failed in it. */
export async function unlessGuardFailed<T>(work: () => MaybePromise<T>, fallback: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFailedClosed(error)) return fallback;
    throw error;
  }
}
