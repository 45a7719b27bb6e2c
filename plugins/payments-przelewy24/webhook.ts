import type { Account } from './account.js';
import type { Api } from './api.js';
import { confirm } from './confirm.js';
import type { Notice, NoticeAnswer } from './shop-types.js';
import { isSigned } from './signature.js';

const refuse = (reason: string): NoticeAnswer => ({ kind: 'refused', reason });
type Fields = Readonly<Record<string, unknown>>;

/** Returns the integer in a field; NaN for anything else. */
function number(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : Number.NaN;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** Evaluates a request to the shop's webhook: about a payment, or a refund. */
export async function judge(notice: Notice, account: Account, api: Api): Promise<NoticeAnswer> {
  const { fields } = notice;
  if (!fields) return refuse('invalid JSON');
  if (number(fields, 'merchantId') !== account.merchantId) return refuse('wrong merchant');
  return 'refundsUuid' in fields ? evaluateRefund(fields, account) : evaluatePayment(notice, fields, account, api);
}

async function evaluatePayment(
  notice: Notice,
  fields: Fields,
  { merchantId, posId, crc }: Account,
  api: Api,
): Promise<NoticeAnswer> {
  const [sessionId, currency] = [text(fields, 'sessionId'), text(fields, 'currency')];
  const [amount, orderId] = [number(fields, 'amount'), number(fields, 'orderId')];
  const [originAmount, methodId] = [number(fields, 'originAmount'), number(fields, 'methodId')];
  if ([amount, originAmount, orderId, methodId].some(Number.isNaN) || number(fields, 'posId') !== posId)
    return refuse('incomplete');
  // Signed in this order.
  const signedFields = {
    merchantId,
    posId,
    sessionId,
    amount,
    originAmount,
    currency,
    orderId,
    methodId,
    statement: text(fields, 'statement'),
  };
  if (!isSigned(signedFields, crc, fields.sign)) return refuse('wrong signature');
  const payment = await notice.find({ key: sessionId });
  if (!payment) return refuse('unknown payment');
  if (payment.state === 'paid' || payment.state === 'refunded') return { kind: 'ignored' };
  return { kind: 'payment', payment, outcome: await confirm(api, payment, { orderId, amount, currency }) };
}

function evaluateRefund(fields: Fields, { merchantId, crc }: Account): NoticeAnswer {
  const [orderId, amount, status] = [number(fields, 'orderId'), number(fields, 'amount'), number(fields, 'status')];
  const [sessionId, currency] = [text(fields, 'sessionId'), text(fields, 'currency')];
  const refundsUuid = text(fields, 'refundsUuid');
  if ([orderId, amount, status].some(Number.isNaN)) return refuse('incomplete');
  if (!isSigned({ orderId, sessionId, refundsUuid, merchantId, amount, currency, status }, crc, fields.sign))
    return refuse('wrong signature');
  return {
    kind: 'refund',
    key: refundsUuid,
    outcome: status === 0 ? { kind: 'done' } : { kind: 'refused', message: 'Przelewy24' },
  };
}
