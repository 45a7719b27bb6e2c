import { PlinthError } from 'plinth';
import type { Api, Transaction } from './api.js';
import type { Payment, PaymentOutcome } from './shop-types.js';

/**
 * Confirms a payment that a notice or a question told of, so that its money becomes the shop's. One of another sum is told as it is and not
 * confirmed: the store does not count it, and its money stays with Przelewy24 as an advance.
 * @throws PlinthError `przelewy24_unavailable` when it is to be asked again
 */
export async function confirm(
  api: Api,
  payment: Payment,
  { orderId, amount, currency }: Omit<Transaction, 'status'>,
): Promise<PaymentOutcome> {
  const word = { state: 'paid', amount, currency, reference: String(orderId) } as const;
  if (amount !== payment.amount || currency !== payment.currency) return word;
  if (await api.verify({ sessionId: payment.key, orderId, amount, currency })) return word;
  // Confirmed before, perhaps, by somebody who did not live to write it down.
  const known = await api.transaction(payment.key);
  if (known?.status === 2 && known.orderId === orderId && known.amount === amount && known.currency === currency)
    return word;
  throw new PlinthError('przelewy24_unavailable', 'Przelewy24 did not confirm the payment.', {
    status: 503,
    kind: 'outage',
    hint: 'It is asked again.',
  });
}

/** How an attempt stands whose notice did not come. */
export async function askFor(api: Api, payment: Payment): Promise<PaymentOutcome> {
  const known = await api.transaction(payment.key);
  switch (known?.status) {
    case 1:
      return confirm(api, payment, known);
    case 2:
      return { state: 'paid', amount: known.amount, currency: known.currency, reference: String(known.orderId) };
    case 3:
      return { state: 'failed', message: 'Przelewy24: returned.' };
    default:
      return { state: 'waiting' };
  }
}
