import type { TranslationApi } from 'plinth';
import { arrivalText } from '../selling/arrival-text.js';
import { WAITS_FOR_TRANSFER } from '../orders/pay-until.js';
import type { CheckoutForm } from './checkout-form.js';
import type { Offer } from './offer.js';

/** What somebody is told before they buy what arrives later than the page said: the cut-off passed meanwhile, or goods have to be awaited now. Empty when it does not. */
export function laterArrival(
  { shownArrival }: Pick<CheckoutForm, 'shownArrival'>,
  { delivery, payment, arrivals }: Pick<Offer, 'delivery' | 'payment' | 'arrivals'>,
  { __, locale }: Pick<TranslationApi, '__' | 'locale'>,
): string {
  if (shownArrival === '' || !delivery || payment?.firstStatus === WAITS_FOR_TRANSFER) return '';
  const days = arrivals.get(delivery.id);
  if (!days) return __('Nobody can say any more when your order arrives. If you agree, please send it again.');
  return days.latest > shownArrival
    ? __('Your order arrives later now: %s. If you agree, please send it again.', arrivalText(days, locale()))
    : '';
}
