import type { CartItem, Destination } from '../contract/index.js';
import { isPercent } from '../registries/registry-checks.js';
import type { StoreRegistries } from '../registries/store-registries.js';

/** Which tax is inside the price of a line that goes somewhere: what the first rule says that says something, or the product's own. */
export type LineTax = (line: CartItem, destination: Destination) => Promise<number>;

export function createLineTax(rules: StoreRegistries['tax']): LineTax {
  return async (line, destination) => {
    for (const entry of rules.entries()) {
      const rate = await rules.ask<number | null>(
        entry,
        (rule) => rule.rateFor(line, destination),
        null,
        (answer) => (answer === null || isPercent(answer) ? '' : 'a rate is a percentage from 0 to 100, or null.'),
      );
      if (rate !== null) return rate;
    }
    return line.taxRate;
  };
}
