import type { TranslationApi } from 'plinth';
import type { PaymentChoice } from './payment-methods.js';

/** What an order keeps as its payment that costs nothing. */
export const NOTHING_DUE = 'none';

/** The way to pay what costs nothing: it is chosen for the customer, and paid as soon as it is ordered. */
export function nothingDue({ __ }: Pick<TranslationApi, '__'>): PaymentChoice {
  return {
    id: NOTHING_DUE,
    label: __('Nothing to pay'),
    note: '',
    price: 0,
    firstStatus: 'pending',
    icon: '',
    paysNow: false,
  };
}
