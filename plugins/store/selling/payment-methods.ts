import type { TranslationApi } from 'plinth';
import type { OrderStatus } from '../contract/index.js';
import { takesTransfers } from './bank-account.js';
import type { Method } from './method.js';
import type { SellingSettings } from './selling-settings.js';

export interface PaymentMethod extends Method {
  /** What an order paid this way starts as. */
  readonly firstStatus: OrderStatus;
}

/** Cash on delivery needs a delivery, a transfer an account; digital goods are paid by transfer. */
export function paymentMethods(settings: SellingSettings, { physical }: { physical: boolean }, { __ }: Pick<TranslationApi, '__'>): PaymentMethod[] {
  const methods: PaymentMethod[] = [];
  if (settings.cod && physical) methods.push({ id: 'cod', label: __('Cash on delivery'), note: __('You pay when you receive the goods.'), price: settings.codFee, firstStatus: 'processing' });
  if (takesTransfers(settings)) methods.push({ id: 'transfer', label: __('Bank transfer'), note: __('You see our account number after ordering and get it by e-mail. We send the goods once the money is there.'), price: 0, firstStatus: 'on-hold' });
  return methods;
}
