import type { UrlParts } from '../../api/index.js';
import { asciiLower } from './text.js';

const SCHEME = /^([a-zA-Z0-9+.-]+):/;

function parsePort(digits: string): number | undefined | false {
  if (digits === '') return undefined;
  if (!/^\d{1,5}$/.test(digits)) return false;
  const port = Number(digits);
  return port > 65535 ? false : port;
}

function parseAuthority(authority: string, parts: UrlParts): boolean {
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    const login = authority.slice(0, at);
    const colon = login.indexOf(':');
    parts.user = colon < 0 ? login : login.slice(0, colon);
    if (colon >= 0) parts.pass = login.slice(colon + 1);
  }
  const server = authority.slice(at + 1);
  const colon = server.startsWith('[')
    ? server.indexOf(':', Math.max(0, server.indexOf(']')))
    : server.lastIndexOf(':');
  if (colon >= 0) {
    const port = parsePort(server.slice(colon + 1));
    if (port === false) return false;
    if (port !== undefined) parts.port = port;
    parts.host = server.slice(0, colon);
  } else {
    parts.host = server;
  }
  return parts.host !== '';
}

/** Replaces control characters, which a URL must not contain. */
function replaceControlCharacters(text: string): string {
  return text.replace(/[\x00-\x1f\x7f]/g, '_');
}

/**
 * Splits a URL as WordPress does (`wp_parse_url`, based on PHP's `parse_url`). Relative URLs and `//host/path` are
 * supported. Undefined if the URL is severely malformed.
 * @since 0.1.0
 */
export function parseUrl(url: string): UrlParts | undefined {
  const parts: UrlParts = {};
  let rest = url;
  const hash = rest.indexOf('#');
  if (hash >= 0) {
    parts.fragment = replaceControlCharacters(rest.slice(hash + 1));
    rest = rest.slice(0, hash);
  }
  const questionMark = rest.indexOf('?');
  if (questionMark >= 0) {
    parts.query = replaceControlCharacters(rest.slice(questionMark + 1));
    rest = rest.slice(0, questionMark);
  }
  const scheme = SCHEME.exec(rest);
  let authority = rest.startsWith('//');
  if (scheme?.[1] !== undefined) {
    const afterScheme = rest.slice(scheme[0].length);
    // Digits are a port only if a path or nothing follows them.
    const port = /^\d{1,5}(\/|$)/.exec(afterScheme);
    if (port && (port[1] === '/' || (questionMark < 0 && hash < 0))) {
      const end = rest.indexOf('/');
      if (!parseAuthority(end < 0 ? rest : rest.slice(0, end), parts)) return undefined;
      if (end >= 0) parts.path = replaceControlCharacters(rest.slice(end));
      return parts;
    }
    parts.scheme = scheme[1];
    rest = afterScheme;
    authority = afterScheme.startsWith('//');
    if (authority && afterScheme.startsWith('///') && asciiLower(scheme[1]) === 'file') {
      parts.path = replaceControlCharacters(afterScheme.slice(2));
      return parts;
    }
  }
  if (authority) {
    rest = rest.slice(2);
    const end = rest.indexOf('/');
    if (!parseAuthority(replaceControlCharacters(end < 0 ? rest : rest.slice(0, end)), parts)) return undefined;
    rest = end < 0 ? '' : rest.slice(end);
  }
  if (rest !== '') parts.path = replaceControlCharacters(rest);
  return parts;
}
