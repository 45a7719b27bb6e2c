import { isIP } from 'node:net';

const EMPTY_IPV6 = '0000:0000:0000:0000:0000:0000:0000:0000';

/**
 * Removes the identifying part of an IP address: the last eight bits, of IPv6 the last 64 (`wp_privacy_anonymize_ip`).
 * @since 0.1.0
 */
export function wpPrivacyAnonymizeIp(address: string): string {
  const plain = address
    .trim()
    .replace(/^\[|\](?::\d+)?$/g, '')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIP(plain) === 4) return plain.replace(/\d+$/, '0');
  if (isIP(plain) !== 6) return '0.0.0.0';
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const allGroups =
    tail === undefined
      ? groups
      : [
          ...groups,
          ...Array.from({ length: Math.max(0, 8 - groups.length - tailGroups.length) }, () => '0'),
          ...tailGroups,
        ];
  const prefix = allGroups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
  return allGroups.length === 0 ? EMPTY_IPV6 : `${prefix}::`;
}

/**
 * Returns the replacement for erased personal data (`wp_privacy_anonymize_data`).
 * @since 0.1.0
 */
export function wpPrivacyAnonymizeData(type: string, data = ''): string {
  if (type === 'email') return 'deleted@site.invalid';
  if (type === 'url') return 'https://site.invalid';
  if (type === 'ip') return wpPrivacyAnonymizeIp(data);
  if (type === 'date') return '0000-00-00 00:00:00';
  if (type === 'text') return '[deleted]';
  return type === 'longtext' ? 'This content was deleted by the author.' : '';
}

/**
 * Encodes some letters of an email address as references, to hide it from harvesters (`antispambot`).
 * @since 0.1.0
 */
export function antispambot(address: string, hex = false): string {
  const written = [...address].map((character, index) => {
    const code = character.codePointAt(0) ?? 0;
    // The choice depends on the letter and its position, so that a page is the same each time it is rendered.
    const encoding = (code + index) % (hex ? 3 : 2);
    if (encoding === 0) return `&#${code};`;
    return encoding === 1 ? character : `%${code.toString(16).padStart(2, '0')}`;
  });
  return written.join('').replaceAll('@', '&#64;');
}
