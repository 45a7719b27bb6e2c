import { type PluginScope, type RestRequest, WpError } from 'plinth';
import type { WebhookResult, WebhookRequest } from '../contract/index.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { PaymentStore } from './payment-store.js';
import type { RefundService } from './refund-service.js';
import type { SettlePayment } from './settle-payment.js';

interface WebhookDeps {
  readonly scope: Pick<PluginScope, 'registerRestRoute'> & { readonly log: Pick<PluginScope['log'], 'warn' | 'error'> };
  readonly payments: Pick<PaymentStore, 'find'>;
  readonly methods: Pick<PaymentMethods, 'call' | 'supports'>;
  readonly settlePayment: SettlePayment;
  readonly refunds: Pick<RefundService, 'processUpdate'>;
}

/**
 * `POST /wp-json/store/v1/payments/<id>/webhook`: receives webhooks from payment providers. The route is public, so the
 * payment method must verify each request.
 */
export function addWebhookRoute({ scope, payments, methods, settlePayment, refunds }: WebhookDeps): void {
  function toWebhookRequest(
    request: RestRequest,
    method: string,
    settings: WebhookRequest['settings'],
  ): WebhookRequest {
    const form = request.getBodyParams();
    return {
      bytes: request.getBodyBytes(),
      text: request.getBody(),
      fields: request.getJsonParams() ?? (Object.keys(form).length > 0 ? form : null),
      query: request.getQueryParams(),
      header: (name) => request.getHeader(name),
      settings,
      async find(by) {
        const payment = await payments.find('key' in by ? by : { method, reference: by.reference });
        return payment?.method === method ? payment : null;
      },
    };
  }

  async function handleWebhook(request: RestRequest): Promise<object> {
    const method = String(request.getUrlParams().method);
    if (!methods.supports(method, 'webhook'))
      return new WpError('store_payment_method_unknown', 'There is no such payment method.', { status: 404 });
    const outcome = await methods.call<WebhookResult | undefined>(
      method,
      ({ webhook }, settings) => webhook?.(toWebhookRequest(request, method, settings)),
      undefined,
    );
    if (!outcome) {
      scope.log.error('a payment notification could not be verified', { method });
      return new WpError('store_webhook_failed', 'The payment notification could not be processed. Send it again.', {
        status: 503,
      });
    }
    if (outcome.kind === 'refused') {
      scope.log.warn('a payment notification was refused', { method, reason: outcome.reason });
      return new WpError('store_webhook_refused', 'The payment notification was refused.', { status: 400 });
    }
    if (outcome.kind === 'payment') {
      const payment = await payments.find({ id: outcome.payment.id });
      if (payment?.method === method) await settlePayment(payment, outcome.outcome);
    }
    if (outcome.kind === 'refund') await refunds.processUpdate(method, outcome.key, outcome.outcome);
    return { received: true };
  }

  scope.registerRestRoute('store/v1', '/payments/(?P<method>[a-z0-9][a-z0-9_-]*)/webhook', {
    methods: 'POST',
    permissionCallback: () => true,
    callback: handleWebhook,
  });
}
