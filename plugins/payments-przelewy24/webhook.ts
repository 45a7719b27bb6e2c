import type { Account } from './account.js';
import type { Api } from './api.js';
import { confirmPayment } from './confirm.js';
import type { WebhookRequest, WebhookResult } from './shop-types.js';
import { isSigned } from './signature.js';

const refuse = (reason: string): WebhookResult => ({ kind: 'refused', reason });
type Fields = Readonly<Record<string, unknown>>;

/** Returns the integer in a field; NaN for anything else. */
function readInteger(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : Number.NaN;
}

function readText(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** Evaluates a request to the shop's webhook: about a payment, or a refund. */
export async function evaluateWebhook(request: WebhookRequest, account: Account, api: Api): Promise<WebhookResult> {
  const { fields } = request;
  if (!fields) return refuse('invalid JSON');
  if (readInteger(fields, 'merchantId') !== account.merchantId) return refuse('wrong merchant');
  return 'refundsUuid' in fields ? evaluateRefund(fields, account) : evaluatePayment(request, fields, account, api);
}

async function evaluatePayment(
  request: WebhookRequest,
  fields: Fields,
  { merchantId, posId, crc }: Account,
  api: Api,
): Promise<WebhookResult> {
  const [sessionId, currency] = [readText(fields, 'sessionId'), readText(fields, 'currency')];
  const [amount, orderId] = [readInteger(fields, 'amount'), readInteger(fields, 'orderId')];
  const [originAmount, methodId] = [readInteger(fields, 'originAmount'), readInteger(fields, 'methodId')];
  if ([amount, originAmount, orderId, methodId].some(Number.isNaN) || readInteger(fields, 'posId') !== posId)
    return refuse('incomplete');
  // Logged in this order.
  const signedFields = {
    merchantId,
    posId,
    sessionId,
    amount,
    originAmount,
    currency,
    orderId,
    methodId,
    statement: readText(fields, 'statement'),
  };
  if (!isSigned(signedFields, crc, fields.sign)) return refuse('wrong signature');
  const payment = await request.find({ key: sessionId });
  if (!payment) return refuse('unknown payment');
  if (payment.state === 'paid' || payment.state === 'refunded') return { kind: 'ignored' };
  return { kind: 'payment', payment, outcome: await confirmPayment(api, payment, { orderId, amount, currency }) };
}

function evaluateRefund(fields: Fields, { merchantId, crc }: Account): WebhookResult {
  const [orderId, amount, status] = [
    readInteger(fields, 'orderId'),
    readInteger(fields, 'amount'),
    readInteger(fields, 'status'),
  ];
  const [sessionId, currency] = [readText(fields, 'sessionId'), readText(fields, 'currency')];
  const refundsUuid = readText(fields, 'refundsUuid');
  if ([orderId, amount, status].some(Number.isNaN)) return refuse('incomplete');
  if (!isSigned({ orderId, sessionId, refundsUuid, merchantId, amount, currency, status }, crc, fields.sign))
    return refuse('wrong signature');
  return {
    kind: 'refund',
    key: refundsUuid,
    outcome: status === 0 ? { kind: 'done' } : { kind: 'refused', message: 'Przelewy24' },
  };
}
