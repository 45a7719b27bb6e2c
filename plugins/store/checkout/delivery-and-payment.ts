import type { TranslationApi } from 'plinth';
import type { OrderStatus } from '../contract/index.js';
import { taxInside } from '../money/tax.js';
import type { SellingSettings } from '../orders/selling-settings.js';
import { takesTransfers } from '../orders/transfer.js';

/** A way to get the goods, or to pay for them. Amounts are minor units, tax included. */
export interface Method {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly price: number;
}

export interface PaymentMethod extends Method {
  /** What an order paid this way starts as. */
  readonly firstStatus: OrderStatus;
}

/** What a sum is made of. */
export interface Totals {
  readonly items: number;
  readonly delivery: number;
  readonly paymentFee: number;
  readonly tax: number;
  readonly total: number;
}

/** The delivery methods for goods of a value; digital goods need none. */
export function deliveryMethods(settings: SellingSettings, { items, physical }: { items: number; physical: boolean }, { __ }: Pick<TranslationApi, '__'>): Method[] {
  if (!physical) return [];
  const free = settings.freeFrom !== null && items >= settings.freeFrom;
  const methods: Method[] = [];
  if (settings.courier) methods.push({ id: 'courier', label: __('Courier'), note: '', price: free ? 0 : settings.courierPrice });
  if (settings.pickup) methods.push({ id: 'pickup', label: __('Pick-up in person'), note: settings.pickupPlace, price: free ? 0 : settings.pickupPrice });
  return methods;
}

/** Cash on delivery needs a delivery, a transfer an account; digital goods are paid by transfer. */
export function paymentMethods(settings: SellingSettings, { physical }: { physical: boolean }, { __ }: Pick<TranslationApi, '__'>): PaymentMethod[] {
  const methods: PaymentMethod[] = [];
  if (settings.cod && physical) methods.push({ id: 'cod', label: __('Cash on delivery'), note: __('You pay when you receive the goods.'), price: settings.codFee, firstStatus: 'processing' });
  if (takesTransfers(settings)) methods.push({ id: 'transfer', label: __('Bank transfer'), note: __('You see our account number after ordering and get it by e-mail. We send the goods once the money is there.'), price: 0, firstStatus: 'on-hold' });
  return methods;
}

/** A method's label, also of one that is switched off by now. */
export function methodLabel(id: string, { __ }: Pick<TranslationApi, '__'>): string {
  const known: Record<string, string> = { courier: __('Courier'), pickup: __('Pick-up in person'), cod: __('Cash on delivery'), transfer: __('Bank transfer'), '': __('No delivery needed') };
  return known[id] ?? id;
}

export function sumUp(lines: readonly { total: number; tax: number }[], delivery: number, paymentFee: number, shippingTaxRate: number): Totals {
  const items = lines.reduce((sum, line) => sum + line.total, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0) + taxInside(delivery, shippingTaxRate) + taxInside(paymentFee, shippingTaxRate);
  return { items, delivery, paymentFee, tax, total: items + delivery + paymentFee };
}
