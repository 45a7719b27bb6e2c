import { DateTime } from 'luxon';
import { endOnWorkingDay } from 'plinth';

/** A parcel of an order. */
export interface ParcelDay {
  /** `YYYY-MM-DD` in the seller's time zone; '' until delivered. */
  readonly deliveredOn: string;
}

/** Facts from which a withdrawal period is calculated. */
export interface WithdrawalFacts {
  /** Conclusion of the contract: UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly concludedAt: string;
  /** Whether the order includes physical goods. */
  readonly hasGoods: boolean;
  readonly parcels: readonly ParcelDay[];
  /** `first` for goods delivered regularly over a period: art. 28(1)(b) counts from the first delivery. */
  readonly countsFrom: 'last' | 'first';
  /**
   * When the order reached a status that counts as delivery, UTC; '' when it did not. Used only if no delivery date was
   * entered.
   */
  readonly completedAt: string;
  /** When the customer was informed of the right: with the order, never, on a later day, or unknown to this shop. */
  readonly informed: 'order' | 'never' | 'unknown' | `${number}-${number}-${number}`;
  readonly days: number;
  /** Time zone of the seller. */
  readonly zone: string;
  /** Country whose public holidays count, ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Withdrawal period of a customer, with its basis. */
export interface WithdrawalWindow {
  /** Day after which the period starts, `YYYY-MM-DD`; '' while it has not started. */
  readonly from: string;
  /** Last day, `YYYY-MM-DD`; '' while the period has not started. */
  readonly lastDay: string;
  /**
   * Basis of `from`: the contract, the delivery (of the last or the first parcel), a status that counts as delivery, or
   * nothing yet.
   */
  readonly basis: 'contract' | 'delivery' | 'first' | 'assumed' | 'open';
  /** Whether the end was moved from a Saturday, Sunday or public holiday. */
  readonly moved: boolean;
  /** Reason for an extension because the customer was not informed of the right with the order. */
  readonly extended: '' | 'never' | 'later';
}

const DAY_FORMAT = 'yyyy-MM-dd';
const STORED_FORMAT = 'yyyy-MM-dd HH:mm:ss';
/** Months added to the period of a customer who was never informed: Consumer Rights Act, art. 29(1). */
const UNINFORMED_MONTHS = 12;

/** Returns the day of a stored UTC time in a time zone. */
function toLocalDay(utc: string, zone: string): string {
  return DateTime.fromFormat(utc, STORED_FORMAT, { zone: 'utc' }).setZone(zone).toFormat(DAY_FORMAT);
}

function addPeriod(day: string, span: { readonly days?: number; readonly months?: number }): string {
  return DateTime.fromFormat(day, DAY_FORMAT, { zone: 'utc' }).plus(span).toFormat(DAY_FORMAT);
}

const getLatest = (...days: readonly string[]): string =>
  days.reduce((current, next) => (current > next ? current : next));
const getEarliest = (...days: readonly string[]): string =>
  days.reduce((current, next) => (current < next ? current : next));

/**
 * Determines the start of the period: goods from their delivery, everything else from the contract (Consumer Rights
 * Act, art. 28).
 */
function findStart({
  concludedAt,
  hasGoods,
  parcels,
  countsFrom,
  completedAt,
  zone,
}: WithdrawalFacts): Pick<WithdrawalWindow, 'from' | 'basis'> {
  if (!hasGoods) return { from: toLocalDay(concludedAt, zone), basis: 'contract' };
  const delivered = parcels.map(({ deliveredOn }) => deliveredOn).filter((day) => day !== '');
  if (parcels.length > 0) {
    if (countsFrom === 'first' && delivered.length > 0) return { from: getEarliest(...delivered), basis: 'first' };
    if (delivered.length === parcels.length) return { from: getLatest(...delivered), basis: 'delivery' };
    return { from: '', basis: 'open' };
  }
  return completedAt === '' ? { from: '', basis: 'open' } : { from: toLocalDay(completedAt, zone), basis: 'assumed' };
}

/**
 * Calculates the withdrawal period: the day of delivery does not count, the end moves to a working day, and a customer
 * who was not informed of the right has twelve additional months, or the usual number of days from being informed
 * (Consumer Rights Act, art. 27–29; Directive 2011/83/EU, art. 9–10; Regulation 1182/71, art. 3).
 * @since 0.1.0
 */
export function calculateWithdrawalWindow(facts: WithdrawalFacts): WithdrawalWindow {
  const { from, basis } = findStart(facts);
  if (from === '') return { from, lastDay: '', basis, moved: false, extended: '' };
  const regularEnd = addPeriod(from, { days: facts.days });
  const { day, extended } = extendPeriod(regularEnd, facts);
  const lastDay = endOnWorkingDay(day, facts.country);
  return { from, lastDay, basis, moved: lastDay !== day, extended };
}

/**
 * Returns the end before it is moved to a working day; the twelve months start at the end of the usual period, which is
 * itself moved.
 */
function extendPeriod(
  regularEnd: string,
  { informed, days, country }: WithdrawalFacts,
): { readonly day: string; readonly extended: WithdrawalWindow['extended'] } {
  if (informed === 'order' || informed === 'unknown') return { day: regularEnd, extended: '' };
  const extendedEnd = addPeriod(endOnWorkingDay(regularEnd, country), { months: UNINFORMED_MONTHS });
  if (informed === 'never') return { day: extendedEnd, extended: 'never' };
  const informedEnd = getEarliest(addPeriod(informed, { days }), extendedEnd);
  return informedEnd > regularEnd ? { day: informedEnd, extended: 'later' } : { day: regularEnd, extended: '' };
}

/**
 * Whether a declaration was made on or before the last day, or before the period started.
 * @param declared UTC, `YYYY-MM-DD HH:MM:SS`; or the day it was sent, `YYYY-MM-DD`, which is sufficient (art. 30(1))
 */
export function isInTime(declared: string, { lastDay }: Pick<WithdrawalWindow, 'lastDay'>, zone: string): boolean {
  return lastDay === '' || (declared.length === DAY_FORMAT.length ? declared : toLocalDay(declared, zone)) <= lastDay;
}
