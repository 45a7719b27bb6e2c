import { toUtcString } from 'plinth';
import type { OrderStatus } from '../contract/index.js';
import type { CommerceSettings, CommerceValues } from '../commerce/commerce-settings.js';
import { readIban, formatIban } from '../commerce/iban.js';
import type { OrderRecord } from './order-record.js';

/** Status of an order that is awaiting a slow payment, such as a bank transfer. */
export const WAITS_FOR_TRANSFER: OrderStatus = 'on-hold';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Statuses of orders that are awaiting payment. */
export const AWAITING_PAYMENT: readonly OrderStatus[] = ['pending', 'on-hold'];

/**
 * Returns the payment deadline of an order, until which its stock is reserved. Returns null when the order is not
 * awaiting payment, or has no deadline.
 * @param now Unix time in milliseconds
 * @returns UTC, `YYYY-MM-DD HH:MM:SS`
 */
export function paymentDeadline(
  { status, paymentMethod }: { status: OrderStatus; paymentMethod: string },
  settings: Pick<CommerceValues, 'transferDays' | 'onlineMinutes'>,
  now: number = Date.now(),
): string | null {
  if (!AWAITING_PAYMENT.includes(status) || paymentMethod === 'cod') return null;
  const duration = paymentMethod === 'transfer' ? settings.transferDays * DAY_MS : onlineTimeLimit(status, settings);
  return duration > 0 ? toUtcString(now + duration) : null;
}

/** Returns the time limit of an online payment in milliseconds; 0 for none. */
function onlineTimeLimit(status: OrderStatus, { onlineMinutes }: Pick<CommerceValues, 'onlineMinutes'>): number {
  return status === 'pending' ? onlineMinutes * MINUTE_MS : 0;
}

/** Bank account for a transfer. Amount and payment reference are the total and the number of the order. */
interface TransferDetails {
  /** Formatted for display; empty while the shop has no valid account number. */
  readonly accountNumber: string;
  readonly accountHolder: string;
  readonly bankName: string;
}

/** Returns the bank account for an order that is awaiting a bank transfer; null for other orders. */
export async function getTransferDetails(
  order: OrderRecord,
  commerceSettings: Pick<CommerceSettings, 'read'>,
): Promise<TransferDetails | null> {
  if (order.paymentMethod !== 'transfer' || (order.status !== 'on-hold' && order.status !== 'pending')) return null;
  const { accountNumber, accountHolder, bankName } = await commerceSettings.read();
  return { accountNumber: formatIban(readIban(accountNumber) ?? ''), accountHolder, bankName };
}
