import { DateTime } from 'luxon';
import { countryOfZone, endOnWorkingDay } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { ReadOrder } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import type { ExceptionPoint, ExceptionState } from '../withdrawal/exceptions.js';
import type { Declaration } from './declarations.js';
import { parseQuantities } from './quantities.js';

/** Consequences of a withdrawal. */
export interface ReturnTerms {
  /** Whether goods have to be returned; also true when the order is unknown. */
  readonly requiresReturn: boolean;
  /** Lines of the name and postal address for returns; empty when the shop has entered none. */
  readonly address: readonly string[];
  /** Last day to send the goods back, `YYYY-MM-DD`: Consumer Rights Act, art. 34(1). */
  readonly returnDeadline: string;
  /**
   * Who pays for the return: the shop if it offers to, or if it did not inform the customer of the right (art. 34(2)).
   */
  readonly costsPaidBy: 'customer' | 'shop';
  /** Day by which the money must be refunded, `YYYY-MM-DD`: art. 32(1). */
  readonly refundDeadline: string;
  /** Whether the refund may not be due, or not in full: the declaration is late, or an exception excludes the right. */
  readonly isRefundUncertain: boolean;
  /** Lines for which the right of withdrawal may be excluded. */
  readonly exceptions: readonly {
    readonly name: string;
    readonly point: ExceptionPoint;
    readonly state: ExceptionState;
  }[];
}

interface ReturnTermsDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly readOrder: ReadOrder;
}

/** Days for returning the goods, and for the refund. */
const RETURN_DAYS = 14;

/** Determines the return terms stated in the receipt of a withdrawal. */
export function createReturnTerms({
  settings,
  clock,
  deadlines,
  readOrder,
}: ReturnTermsDeps): (
  declaration: Pick<Declaration, 'orderId' | 'fields' | 'createdAt' | 'late'>,
) => Promise<ReturnTerms> {
  return async ({ orderId, fields, createdAt, late }) => {
    const values = await settings.values();
    const zone = await clock.zone();
    const declaredOn = DateTime.fromISO(fields.received ?? (await clock.local(createdAt)).slice(0, 10), {
      zone: 'utc',
    });
    const deadlineDay = declaredOn.plus({ days: RETURN_DAYS }).toFormat('yyyy-MM-dd');
    const matchedOrder = await readOrder(orderId);
    const deadline = matchedOrder ? await deadlines(matchedOrder) : undefined;
    const selectedQuantities = parseQuantities(fields.quantities ?? '');
    const lines = (deadline?.contract.lines ?? []).filter(
      ({ lineId }) => selectedQuantities.size === 0 || selectedQuantities.has(lineId),
    );
    const returnAddress = values.text('return_address').trim();
    const address =
      returnAddress === '' ? [values.text('company_name'), values.text('company_address')].join('\n') : returnAddress;
    return {
      requiresReturn: lines.length === 0 || lines.some(({ kind }) => kind !== 'digital'),
      address: address
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      returnDeadline: endOnWorkingDay(deadlineDay, countryOfZone(zone)),
      costsPaidBy:
        values.text('return_costs') === 'shop' ||
        (deadline !== undefined && deadline.informed !== 'order' && deadline.informed !== 'unknown')
          ? 'shop'
          : 'customer',
      refundDeadline: deadlineDay,
      isRefundUncertain: late || lines.some(({ state }) => state === 'exempt'),
      exceptions: lines.flatMap(({ name, exception, state }) =>
        exception === 0 ? [] : [{ name, point: exception, state }],
      ),
    };
  };
}
