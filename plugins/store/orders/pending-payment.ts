import { toUtcString } from 'plinth';
import type { OrderStatus } from '../contract/index.js';
import type { SellingOptions, SellingSettings } from '../commerce/commerce-settings.js';
import { readIban, writtenIban } from '../commerce/iban.js';
import type { OrderRecord } from './order-record.js';

/** Status of an order that waits for a payment which takes days, such as a bank transfer. */
export const WAITS_FOR_TRANSFER: OrderStatus = 'on-hold';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Statuses in which an order waits for payment. */
export const AWAITING_PAYMENT: readonly OrderStatus[] = ['pending', 'on-hold'];

/**
 * Returns the moment until which an unpaid order keeps its reserved stock; null when it does not wait for payment, or
 * is never canceled.
 * @param now milliseconds since 1970
 * @returns UTC, `YYYY-MM-DD HH:MM:SS`
 */
export function payUntil(
  { status, paymentMethod }: { status: OrderStatus; paymentMethod: string },
  settings: Pick<SellingSettings, 'transferDays' | 'onlineMinutes'>,
  now: number = Date.now(),
): string | null {
  if (!AWAITING_PAYMENT.includes(status) || paymentMethod === 'cod') return null;
  const span = paymentMethod === 'transfer' ? settings.transferDays * DAY_MS : onlineSpan(status, settings);
  return span > 0 ? toUtcString(now + span) : null;
}

/** Returns how long an order waits for an online payment. */
function onlineSpan(status: OrderStatus, { onlineMinutes }: Pick<SellingSettings, 'onlineMinutes'>): number {
  return status === 'pending' ? onlineMinutes * MINUTE_MS : 0;
}

/** Bank account for an order's payment. The order itself has the amount, and its number is the payment reference. */
interface Transfer {
  /** Formatted for display; empty while the shop has no valid account number. */
  readonly accountNumber: string;
  readonly accountHolder: string;
  readonly bankName: string;
}

/** Returns the transfer details for an order that waits for a bank transfer. */
export async function transferOf(
  order: OrderRecord,
  sellingOptions: Pick<SellingOptions, 'read'>,
): Promise<Transfer | null> {
  if (order.paymentMethod !== 'transfer' || (order.status !== 'on-hold' && order.status !== 'pending')) return null;
  const { accountNumber, accountHolder, bankName } = await sellingOptions.read();
  return { accountNumber: writtenIban(readIban(accountNumber) ?? ''), accountHolder, bankName };
}
