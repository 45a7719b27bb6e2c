import { shiftDays } from '../time/clock.js';

/** A price and its period. Times are UTC, `YYYY-MM-DD HH:MM:SS`. */
export interface PriceInterval {
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  readonly onSale: boolean;
  readonly from: string;
  /** null: still current. */
  readonly to: string | null;
  /** Whether the shop returned to this currency: continues the period before the change. */
  readonly resumed?: boolean;
}

/** Reference price of a reduction. */
export interface LowestPrice {
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  /** Start of the reduction, UTC. */
  readonly since: string;
}

/**
 * Returns when the lowest price of the last days may change without a price change, as the oldest prices leave the
 * window.
 * @returns UTC; undefined for never
 */
export function getNextChange(history: readonly PriceInterval[], now: string, days: number): string | undefined {
  const changeTimes = history
    .flatMap(({ to }) => (to === null ? [] : [shiftDays(to, days)]))
    .filter((time) => time > now);
  return changeTimes.sort().at(0);
}

interface LowestPriceQuery {
  /** Current price for buyers, minor units. */
  readonly price: number;
  readonly onSale: boolean;
  /** UTC. */
  readonly now: string;
  readonly days: number;
  /** Perishable goods: the price before the first reduction counts, regardless of the number of days. */
  readonly perishable: boolean;
}

/**
 * Returns the lowest price in the days before a reduction was introduced (Act of 9 May 2014, art. 4(2)–(4)). The
 * reduction itself never counts; every further reduction is a new one, except for perishable goods; for a product
 * younger than the window, the period starts on its first day. Without a reduction: the lowest price of the days until
 * now.
 * @param history oldest first, without overlaps; the last entry may still be current
 * @returns null when no earlier price is known
 */
export function findLowestPrice(
  history: readonly PriceInterval[],
  { price, onSale, now, days, perishable }: LowestPriceQuery,
): LowestPrice | null {
  const last = history.at(-1);
  if (!last) return null;
  if (!onSale) return findLowestBetween(history, shiftDays(now, -days), now, last.regular);
  // A scheduled sale may have started without being in the price history yet: then it starts now.
  const isCurrentReduction = last.onSale && last.price === price;
  const startIndex = isCurrentReduction
    ? findSeriesStart(
        history,
        days,
        (priceInterval) => priceInterval.onSale && (perishable || priceInterval.price === price),
      )
    : history.length;
  const since = history[startIndex]?.from ?? now;
  const before = history.slice(0, startIndex);
  if (perishable) {
    const previous = before.at(-1);
    return previous ? { price: previous.price, regular: last.regular, since } : null;
  }
  return findLowestBetween(before, shiftDays(since, -days), since, last.regular);
}

/**
 * Returns the start of the uninterrupted series at the end; the series continues when the shop used another currency
 * for less than the window.
 */
function findSeriesStart(
  history: readonly PriceInterval[],
  days: number,
  isInSeries: (priceInterval: PriceInterval) => boolean,
): number {
  let index = history.length - 1;
  while (index > 0) {
    const previous = history[index - 1];
    const next = history[index];
    if (!previous?.to || !next || !isInSeries(previous)) break;
    if (previous.to !== next.from && !(next.resumed === true && shiftDays(previous.to, days) > next.from)) break;
    index--;
  }
  return index;
}

function findLowestBetween(
  history: readonly PriceInterval[],
  from: string,
  to: string,
  regular: number,
): LowestPrice | null {
  const prices = history
    .filter((period) => period.from <= to && (period.to === null || period.to > from))
    .map((period) => period.price);
  return prices.length === 0 ? null : { price: Math.min(...prices), regular, since: to };
}
