import { shiftDays } from '../time/clock.js';
import type { PriceInterval } from './price-interval.js';

/** When the lowest price of the last days may become another one though no price changes: as the oldest of them leave the window. @returns UTC; undefined for never */
export function nextChange(history: readonly PriceInterval[], now: string, days: number): string | undefined {
  const leaving = history.flatMap(({ to }) => (to === null ? [] : [shiftDays(to, days)])).filter((at) => at > now);
  return leaving.sort().at(0);
}
