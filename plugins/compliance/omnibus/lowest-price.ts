import { shiftDays } from '../time/clock.js';

/** What something cost, from when until when. Times are UTC, `YYYY-MM-DD HH:MM:SS`. */
export interface PriceInterval {
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  readonly onSale: boolean;
  readonly from: string;
  /** null: until now. */
  readonly to: string | null;
  /** The shop came back to this currency: what was before goes on. */
  readonly resumed?: boolean;
}

/** What a reduction has to be compared with. */
export interface LowestPrice {
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  /** When the reduction was introduced, UTC. */
  readonly since: string;
}

/** When the lowest price of the last days may become another one though no price changes: as the oldest of them leave the window. @returns UTC; undefined for never */
export function nextChange(history: readonly PriceInterval[], now: string, days: number): string | undefined {
  const leaving = history.flatMap(({ to }) => (to === null ? [] : [shiftDays(to, days)])).filter((at) => at > now);
  return leaving.sort().at(0);
}

interface LowestQuery {
  /** What a buyer pays now, minor units. */
  readonly price: number;
  readonly onSale: boolean;
  /** UTC. */
  readonly now: string;
  readonly days: number;
  /** Quickly perishable goods: the price before the first cut counts, whatever the days. */
  readonly perishable: boolean;
}

/**
 * The lowest price of the days before a reduction was introduced (Act of 9 May 2014, art. 4(2)–(4)). The reduction itself
 * never counts; every further cut is a reduction of its own, except for perishable goods; a product younger than the
 * window is looked at from its first day. Without a reduction: the lowest of the days until now.
 * @param history the oldest first, without overlaps; the last may still run
 * @returns null when nothing is known from before
 */
export function lowestPrice(
  history: readonly PriceInterval[],
  { price, onSale, now, days, perishable }: LowestQuery,
): LowestPrice | null {
  const last = history.at(-1);
  if (!last) return null;
  if (!onSale) return lowestBetween(history, shiftDays(now, -days), now, last.regular);
  // The clock may have begun a sale that is not in the ledger yet: then it begins now.
  const running = last.onSale && last.price === price;
  const begins = running
    ? runStart(history, days, (one) => one.onSale && (perishable || one.price === price))
    : history.length;
  const since = history[begins]?.from ?? now;
  const before = history.slice(0, begins);
  if (perishable) {
    const previous = before.at(-1);
    return previous ? { price: previous.price, regular: last.regular, since } : null;
  }
  return lowestBetween(before, shiftDays(since, -days), since, last.regular);
}

/** Where the unbroken series at the end begins; a shop that sold in another currency for less than the window goes on with its series. */
function runStart(history: readonly PriceInterval[], days: number, belongs: (one: PriceInterval) => boolean): number {
  let at = history.length - 1;
  while (at > 0) {
    const previous = history[at - 1];
    const next = history[at];
    if (!previous?.to || !next || !belongs(previous)) break;
    if (previous.to !== next.from && !(next.resumed === true && shiftDays(previous.to, days) > next.from)) break;
    at--;
  }
  return at;
}

function lowestBetween(
  history: readonly PriceInterval[],
  from: string,
  to: string,
  regular: number,
): LowestPrice | null {
  const prices = history.filter((one) => one.from <= to && (one.to === null || one.to > from)).map((one) => one.price);
  return prices.length === 0 ? null : { price: Math.min(...prices), regular, since: to };
}
