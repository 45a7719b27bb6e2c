import { readIban, writtenIban } from '../selling/iban.js';
import type { OrderRecord } from './order-record.js';
import type { SellingOptions } from '../selling/selling-settings.js';

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
