import type { IncomingMessage } from 'node:http';
import type { PropertyReader } from '../cache/response-cache.js';
import { isTracking, dependOnRequest, bypassCaching } from '../cache/index.js';

/** Parses a request's cookies by name; the first of two with the same name counts. */
function readCookies(header: string): Record<string, string> {
  const cookies: [string, string][] = [];
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0) cookies.push([part.slice(0, equals).trim(), decodeCookie(part.slice(equals + 1).trim())]);
  }
  return Object.fromEntries(cookies.reverse());
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Returns the reader of a request's properties that a page made for another request may depend on: `cookie seen`, `header
 * user-agent`.
 */
export const requestProperty =
  (request: IncomingMessage): PropertyReader =>
  (property) => {
    const [kind, name = ''] = property.split(' ', 2);
    if (kind === 'cookie') return readCookies(request.headers.cookie ?? '')[name] ?? '';
    return String(request.headers[name] ?? '');
  };

/** Returns the cookies of a page request; each one read is recorded as a dependency. */
export function trackedCookies(request: IncomingMessage): Readonly<Record<string, string>> {
  const cookies = readCookies(request.headers.cookie ?? '');
  if (!isTracking()) return cookies;
  const note = (name: string | symbol): void => {
    if (typeof name === 'string') dependOnRequest(`cookie ${name}`, cookies[name] ?? '');
  };
  return new Proxy(cookies, {
    get(own, name) {
      note(name);
      return Reflect.get(own, name) as unknown;
    },
    has(own, name) {
      note(name);
      return Reflect.has(own, name);
    },
    ownKeys(own) {
      bypassCaching('it reads all cookies');
      return Reflect.ownKeys(own);
    },
  });
}

/** Returns a header of a page request and records it as a dependency. */
export function trackedHeader(request: IncomingMessage, name: string): string | undefined {
  const header = request.headers[name.toLowerCase()];
  const value = Array.isArray(header) ? header.join(', ') : header;
  dependOnRequest(`header ${name.toLowerCase()}`, value ?? '');
  return value;
}
