import { isPublicAddress } from '../../network/private-address.js';
import { isNumeric } from '../php/numeric.js';
import { wpKsesBadProtocol } from '../kses/protocol.js';
import { parseUrl } from '../php/parse-url.js';
import { asciiLower, trim } from '../php/text.js';

interface HttpUrlRules {
  homeUrl: string;
  /** Returns the IPv4 address of a hostname; undefined if it has none. */
  resolveHost: (host: string) => string | undefined;
  /** Whether requests to a local address are allowed (`http_request_host_is_external`). */
  isExternal: (host: string, url: string) => boolean;
  allowedPorts: (host: string, url: string) => readonly number[];
}

const IPV4 = /^(?:(?:[1-9]?\d|1\d\d|25[0-5]|2[0-4]\d)\.){3}(?:[1-9]?\d|1\d\d|25[0-5]|2[0-4]\d)$/;

/** Whether requests to a host are allowed: its address is public, or explicitly allowed. */
function isHostAllowed(host: string, url: string, { resolveHost, isExternal }: HttpUrlRules): boolean {
  const ip = IPV4.test(host) ? host : resolveHost(host);
  return ip !== undefined && (isPublicAddress(ip) || isExternal(host, url));
}

/** Returns the URL if a server may request it safely; otherwise false (`wp_http_validate_url`). */
export function validateHttpUrl(original: unknown, rules: HttpUrlRules): string | false {
  if (typeof original !== 'string' || original === '' || isNumeric(original)) return false;
  const url = wpKsesBadProtocol(original, ['http', 'https']);
  if (url === '' || asciiLower(url) !== asciiLower(original)) return false;
  const parts = parseUrl(url);
  if (!parts?.host || parts.user !== undefined || parts.pass !== undefined || /[:#?[\]]/.test(parts.host)) return false;
  const home = parseUrl(rules.homeUrl);
  const isSameHost = home?.host !== undefined && asciiLower(home.host) === asciiLower(parts.host);
  const host = trim(parts.host, '.');
  if (!isSameHost && !isHostAllowed(host, url, rules)) return false;
  if (!parts.port || rules.allowedPorts(host, url).includes(parts.port)) return url;
  return isSameHost && home?.port === parts.port ? url : false;
}
