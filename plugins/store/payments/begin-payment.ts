import type { PageRequest, PluginScope } from 'plinth';
import type { PayResult } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { PaymentStore } from './payment-store.js';
import type { SettlePayment } from './settle-payment.js';

/** Result of starting a payment: the next step for the customer. */
export type BeginPaymentResult =
  /** @param owner plugin that provides the payment method and declares the external URLs it redirects to */
  | { readonly kind: 'redirect'; readonly location: string; readonly owner: string }
  | { readonly kind: 'page'; readonly html: string; readonly label: string }
  /** Shows the order page; no further step is needed. */
  | { readonly kind: 'order' }
  | { readonly kind: 'failed'; readonly message: string };

export type BeginPayment = (order: OrderRecord, request: PageRequest) => Promise<BeginPaymentResult>;

interface BeginPaymentDeps {
  readonly scope: Pick<PluginScope, '__' | 'homeUrl' | 'restUrl'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly payments: PaymentStore;
  readonly methods: Pick<PaymentMethods, 'call' | 'supports' | 'label' | 'owner'>;
  readonly settlePayment: SettlePayment;
}

/** Returns the webhook URL of a payment method. */
export function webhookUrl(scope: Pick<PluginScope, 'restUrl'>, method: string): string {
  return scope.restUrl(`store/v1/payments/${method}/webhook`);
}

/**
 * Starts a payment with the payment method of an order. Stores the attempt before contacting the provider, so that it
 * can be looked up later if an error occurs.
 */
export function createBeginPayment({ scope, payments, methods, settlePayment }: BeginPaymentDeps): BeginPayment {
  const createFailure = (): PayResult => ({ kind: 'failed', message: '' });

  return async (order, request) => {
    const method = order.paymentMethod;
    if (!methods.supports(method, 'pay')) return { kind: 'order' };
    const payment = await payments.start({ orderId: order.id, method, amount: order.total, currency: order.currency });
    const fallback = createFailure();
    const response = await methods.call<PayResult>(
      method,
      async ({ pay }, settings) =>
        (await pay?.({
          payment,
          order,
          settings,
          request,
          returnUrl: scope.homeUrl(`/order/${order.key}/`),
          webhookUrl: webhookUrl(scope, method),
        })) ?? createFailure(),
      fallback,
    );
    const reference = response.kind === 'redirect' || response.kind === 'page' ? response.reference : undefined;
    if (reference && !(await payments.find({ method, reference }))) await payments.setReference(payment.id, reference);
    const label = methods.label(method);
    switch (response.kind) {
      case 'redirect':
        if (isRedirectUrl(response.location))
          return { kind: 'redirect', location: response.location, owner: methods.owner(method) };
        scope.log.error('a payment method returned an invalid redirect URL', { method, location: response.location });
        break;
      case 'page':
        return { kind: 'page', html: response.html, label };
      case 'done':
        if (response.paid) await settlePayment(payment, response.paid);
        return { kind: 'order' };
      case 'failed':
        // If the call itself failed, it may still have reached the provider. The attempt then stays open and is looked
        // up.
        if (response !== fallback) await settlePayment(payment, { state: 'failed', message: response.message });
    }
    const errorMessage =
      response.kind === 'failed' && response.message !== ''
        ? response.message
        : scope.__(
            'The payment could not be started. You were not charged, and your order is saved. Try again or choose another payment method.',
          );
    return { kind: 'failed', message: errorMessage };
  };
}

/** Whether a redirect URL is valid: a path of this site, or an absolute HTTP or HTTPS URL. */
function isRedirectUrl(location: string): boolean {
  return (
    location.startsWith('/') || (URL.canParse(location) && ['https:', 'http:'].includes(new URL(location).protocol))
  );
}
