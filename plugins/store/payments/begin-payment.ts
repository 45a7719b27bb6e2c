import type { PageRequest, PluginScope } from 'plinth';
import type { PayAnswer } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { PaymentStore } from './payment-store.js';
import type { SettlePayment } from './settle-payment.js';

/** What follows for the customer. */
export type Begun =
  /** @param owner the plugin of the method, which declares where its customers go */
  | { readonly kind: 'redirect'; readonly location: string; readonly owner: string }
  | { readonly kind: 'page'; readonly html: string; readonly label: string }
  /** The order's page: there is nothing more to do. */
  | { readonly kind: 'order' }
  | { readonly kind: 'failed'; readonly message: string };

export type BeginPayment = (order: OrderRecord, request: PageRequest) => Promise<Begun>;

interface BeginDeps {
  readonly scope: Pick<PluginScope, '__' | 'homeUrl' | 'restUrl'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly payments: PaymentStore;
  readonly methods: Pick<PaymentMethods, 'ask' | 'can' | 'label' | 'owner'>;
  readonly settle: SettlePayment;
}

/** The notices of a method go there. */
export function noticeUrl(scope: Pick<PluginScope, 'restUrl'>, method: string): string {
  return scope.restUrl(`store/v1/payments/${method}/notice`);
}

/**
 * Begins to pay an order the way it says. The attempt is stored before the provider hears of it, so that whatever happens in between there is
 * somebody to ask.
 */
export function createBeginPayment({ scope, payments, methods, settle }: BeginDeps): BeginPayment {
  const broken = (): PayAnswer => ({ kind: 'failed', message: '' });

  return async (order, request) => {
    const method = order.paymentMethod;
    if (!methods.can(method, 'pay')) return { kind: 'order' };
    const payment = await payments.start({ orderId: order.id, method, amount: order.total, currency: order.currency });
    const otherwise = broken();
    const answer = await methods.ask<PayAnswer>(
      method,
      async ({ pay }, settings) =>
        (await pay?.({
          payment,
          order,
          settings,
          request,
          returnUrl: scope.homeUrl(`/order/${order.key}/`),
          noticeUrl: noticeUrl(scope, method),
        })) ?? broken(),
      otherwise,
    );
    const reference = answer.kind === 'redirect' || answer.kind === 'page' ? answer.reference : undefined;
    if (reference && !(await payments.find({ method, reference }))) await payments.setReference(payment.id, reference);
    const label = methods.label(method);
    switch (answer.kind) {
      case 'redirect':
        if (isAddress(answer.location))
          return { kind: 'redirect', location: answer.location, owner: methods.owner(method) };
        scope.log.error('a payment method leads to no address', { method, location: answer.location });
        break;
      case 'page':
        return { kind: 'page', html: answer.html, label };
      case 'done':
        if (answer.paid) await settle(payment, answer.paid);
        return { kind: 'order' };
      case 'failed':
        // One that broke may have reached the provider: it stays begun, and is asked about.
        if (answer !== otherwise) await settle(payment, { state: 'failed', message: answer.message });
    }
    const why =
      answer.kind === 'failed' && answer.message !== ''
        ? answer.message
        : scope.__(
            'The payment could not be started. You were not charged, and your order is saved. Try again or choose another payment method.',
          );
    return { kind: 'failed', message: why };
  };
}

/** Whether visitors can be sent there: a page of the site, or of another over HTTPS. */
function isAddress(location: string): boolean {
  return (
    location.startsWith('/') || (URL.canParse(location) && ['https:', 'http:'].includes(new URL(location).protocol))
  );
}
