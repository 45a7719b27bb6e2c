import { isIPv6 } from 'node:net';

/**
 * Whom a limit counts as one: an IPv4 address, or the network of an IPv6 address, since one household has 2^64 of those.
 * @since 0.1.0
 */
export function networkOf(ip: string): string {
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
