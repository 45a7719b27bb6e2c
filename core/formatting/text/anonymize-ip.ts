import { isIP } from 'node:net';

const EMPTY_IPV6 = '0000:0000:0000:0000:0000:0000:0000:0000';

/**
 * Removes the identifying part of an IP address (`wp_privacy_anonymize_ip`): the last 8 bits of IPv4, and the last 64
 * bits of IPv6.
 * @since 0.1.0
 */
export function wpPrivacyAnonymizeIp(address: string): string {
  const normalized = address
    .trim()
    .replace(/^\[|\](?::\d+)?$/g, '')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIP(normalized) === 4) return normalized.replace(/\d+$/, '0');
  if (isIP(normalized) !== 6) return '0.0.0.0';
  const [beforeGap = '', afterGap] = normalized.split('::');
  const groups = beforeGap === '' ? [] : beforeGap.split(':');
  const tailGroups = afterGap === undefined || afterGap === '' ? [] : afterGap.split(':');
  const allGroups =
    afterGap === undefined
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
 * Returns the text that replaces erased personal data (`wp_privacy_anonymize_data`).
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
 * Encodes some characters of an email address, so that programs that collect addresses do not find it (`antispambot`).
 * @since 0.1.0
 */
export function antispambot(address: string, hex = false): string {
  const encoded = [...address].map((character, index) => {
    const code = character.codePointAt(0) ?? 0;
    // The encoding depends on the character and its position, so that each rendering of a page is the same.
    const encoding = (code + index) % (hex ? 3 : 2);
    if (encoding === 0) return `&#${code};`;
    return encoding === 1 ? character : `%${code.toString(16).padStart(2, '0')}`;
  });
  return encoded.join('').replaceAll('@', '&#64;');
}
