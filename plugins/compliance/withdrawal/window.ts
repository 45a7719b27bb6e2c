import { DateTime } from 'luxon';
import { endOnWorkingDay } from 'plinth';

/** A part of an order on its way. */
export interface ParcelDay {
  /** `YYYY-MM-DD` in the seller's zone; '' while it is not delivered. */
  readonly deliveredOn: string;
}

/** What a customer's days of withdrawal are counted from. */
export interface WithdrawalFacts {
  /** When the contract was made: UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly concludedAt: string;
  /** Whether anything of it is a thing that is handed over. */
  readonly goods: boolean;
  readonly parcels: readonly ParcelDay[];
  /** `first` for things that are delivered regularly over some time: art. 28(1)(b) counts from the first of them. */
  readonly countsFrom: 'last' | 'first';
  /** When the order took a status that stands for delivery, UTC; '' when it did not. Used only where nobody entered a day of delivery. */
  readonly completedAt: string;
  /** When the customer was told of the right: with the order, never, on a later day, or not known to this shop. */
  readonly informed: 'order' | 'never' | 'unknown' | `${number}-${number}-${number}`;
  readonly days: number;
  /** The seller's. */
  readonly zone: string;
  /** Whose public holidays count, ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Until when a customer may withdraw, and why. */
export interface WithdrawalWindow {
  /** The day that the count begins after, `YYYY-MM-DD`; '' while it has not begun. */
  readonly from: string;
  /** The last day, `YYYY-MM-DD`; '' while it has not begun. */
  readonly lastDay: string;
  /** What `from` is: the contract, the delivery (of the last parcel, or the first), a status taken for it, or nothing yet. */
  readonly basis: 'contract' | 'delivery' | 'first' | 'assumed' | 'open';
  /** Whether the end was moved from a Saturday, Sunday or holiday. */
  readonly moved: boolean;
  /** Whether it is longer since the customer was not told of the right with the order. */
  readonly extended: '' | 'never' | 'later';
}

const DAY = 'yyyy-MM-dd';
const STORED = 'yyyy-MM-dd HH:mm:ss';
/** Months that follow the period of a customer who was never told: Consumer Rights Act, art. 29(1). */
const MONTHS_UNTOLD = 12;

/** The day of a stored UTC time in a zone. */
function dayIn(utc: string, zone: string): string {
  return DateTime.fromFormat(utc, STORED, { zone: 'utc' }).setZone(zone).toFormat(DAY);
}

function plus(day: string, span: { readonly days?: number; readonly months?: number }): string {
  return DateTime.fromFormat(day, DAY, { zone: 'utc' }).plus(span).toFormat(DAY);
}

const latest = (...days: readonly string[]): string => days.reduce((one, other) => (one > other ? one : other));
const earliest = (...days: readonly string[]): string => days.reduce((one, other) => (one < other ? one : other));

/** What the days are counted from: things from their delivery, everything else from the contract (Consumer Rights Act, art. 28). */
function beginning({
  concludedAt,
  goods,
  parcels,
  countsFrom,
  completedAt,
  zone,
}: WithdrawalFacts): Pick<WithdrawalWindow, 'from' | 'basis'> {
  if (!goods) return { from: dayIn(concludedAt, zone), basis: 'contract' };
  const delivered = parcels.map(({ deliveredOn }) => deliveredOn).filter((day) => day !== '');
  if (parcels.length > 0) {
    if (countsFrom === 'first' && delivered.length > 0) return { from: earliest(...delivered), basis: 'first' };
    if (delivered.length === parcels.length) return { from: latest(...delivered), basis: 'delivery' };
    return { from: '', basis: 'open' };
  }
  return completedAt === '' ? { from: '', basis: 'open' } : { from: dayIn(completedAt, zone), basis: 'assumed' };
}

/**
 * Until when a customer may withdraw: the day of delivery does not count, the end moves to a working day, and who was not told of the
 * right has twelve months more, or as many days as usual from the day they were told (Consumer Rights Act, art. 27–29; Directive
 * 2011/83/EU, art. 9–10; Regulation 1182/71, art. 3).
 * @since 0.2.0
 */
export function withdrawalWindow(facts: WithdrawalFacts): WithdrawalWindow {
  const { from, basis } = beginning(facts);
  if (from === '') return { from, lastDay: '', basis, moved: false, extended: '' };
  const usual = plus(from, { days: facts.days });
  const { day, extended } = withInformation(usual, facts);
  const lastDay = endOnWorkingDay(day, facts.country);
  return { from, lastDay, basis, moved: lastDay !== day, extended };
}

/** The end before it is moved; the twelve months begin where the usual period ended, itself moved. */
function withInformation(
  usual: string,
  { informed, days, country }: WithdrawalFacts,
): { readonly day: string; readonly extended: WithdrawalWindow['extended'] } {
  if (informed === 'order' || informed === 'unknown') return { day: usual, extended: '' };
  const untold = plus(endOnWorkingDay(usual, country), { months: MONTHS_UNTOLD });
  if (informed === 'never') return { day: untold, extended: 'never' };
  const told = earliest(plus(informed, { days }), untold);
  return told > usual ? { day: told, extended: 'later' } : { day: usual, extended: '' };
}

/**
 * Whether a declaration came on the last day or before, or while the days had not begun.
 * @param declared UTC, `YYYY-MM-DD HH:MM:SS`; or the day it was sent, `YYYY-MM-DD`, which is enough (art. 30(1))
 */
export function isInTime(declared: string, { lastDay }: Pick<WithdrawalWindow, 'lastDay'>, zone: string): boolean {
  return lastDay === '' || (declared.length === DAY.length ? declared : dayIn(declared, zone)) <= lastDay;
}
