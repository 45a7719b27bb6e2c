import { wpKsesDecodeEntities } from '../entities/normalize.js';
import { trim, WS } from '../php/text.js';

/** URL schemes that are allowed in links (`wp_allowed_protocols`). */
export const ALLOWED_PROTOCOLS: readonly string[] = [
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'news',
  'irc',
  'irc6',
  'ircs',
  'gopher',
  'nntp',
  'feed',
  'telnet',
  'mms',
  'rtsp',
  'sms',
  'svn',
  'tel',
  'fax',
  'xmpp',
  'webcal',
  'urn',
];

/** Removes control characters that browsers ignore and, by default, `\0` (`wp_kses_no_null`). */
export function wpKsesNoNull(text: string, keepSlashZero = false): string {
  const clean = text.replace(/[\x00-\x08\x0B\x0C\x0E-\x1F]/g, '');
  // With the lookbehind, the match starts at the first of several backslashes. Trying each one would take quadratic
  // time.
  return keepSlashZero ? clean : clean.replace(/(?<!\\)\\+0+/g, '');
}

function checkScheme(scheme: string, allowed: readonly string[]): string {
  const plain = wpKsesNoNull(wpKsesDecodeEntities(scheme).replace(new RegExp(`[${WS}]`, 'g'), '')).toLowerCase();
  return allowed.some((protocol) => protocol.toLowerCase() === plain) ? `${plain}:` : '';
}

function removeScheme(text: string, allowed: readonly string[], count = 1): string {
  const withSemicolons = text.replace(/(&#0*58(?![;0-9])|&#x0*3a(?![;a-f0-9]))/gi, '$1;');
  const colon = /:|&#0*58;|&#x0*3a;|&colon;/i.exec(withSemicolons);
  if (!colon) return withSemicolons;
  const before = withSemicolons.slice(0, colon.index);
  if (/\/\?/.test(before)) return withSemicolons;
  let rest = trim(withSemicolons.slice(colon.index + colon[0].length));
  const scheme = checkScheme(before, allowed);
  if (scheme === 'feed:') {
    if (count > 2) return '';
    rest = removeScheme(rest, allowed, count + 1);
    if (rest === '' || rest === '0') return rest;
  }
  return scheme + rest;
}

/**
 * Removes disallowed schemes from the start of a URL (`wp_kses_bad_protocol`).
 * @since 0.1.0
 */
export function wpKsesBadProtocol(text: string, allowed: readonly string[]): string {
  let current = wpKsesNoNull(text);
  if (
    (current.startsWith('https://') && allowed.includes('https')) ||
    (current.startsWith('http://') && allowed.includes('http'))
  )
    return current;
  for (let round = 0; round < 6; round++) {
    const next = removeScheme(current, allowed);
    if (next === current) return current;
    current = next;
  }
  return removeScheme(current, allowed) === current ? current : '';
}
