import type { Request, Response } from 'express';
import onHeaders from 'on-headers';
import { currentContext } from '../context/index.js';
import type { Dependencies } from '../context/dependencies.js';
import { openSession } from './running-session.js';

/** Says whether a response came from the cache: `hit`, `miss` or `off`. */
export const CACHE_HEADER = 'X-Plinth-Cache';
const PRIVATE = 'private, no-store';
const HEADER = 'header ';

/** Returns the request headers a response depends on, from what was read of the request while it was made. */
export function varyHeaders(requestProperties: Iterable<string>): string[] {
  return [...requestProperties].flatMap((property) =>
    property.startsWith(HEADER) ? [property.slice(HEADER.length)] : [],
  );
}

/**
 * Whether a request by itself indicates a personal response.
 * @param sessionCookies names of cookies
 */
export function isPersonalRequest({ method, headers }: Request, sessionCookies: readonly string[]): boolean {
  return (
    (method !== 'GET' && method !== 'HEAD') ||
    headers.authorization !== undefined ||
    sessionCookies.some((name) => headers.cookie?.includes(name))
  );
}

/** Whether a response was made for a person: a logged-in user, or a visitor with a session. */
export function isPersonalResponse(response: Response): boolean {
  return (
    (currentContext()?.userId ?? 0) > 0 || openSession(response.req) !== undefined || response.hasHeader('Set-Cookie')
  );
}

/**
 * Sets the caching headers of a response, whichever handler makes it: a personal response is not cached at all,
 * everything else varies by cookie.
 * @param dependencies dependency tracking of the response; undefined when the request is personal by itself
 */
export function setCacheHeaders(response: Response, dependencies: Dependencies | undefined): void {
  const isForOne = (): boolean =>
    dependencies === undefined || dependencies.bypassReason !== '' || isPersonalResponse(response);
  onHeaders(response, () => {
    const cacheControl = String(response.getHeader('Cache-Control') ?? '');
    if (isForOne() && (cacheControl === '' || isDocument(response))) {
      if (!/no-store/i.test(cacheControl) || cacheControl === 'no-store') response.setHeader('Cache-Control', PRIVATE);
    } else if (!/no-store/i.test(cacheControl)) {
      response.vary(['Cookie', ...varyHeaders(dependencies?.requestProperties.keys() ?? [])].join(', '));
    }
  });
}

/** A `Cache-Control` that lets caches store a response. */
const CACHEABLE = /\b(?:public|s-maxage|max-age=[1-9])/;

/**
 * Sets the caching headers of a REST response: one for a person is not stored, unless the route decides. One that caches
 * may store varies by what identifies a person; others have WordPress's headers.
 */
export function setRestCacheHeaders(request: Request, response: Response): void {
  if (request.headers.authorization === undefined && !isPersonalResponse(response)) {
    if (CACHEABLE.test(String(response.getHeader('Cache-Control')))) response.vary('Cookie, Authorization');
    return;
  }
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', PRIVATE);
}

/** Whether the response is a whole page: its layout shows the logged-in user and the cart. */
function isDocument(response: Response): boolean {
  return String(response.getHeader('Content-Type') ?? '').startsWith('text/html');
}
