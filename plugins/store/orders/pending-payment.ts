import { toUtcString } from 'plinth';
import type { OrderStatus } from '../contract/index.js';
import type { SellingOptions, SellingSettings } from '../commerce/commerce-settings.js';
import { readIban, writtenIban } from '../commerce/iban.js';
import type { OrderRecord } from './order-record.js';

/** The status of an order that waits for money which takes days. */
export const WAITS_FOR_TRANSFER: OrderStatus = 'on-hold';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Statuses in which an order waits for its money. */
export const WAITING: readonly OrderStatus[] = ['pending', 'on-hold'];

/**
 * Until when an order that waits for its money keeps what it took from stock; null when it does not wait, or is never let go of.
 * @param now milliseconds since 1970
 * @returns UTC, `YYYY-MM-DD HH:MM:SS`
 */
export function payUntil(
  { status, paymentMethod }: { status: OrderStatus; paymentMethod: string },
  settings: Pick<SellingSettings, 'transferDays' | 'onlineMinutes'>,
  now: number = Date.now(),
): string | null {
  if (!WAITING.includes(status) || paymentMethod === 'cod') return null;
  const span = paymentMethod === 'transfer' ? settings.transferDays * DAY_MS : onlineSpan(status, settings);
  return span > 0 ? toUtcString(now + span) : null;
}

/** How long an order waits for a payment that a provider takes at once. */
function onlineSpan(status: OrderStatus, { onlineMinutes }: Pick<SellingSettings, 'onlineMinutes'>): number {
  return status === 'pending' ? onlineMinutes * MINUTE_MS : 0;
}

/** Where to send the money for an order; the order itself says how much, and its number is the title. */
interface Transfer {
  /** As people read it; empty while the shop has none that is right. */
  readonly accountNumber: string;
  readonly accountHolder: string;
  readonly bankName: string;
}

/** What there is to pay by transfer, for an order that waits for it. */
export async function transferOf(order: OrderRecord, selling: Pick<SellingOptions, 'read'>): Promise<Transfer | null> {
  if (order.paymentMethod !== 'transfer' || (order.status !== 'on-hold' && order.status !== 'pending')) return null;
  const { accountNumber, accountHolder, bankName } = await selling.read();
  return { accountNumber: writtenIban(readIban(accountNumber) ?? ''), accountHolder, bankName };
}
