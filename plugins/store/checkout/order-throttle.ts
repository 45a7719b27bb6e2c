import { createHash } from 'node:crypto';
import { subnetOf, type PageRequest, type PluginScope } from 'plinth';
import type { SellingOptions } from '../commerce/commerce-settings.js';
import type { OrderCodes, OrderPass } from './order-codes.js';
import { CODE_MINUTES } from './order-codes.js';

/** Why a verification code is requested, or requested again. */
export type AskedFor = 'sent' | 'there' | 'wrong' | 'over' | 'unsent';

/** Result of the gate for an order that is otherwise valid. */
type Passage = { readonly open: true; readonly pass?: OrderPass } | { readonly open: false; readonly reason: AskedFor };

/**
 * Requests a verification code once orders become frequent enough to suggest abuse of stock or of other people's
 * mailboxes.
 */
export interface OrderGate {
  /** Counts an order, or checks the code submitted with it. */
  check(request: PageRequest, email: string, code: string): Promise<Passage>;
  /** Sends another code. */
  resendCode(request: PageRequest, email: string): Promise<AskedFor>;
}

export interface OrderGateDeps {
  readonly scope: Pick<
    PluginScope,
    'consumeRateLimit' | 'consumeEmailLimit' | 'currentUserCan' | 'mail' | 'siteName' | 'log' | '__'
  >;
  readonly sellingOptions: Pick<SellingOptions, 'read'>;
  readonly codes: OrderCodes;
}

const MINUTE = 60;
const HOUR = 3600;
/** Maximum number of codes per hour, to one mailbox and requested from one network. */
const CODES_PER_ADDRESS = 5;
const CODES_PER_NETWORK = 30;

export function createOrderGate({ scope, sellingOptions, codes }: OrderGateDeps): OrderGate {
  const { __ } = scope;
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  /** Ignores a plus suffix, because it leads to the same mailbox. */
  const mailbox = (email: string): string =>
    digest(
      email
        .trim()
        .toLowerCase()
        .replace(/\+[^@]*(?=@)/, ''),
    );
  const within = async (name: string, max: number, seconds: number): Promise<boolean> =>
    (await scope.consumeRateLimit(`store:${name}`, max, seconds)).allowed;

  /** Counts all three limits even if the first is exceeded, so that changing only one identity does not help. */
  async function isUsual(request: PageRequest, email: string): Promise<boolean> {
    const { ordersPerEmail, ordersPerNetwork, ordersPerSession } = await sellingOptions.read();
    const counted = [
      await within(`orders:mailbox:${mailbox(email)}`, ordersPerEmail, HOUR),
      await within(`orders:network:${digest(subnetOf(request.ip))}`, ordersPerNetwork, HOUR),
      await within(`orders:session:${digest(request.session.id())}`, ordersPerSession, 10 * MINUTE),
    ];
    return !counted.includes(false);
  }

  async function send(request: PageRequest, email: string): Promise<AskedFor> {
    const to = mailbox(email);
    if (!(await within(`codes:minute:${to}`, 1, MINUTE))) return 'there';
    if (
      !(await within(`codes:hour:${to}`, CODES_PER_ADDRESS, HOUR)) ||
      !(await within(`codes:network:${digest(subnetOf(request.ip))}`, CODES_PER_NETWORK, HOUR)) ||
      !(await scope.consumeEmailLimit(email)).allowed
    )
      return 'unsent';
    const code = await codes.create(request.session.id(), email);
    const site = await scope.siteName();
    const subject = (): string => __('%1$s is your code for %2$s', code, site);
    // Sent at once, bypassing the outbox, because only the hash of the code is stored.
    const sent = await scope.mail({
      to: email,
      subject,
      locale: request.locale,
      view: 'order-code',
      data: { heading: subject, code, site, minutes: CODE_MINUTES },
    });
    if (!sent) scope.log.error('a verification code for an order could not be sent');
    return sent ? 'sent' : 'unsent';
  }

  return {
    async check(request, email, code) {
      if (scope.currentUserCan('manage_shop')) return { open: true };
      if (code !== '' && !/^\d{6}$/.test(code)) return { open: false, reason: 'wrong' };
      if (code === '')
        return (await isUsual(request, email)) ? { open: true } : { open: false, reason: await send(request, email) };
      const found = await codes.check(request.session.id(), email, code);
      return typeof found === 'string' ? { open: false, reason: found } : { open: true, pass: found };
    },
    resendCode: send,
  };
}

/** Returns the message for a customer who needs a code. */
export function askedText(reason: AskedFor, email: string, { __ }: Pick<PluginScope, '__'>): string {
  const messages: Record<AskedFor, string> = {
    sent: __('Enter the six-digit code we just sent to %s.', email),
    there: __(
      'Enter the six-digit code we sent to %s. You can request a new code one minute after the last one.',
      email,
    ),
    wrong: __('This code is incorrect. Check our email again.'),
    over: __('This code is no longer valid. Request a new one.'),
    unsent: __(
      'Too many codes have been requested, so we can’t send another one right now. Your order data is not lost: try again in an hour, or contact us.',
    ),
  };
  return messages[reason];
}
