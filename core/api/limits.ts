import { isIPv6 } from 'node:net';

/** Result of a rate limit check. */
export interface RateLimitResult {
  readonly allowed: boolean;
  /** Remaining attempts in the current window. */
  readonly remaining: number;
  /** Seconds until the window ends; use it as `Retry-After` if the attempt was refused. */
  readonly retryAfter: number;
}

/**
 * Rate limits shared by all nodes.
 * @since 0.1.0
 */
export interface RateLimitsApi {
  /**
   * Counts an attempt and returns whether it is allowed.
   * @param name what is limited and for whom, such as `contact:203.0.113.7`; a name of more than 190 characters is
   * shortened with a hash
   * @param limit attempts per window
   * @param seconds length of the window, starting at the first attempt
   */
  consumeRateLimit(name: string, limit: number, seconds: number): Promise<RateLimitResult>;
  /** Returns the state of a limit without counting an attempt. */
  peekRateLimit(name: string, limit: number): Promise<RateLimitResult>;
  /** Resets the attempts of a name. */
  clearRateLimit(name: string): Promise<void>;
}

/**
 * Limits on emails that can be triggered by people who do not own the mailbox: password reset links, codes, welcome
 * emails.
 * @since 0.1.0
 */
export interface EmailLimitApi {
  /**
   * Counts such an email to an address, across all senders, and returns whether it may be sent today; the owner sets
   * the limit.
   * Emails about actual purchases and emails required by law are not counted.
   */
  consumeEmailLimit(email: string): Promise<RateLimitResult>;
}

/**
 * Returns the key under which a client is rate-limited: an IPv4 address, or the network of an IPv6 address, since a
 * single household has 2^64 of those.
 * @since 0.1.0
 */
export function subnetOf(ip: string): string {
  const plain = ip
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  if (!isIPv6(plain)) return plain;
  const [head = [], tail] = plain.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - (tail?.length ?? 0) }, () => '0');
  const groups = tail === undefined ? head : [...head, ...zeros, ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
