import { isIPv6 } from 'node:net';

/** What a rate limit says of one try. */
export interface RateLimitAnswer {
  readonly allowed: boolean;
  /** Tries left in this span. */
  readonly left: number;
  /** Seconds until the span ends; worth a `Retry-After` when refused. */
  readonly retryAfter: number;
}

/** Limits that all nodes share. @since 0.1.0 */
export interface RateLimitsApi {
  /**
   * Counts a try and says whether it may go on.
   * @param name what is limited and for whom, such as `contact:203.0.113.7`; at most 190 characters count
   * @param limit tries per span
   * @param seconds length of a span, from the first try
   */
  consumeRateLimit(name: string, limit: number, seconds: number): Promise<RateLimitAnswer>;
  /** How a limit stands, without counting. */
  peekRateLimit(name: string, limit: number): Promise<RateLimitAnswer>;
  /** Forgets the tries of a name. */
  clearRateLimit(name: string): Promise<void>;
}

/** Letters that somebody can cause who need not own the mailbox: links for new passwords, codes, welcomes. @since 0.2.0 */
export interface EmailLimitApi {
  /**
   * Counts such a letter to an address, whoever sends it, and says whether it may go out today; the owner sets how many.
   * Letters about what somebody really bought, or that the law asks for, are not counted.
   */
  consumeEmailLimit(email: string): Promise<RateLimitAnswer>;
}

/**
 * Whom a limit counts as one: an IPv4 address, or the network of an IPv6 address, since one household has 2^64 of those.
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
