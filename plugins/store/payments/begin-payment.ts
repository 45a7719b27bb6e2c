import type { PageRequest, PluginScope } from 'plinth';
import type { PayAnswer } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { PaymentStore } from './payment-store.js';
import type { SettlePayment } from './settle-payment.js';

/** Next step for the customer. */
export type Begun =
  /** @param owner plugin that provides the payment method and declares the external URLs it redirects to */
  | { readonly kind: 'redirect'; readonly location: string; readonly owner: string }
  | { readonly kind: 'page'; readonly html: string; readonly label: string }
  /** Shows the order's page: nothing more to do. */
  | { readonly kind: 'order' }
  | { readonly kind: 'failed'; readonly message: string };

export type BeginPayment = (order: OrderRecord, request: PageRequest) => Promise<Begun>;

interface BeginDeps {
  readonly scope: Pick<PluginScope, '__' | 'homeUrl' | 'restUrl'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly payments: PaymentStore;
  readonly methods: Pick<PaymentMethods, 'call' | 'supports' | 'label' | 'owner'>;
  readonly settlePayment: SettlePayment;
}

/** Returns the URL that a payment method's webhooks are sent to. */
export function noticeUrl(scope: Pick<PluginScope, 'restUrl'>, method: string): string {
  return scope.restUrl(`store/v1/payments/${method}/notice`);
}

/**
 * Starts a payment for an order by the order's payment method. Stores the attempt before contacting the provider, so
 * that it can be looked up if anything fails in between.
 */
export function createBeginPayment({ scope, payments, methods, settlePayment }: BeginDeps): BeginPayment {
  const failedAnswer = (): PayAnswer => ({ kind: 'failed', message: '' });

  return async (order, request) => {
    const method = order.paymentMethod;
    if (!methods.supports(method, 'pay')) return { kind: 'order' };
    const payment = await payments.start({ orderId: order.id, method, amount: order.total, currency: order.currency });
    const otherwise = failedAnswer();
    const response = await methods.call<PayAnswer>(
      method,
      async ({ pay }, settings) =>
        (await pay?.({
          payment,
          order,
          settings,
          request,
          returnUrl: scope.homeUrl(`/order/${order.key}/`),
          noticeUrl: noticeUrl(scope, method),
        })) ?? failedAnswer(),
      otherwise,
    );
    const reference = response.kind === 'redirect' || response.kind === 'page' ? response.reference : undefined;
    if (reference && !(await payments.find({ method, reference }))) await payments.setReference(payment.id, reference);
    const label = methods.label(method);
    switch (response.kind) {
      case 'redirect':
        if (isAddress(response.location))
          return { kind: 'redirect', location: response.location, owner: methods.owner(method) };
        scope.log.error('a payment method returned an invalid redirect URL', { method, location: response.location });
        break;
      case 'page':
        return { kind: 'page', html: response.html, label };
      case 'done':
        if (response.paid) await settlePayment(payment, response.paid);
        return { kind: 'order' };
      case 'failed':
        // A failed call may still have reached the provider: the attempt stays open and is looked up later.
        if (response !== otherwise) await settlePayment(payment, { state: 'failed', message: response.message });
    }
    const why =
      response.kind === 'failed' && response.message !== ''
        ? response.message
        : scope.__(
            'The payment could not be started. You were not charged, and your order is saved. Try again or choose another payment method.',
          );
    return { kind: 'failed', message: why };
  };
}

/** Whether visitors can be redirected there: a page of the site, or of another site over HTTPS. */
function isAddress(location: string): boolean {
  return (
    location.startsWith('/') || (URL.canParse(location) && ['https:', 'http:'].includes(new URL(location).protocol))
  );
}
