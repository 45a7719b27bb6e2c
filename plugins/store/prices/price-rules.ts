import type { PluginScope } from 'plinth';
import type { PriceDisplay, PricePlace } from '../contract/index.js';

/** What extensions decide about all prices of the shop; asked once for a list, not for each product of it. */
export interface PriceRules {
  /** How prices are shown at a place; with tax wherever the seller charges none. */
  display(place: PricePlace): Promise<PriceDisplay>;
  /** Whether prices contain tax; if not, every rate counts as 0. */
  chargesTax(): Promise<boolean>;
}

const USUAL: PriceDisplay = { tax: 'with', unitText: '{price} / {unit}' };

export function createPriceRules({ applyFilters }: Pick<PluginScope, 'applyFilters'>): PriceRules {
  const chargesTax = async (): Promise<boolean> => applyFilters<boolean>('store/charges_tax', true);
  return {
    chargesTax,
    async display(place) {
      const display = await applyFilters<PriceDisplay>('store/price_display', USUAL, place);
      return display.tax === 'with' || (await chargesTax()) ? display : { ...display, tax: 'with' };
    },
  };
}
