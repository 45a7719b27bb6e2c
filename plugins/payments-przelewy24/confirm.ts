import { PlinthError } from 'plinth';
import type { Api, Transaction } from './api.js';
import type { Payment, PaymentOutcome } from './shop-types.js';

/**
 * Confirms a payment reported by a webhook or a query, so that the money is transferred to the shop. A payment of a
 * different amount is reported as it is and not confirmed: the store does not count it, and its money stays with
 * Przelewy24 as an advance.
 * @throws PlinthError `przelewy24_unavailable` when it has to be retried
 */
export async function confirmPayment(
  api: Api,
  payment: Payment,
  { orderId, amount, currency }: Omit<Transaction, 'status'>,
): Promise<PaymentOutcome> {
  const outcome = { state: 'paid', amount, currency, reference: String(orderId) } as const;
  if (amount !== payment.amount || currency !== payment.currency) return outcome;
  if (await api.verify({ sessionId: payment.key, orderId, amount, currency })) return outcome;
  // Possibly confirmed earlier by a process that died before storing it.
  const known = await api.transaction(payment.key);
  if (known?.status === 2 && known.orderId === orderId && known.amount === amount && known.currency === currency)
    return outcome;
  throw new PlinthError('przelewy24_unavailable', 'Przelewy24 did not confirm the payment.', {
    status: 503,
    kind: 'outage',
    hint: 'The confirmation is retried automatically.',
  });
}

/** Returns the state of an attempt whose webhook has not arrived. */
export async function lookUpPayment(api: Api, payment: Payment): Promise<PaymentOutcome> {
  const known = await api.transaction(payment.key);
  switch (known?.status) {
    case 1:
      return confirmPayment(api, payment, known);
    case 2:
      return { state: 'paid', amount: known.amount, currency: known.currency, reference: String(known.orderId) };
    case 3:
      return { state: 'failed', message: 'Przelewy24: returned.' };
    default:
      return { state: 'waiting' };
  }
}
