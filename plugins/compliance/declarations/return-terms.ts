import { DateTime } from 'luxon';
import { countryOfZone, endOnWorkingDay, type PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Order, ReadOrder } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { Deadline, Deadlines } from '../withdrawal/deadlines.js';
import type { ExceptionPoint, ExceptionState } from '../withdrawal/exceptions.js';
import type { Declaration } from './declarations.js';
import { parseQuantities } from './quantities.js';

/** Consequences of a withdrawal. */
export interface ReturnTerms {
  /** Whether goods have to be returned; also true when the order is unknown. */
  readonly requiresReturn: boolean;
  /** Whether the goods were not sent yet, so that there is nothing to return. */
  readonly isUnshipped: boolean;
  /** Whether nothing was paid yet, so that there is nothing to refund. */
  readonly isUnpaid: boolean;
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
  readonly scope: Pick<PluginScope, 'services'>;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly readOrder: ReadOrder;
}

/** Days for returning the goods, and for the refund. */
const RETURN_DAYS = 14;

/** Statuses of orders that were not sent yet. */
const UNSHIPPED_STATUSES: readonly string[] = ['pending', 'on-hold', 'processing', 'cancelled'];

/** Whether an order was not sent yet, as far as known. */
const isUnshipped = ({ status }: Order, { contract, window }: Deadline): boolean =>
  UNSHIPPED_STATUSES.includes(status) && contract.parcels.length === 0 && window.basis !== 'assumed';

/** Determines the return terms stated in the receipt of a withdrawal. */
export function createReturnTerms({
  scope: { services },
  settings,
  clock,
  deadlines,
  readOrder,
}: ReturnTermsDeps): (
  declaration: Pick<Declaration, 'orderId' | 'fields' | 'createdAt' | 'late'>,
) => Promise<ReturnTerms> {
  /** Whether no payment for an order was received; false when it was refunded already. */
  async function isUnpaid({ id, total }: Order): Promise<boolean> {
    if (total === 0 || !services.has('store.refunds')) return false;
    const refunds = services.get('store.refunds');
    return (await refunds.refundable(id)).length === 0 && (await refunds.listByOrder(id)).length === 0;
  }

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
    const hasGoods = lines.length === 0 || lines.some(({ kind }) => kind !== 'digital');
    const unshipped = matchedOrder !== null && deadline !== undefined && isUnshipped(matchedOrder, deadline);
    return {
      requiresReturn: hasGoods && !unshipped,
      isUnshipped: hasGoods && unshipped,
      isUnpaid: matchedOrder !== null && (await isUnpaid(matchedOrder)),
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
