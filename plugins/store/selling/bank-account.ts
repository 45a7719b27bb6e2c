import { readIban } from './iban.js';
import type { SellingSettings } from './selling-settings.js';

/** Whether the shop takes transfers, and says where to. */
export function takesTransfers({
  transfer,
  accountNumber,
}: Pick<SellingSettings, 'transfer' | 'accountNumber'>): boolean {
  return transfer && readIban(accountNumber) !== null;
}
