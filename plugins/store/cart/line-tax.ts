import type { CartItem, Destination } from '../contract/index.js';
import { isPercent } from '../registries/registry-checks.js';
import type { StoreRegistries } from '../registries/store-registries.js';

/**
 * Returns the tax rate included in a line's price for a destination: from the first rule that returns one, otherwise
 * the product's own.
 */
export type LineTax = (line: CartItem, destination: Destination) => Promise<number>;

export function createLineTax(rules: StoreRegistries['tax']): LineTax {
  return async (line, destination) => {
    for (const entry of rules.entries()) {
      const rate = await rules.call<number | null>(
        entry,
        (rule) => rule.rateFor(line, destination),
        null,
        (candidateRate) =>
          candidateRate === null || isPercent(candidateRate)
            ? ''
            : 'a rate must be a percentage from 0 to 100, or null.',
      );
      if (rate !== null) return rate;
    }
    return line.taxRate;
  };
}
