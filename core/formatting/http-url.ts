import { isNumeric } from './php/numeric.js';
import { wpKsesBadProtocol } from './kses/protocol.js';
import { parseUrl } from './php/parse-url.js';
import { asciiLower, trim } from './php/text.js';

export interface HttpUrlRules {
  homeUrl: string;
  /** The IPv4 address of a host name; undefined when it has none. */
  resolveHost: (host: string) => string | undefined;
  /** Whether a local address may be asked anyway. */
  isExternal: (host: string, url: string) => boolean;
  allowedPorts: (host: string, url: string) => readonly number[];
}

const IPV4 = /^(?:(?:[1-9]?\d|1\d\d|25[0-5]|2[0-4]\d)\.){3}(?:[1-9]?\d|1\d\d|25[0-5]|2[0-4]\d)$/;

function isLocal(ip: string): boolean {
  const [a = 0, b = 0] = ip.split('.').map(Number);
  return a === 127 || a === 10 || a === 0 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168);
}

/** The address when a server may safely be asked for it, else false (`wp_http_validate_url`). */
export function validateHttpUrl(original: unknown, rules: HttpUrlRules): string | false {
  if (typeof original !== 'string' || original === '' || isNumeric(original)) return false;
  const url = wpKsesBadProtocol(original, ['http', 'https']);
  if (url === '' || asciiLower(url) !== asciiLower(original)) return false;
  const parts = parseUrl(url);
  if (!parts?.host || parts.user !== undefined || parts.pass !== undefined || /[:#?[\]]/.test(parts.host)) return false;
  const home = parseUrl(rules.homeUrl);
  const same = home?.host !== undefined && asciiLower(home.host) === asciiLower(parts.host);
  const host = trim(parts.host, '.');
  if (!same) {
    const ip = IPV4.test(host) ? host : rules.resolveHost(host);
    if (ip === undefined) return false;
    if (isLocal(ip) && !rules.isExternal(host, url)) return false;
  }
  if (!parts.port || rules.allowedPorts(host, url).includes(parts.port)) return url;
  return same && home?.port === parts.port ? url : false;
}
