import { createHash } from 'node:crypto';
import { subnetOf, type PageRequest, type PluginScope } from 'plinth';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import type { ShopEmail } from '../emails/shop-email.js';
import type { OrderCodes, OrderPass } from './order-codes.js';
import { CODE_MINUTES } from './order-codes.js';

/** Why a verification code is requested, or requested again. */
export type CodeReason = 'sent' | 'already-sent' | 'wrong' | 'expired' | 'not-sent';

/** Result of the throttle for an order that is otherwise valid. */
type GateResult =
  { readonly open: true; readonly pass?: OrderPass } | { readonly open: false; readonly reason: CodeReason };

/**
 * Requests a verification code once orders become frequent enough to suggest abuse of stock or of other people's
 * mailboxes.
 */
export interface OrderThrottle {
  /** Counts an order, or checks the code submitted with it. */
  check(request: PageRequest, email: string, code: string): Promise<GateResult>;
  /** Sends another code. */
  resendCode(request: PageRequest, email: string): Promise<CodeReason>;
}

export interface OrderThrottleDeps {
  readonly scope: Pick<
    PluginScope,
    'consumeRateLimit' | 'consumeEmailLimit' | 'currentUserCan' | 'mail' | 'siteName' | 'log' | '__'
  >;
  readonly commerceSettings: Pick<CommerceSettings, 'read'>;
  readonly shopEmail: Pick<ShopEmail, 'read'>;
  readonly codes: OrderCodes;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
/** Maximum number of codes per hour, to one mailbox and requested from one network. */
const MAX_CODES_PER_EMAIL = 5;
const MAX_CODES_PER_NETWORK = 30;

export function createOrderThrottle({ scope, commerceSettings, shopEmail, codes }: OrderThrottleDeps): OrderThrottle {
  const { __ } = scope;
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  /** Ignores a plus suffix, because it leads to the same mailbox. */
  const mailboxHash = (email: string): string =>
    hash(
      email
        .trim()
        .toLowerCase()
        .replace(/\+[^@]*(?=@)/, ''),
    );
  const isWithinLimit = async (name: string, max: number, seconds: number): Promise<boolean> =>
    (await scope.consumeRateLimit(`store:${name}`, max, seconds)).allowed;

  /** Counts all three limits even if the first is exceeded, so that changing only one identity does not help. */
  async function isWithinOrderLimits(request: PageRequest, email: string): Promise<boolean> {
    const { ordersPerEmail, ordersPerNetwork, ordersPerSession } = await commerceSettings.read();
    const results = [
      await isWithinLimit(`orders:mailbox:${mailboxHash(email)}`, ordersPerEmail, HOUR_SECONDS),
      await isWithinLimit(`orders:network:${hash(subnetOf(request.ip))}`, ordersPerNetwork, HOUR_SECONDS),
      await isWithinLimit(`orders:session:${hash(request.session.id())}`, ordersPerSession, 10 * MINUTE_SECONDS),
    ];
    return !results.includes(false);
  }

  async function sendCode(request: PageRequest, email: string): Promise<CodeReason> {
    const to = mailboxHash(email);
    if (!(await isWithinLimit(`codes:minute:${to}`, 1, MINUTE_SECONDS))) return 'already-sent';
    if (
      !(await isWithinLimit(`codes:hour:${to}`, MAX_CODES_PER_EMAIL, HOUR_SECONDS)) ||
      !(await isWithinLimit(`codes:network:${hash(subnetOf(request.ip))}`, MAX_CODES_PER_NETWORK, HOUR_SECONDS)) ||
      !(await scope.consumeEmailLimit(email)).allowed
    )
      return 'not-sent';
    const code = await codes.create(request.session.id(), email);
    const site = await scope.siteName();
    const subject = (): string => __('%1$s is your code for %2$s', code, site);
    // Sent at once, bypassing the outbox, because only the hash of the code is stored.
    const sent = await scope.mail({
      to: email,
      subject,
      locale: request.locale,
      replyTo: await shopEmail.read(),
      view: 'order-code',
      data: { heading: subject, code, site, minutes: CODE_MINUTES },
    });
    if (!sent) scope.log.error('a verification code for an order could not be sent');
    return sent ? 'sent' : 'not-sent';
  }

  return {
    async check(request, email, code) {
      if (scope.currentUserCan('manage_shop')) return { open: true };
      if (code !== '' && !/^\d{6}$/.test(code)) return { open: false, reason: 'wrong' };
      if (code === '')
        return (await isWithinOrderLimits(request, email))
          ? { open: true }
          : { open: false, reason: await sendCode(request, email) };
      const result = await codes.check(request.session.id(), email, code);
      return typeof result === 'string' ? { open: false, reason: result } : { open: true, pass: result };
    },
    resendCode: sendCode,
  };
}

/** Returns the message for a customer who needs a code. */
export function codeMessage(reason: CodeReason, email: string, { __ }: Pick<PluginScope, '__'>): string {
  const messages: Record<CodeReason, string> = {
    sent: __('Enter the six-digit code we just sent to %s.', email),
    'already-sent': __(
      'Enter the six-digit code we sent to %s. You can request a new code one minute after the last one.',
      email,
    ),
    wrong: __('This code is incorrect. Check our email again.'),
    expired: __('This code is no longer valid. Request a new one.'),
    'not-sent': __(
      'Too many codes have been requested, so we can’t send another one right now. Your order data is not lost: try again in an hour, or contact us.',
    ),
  };
  return messages[reason];
}
