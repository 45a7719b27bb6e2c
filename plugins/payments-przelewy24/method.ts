import type { PluginScope } from 'plinth';
import { type Account, readAccount, accountSettings } from './account.js';
import { type Api, createApi } from './api.js';
import { lookUpPayment } from './confirm.js';
import { evaluateWebhook } from './webhook.js';
import type { PayResult, PaymentMethod, PaymentStart, RefundResult, RefundRequest, Values } from './shop-types.js';

/** Id of the payment method, which is stored with every order. */
export const PRZELEWY24 = 'przelewy24';

const CURRENCIES: ReadonlySet<string> = new Set([
  'PLN',
  'EUR',
  'GBP',
  'CZK',
  'USD',
  'BGN',
  'DKK',
  'HUF',
  'NOK',
  'SEK',
  'CHF',
  'RON',
]);
/** Language codes that the payment pages of Przelewy24 support. */
const LANGUAGES: ReadonlySet<string> = new Set([
  'bg',
  'cs',
  'de',
  'en',
  'es',
  'fr',
  'hr',
  'hu',
  'it',
  'nl',
  'pl',
  'pt',
  'se',
  'sk',
  'ro',
]);
/** Maximum length of a refund's description, in characters. */
const MAX_DESCRIPTION_LENGTH = 35;

type MethodScope = Pick<PluginScope, '__' | 'locale'> & { readonly log: Pick<PluginScope['log'], 'error'> };

/** Creates the payment method: registration and redirect, a signed webhook, confirmation, refunds. */
export function przelewy24({ __, locale, log }: MethodScope): PaymentMethod {
  const language = (): string => (LANGUAGES.has(locale().slice(0, 2)) ? locale().slice(0, 2) : 'en');

  /** Returns the account from the settings; it existed when the method was offered. */
  function connect(values: Values): { readonly account: Account; readonly api: Api } | null {
    const account = readAccount(values);
    return account && { account, api: createApi(account) };
  }

  async function pay({ payment, order, settings, returnUrl, webhookUrl }: PaymentStart): Promise<PayResult> {
    const unavailable: PayResult = {
      kind: 'failed',
      message: __(
        'Przelewy24 is not responding at the moment. You were not charged, and your order is saved. Try again, or choose another payment method.',
      ),
    };
    const connection = connect(settings);
    if (!connection) return unavailable;
    try {
      const registration = await connection.api.register({
        sessionId: payment.key,
        amount: payment.amount,
        currency: payment.currency,
        description: __('Order %s', order.number),
        email: order.billing.email,
        client: `${order.billing.firstName} ${order.billing.lastName}`.slice(0, 40),
        country: order.billing.country,
        language: language(),
        urlReturn: returnUrl,
        urlStatus: webhookUrl,
      });
      if ('token' in registration)
        return { kind: 'redirect', location: `${connection.account.origin}/trnRequest/${registration.token}` };
      log.error('Przelewy24 refused to start a payment', { order: order.id, problem: registration.error });
    } catch (error) {
      log.error('Przelewy24 could not be reached', {
        order: order.id,
        error: error instanceof Error ? error.message : String(error),
      });
    }
    return unavailable;
  }

  async function findRefund(request: RefundRequest, api: Api): Promise<RefundResult | null> {
    const providerRefund = (await api.refunds(Number(request.payment.reference))).find(
      ({ requestId }) => requestId === request.key,
    );
    if (!providerRefund) return null;
    if (providerRefund.status === 1) return { kind: 'done' };
    return providerRefund.status === 4
      ? { kind: 'refused', message: __('Przelewy24 has rejected it.') }
      : { kind: 'waiting' };
  }

  async function refund(request: RefundRequest): Promise<RefundResult> {
    const connection = connect(request.settings);
    if (!connection) return { kind: 'refused', message: __('The Przelewy24 account is not set up.') };
    const { payment, order, key, amount, reason, webhookUrl } = request;
    const problem = await connection.api.refund({
      key,
      orderId: Number(payment.reference),
      sessionId: payment.key,
      amount,
      description: (reason || __('Order %s', order.number)).slice(0, MAX_DESCRIPTION_LENGTH),
      urlStatus: webhookUrl,
    });
    if (problem === '') return { kind: 'waiting' };
    // The same request may have succeeded before, with its response lost.
    return (await findRefund(request, connection.api)) ?? { kind: 'refused', message: problem };
  }

  return {
    id: PRZELEWY24,
    label: () => __('Przelewy24: transfer, BLIK, card'),
    note: () => __('Pay now on the Przelewy24 website; you will then return here.'),
    initialStatus: 'pending',
    settings: accountSettings({ __ }),
    isAvailable: ({ currency, amount, settings }) =>
      readAccount(settings) !== null && CURRENCIES.has(currency) && amount > 0,
    pay,
    async webhook(webhookRequest) {
      const connection = connect(webhookRequest.settings);
      return connection
        ? evaluateWebhook(webhookRequest, connection.account, connection.api)
        : { kind: 'refused', reason: 'no account is configured' };
    },
    async lookup(payment, settings) {
      const connection = connect(settings);
      return connection ? lookUpPayment(connection.api, payment) : { state: 'waiting' };
    },
    refund,
    async lookupRefund(request) {
      const connection = connect(request.settings);
      return connection ? ((await findRefund(request, connection.api)) ?? refund(request)) : { kind: 'waiting' };
    },
  };
}
