import type { IncomingMessage } from 'node:http';
import { isReading, noteAsked, noteOnce } from '../context/track-dependencies.js';

/** The cookies of a request, by name; of two with the same name the first counts. */
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

/** What a request says about something that a page asked of another: `cookie seen`, `header user-agent`. */
export function valueAsked(request: IncomingMessage, what: string): string {
  const [kind, name = ''] = what.split(' ', 2);
  if (kind === 'cookie') return readCookies(request.headers.cookie ?? '')[name] ?? '';
  return String(request.headers[name] ?? '');
}

/** The cookies of a request for a page, which notes those that are asked for. */
export function notedCookies(request: IncomingMessage): Readonly<Record<string, string>> {
  const cookies = readCookies(request.headers.cookie ?? '');
  if (!isReading()) return cookies;
  const note = (name: string | symbol): void => {
    if (typeof name === 'string') noteAsked(`cookie ${name}`, cookies[name] ?? '');
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
      noteOnce('it looks at all cookies');
      return Reflect.ownKeys(own);
    },
  });
}

/** A header of a request for a page, noted. */
export function notedHeader(request: IncomingMessage, name: string): string | undefined {
  const given = request.headers[name.toLowerCase()];
  const value = Array.isArray(given) ? given.join(', ') : given;
  noteAsked(`header ${name.toLowerCase()}`, value ?? '');
  return value;
}
