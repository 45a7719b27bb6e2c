import type { Request, RequestHandler, Response } from 'express';
import type { Reply, SentPage } from '../api/index.js';
import {
  type CachedResponse,
  forbidsCaching,
  IDENTITY,
  isFresh,
  sendCached,
  sharedHeaders,
  utf8Bytes,
} from '../cache/cached-response.js';
import {
  createResponseCache,
  type FinishedResponse,
  type ResponseBuild,
  type ResponseCacheDeps,
} from '../cache/response-cache.js';
import type { Handler } from './handler.js';
import {
  CACHE_HEADER,
  isPersonalRequest,
  isPersonalResponse,
  setCacheHeaders,
  varyHeaders,
} from './caching-headers.js';
import { createConcurrentPages } from './concurrent-pages.js';
import { cachedPolicy } from './csp-hashes.js';
import { requestId } from './request-target.js';
import { cspNonce } from './security.js';
import { sendReply } from './send-reply.js';
import { requestProperty } from './vary.js';

type FinalReply = Exclude<Reply, { kind: 'page' }>;

/** The response cache's policy for pages: one for all visitors without a cart or login. */
export interface PageCache {
  /** Answers with a cached page; runs before any expensive work. */
  readonly serveCached: RequestHandler;
  /** Tracks a page's dependencies while it is made. */
  trackDependencies(pages: Handler): Handler;
  /** Sends a finished reply, and caches it if it is not personal. */
  readonly sendReply: (response: Response, reply: FinalReply, siteUrl: string) => Promise<void>;
}

export interface PageCacheDeps extends ResponseCacheDeps {
  /** Whether pages may be cached now. */
  isOn(): boolean;
  /** The language that the request itself asks for; empty for the site's. */
  localeOf(request: Request): string;
  /** Cookies of logged-in users and of visitors with a cart. */
  readonly sessionCookies: readonly string[];
  readonly siteUrl: string;
  readonly trustProxy: number;
  /** Called for each page sent, cached or not; must be fast. */
  onSent?(page: SentPage): void;
}

const VARY = ['Accept-Encoding', 'Accept-Language', 'Cookie'];
/** URLs of files, the API and the owner's screens. */
const NO_PAGES = /^\/(?:wp-(?:json|content|includes|admin|login\.php)|healthz|readyz)|[?&]rest_route=/;
/** Maximum length of a cached URL, in characters. */
const MAX_URL = 2000;

export function createPageCache(deps: PageCacheDeps): PageCache {
  const cache = createResponseCache(deps);
  const concurrent = createConcurrentPages();
  // What a step of the request leaves for a later one: `serveCached` finds out that a page is cacheable but not cached,
  // `trackDependencies` starts to track it, and `sendReply` caches it.
  /** The cache key of each response whose page is not cached yet and may be. */
  const keyOfResponse = new WeakMap<Response, string>();
  /** The tracked dependencies of each such response while its page is made. */
  const buildOfResponse = new WeakMap<Response, ResponseBuild>();

  function reportSent({ method, originalUrl, headers }: Request, status: number, fromCache: boolean): void {
    if (method === 'GET' && !NO_PAGES.test(originalUrl))
      deps.onSent?.({
        pathAndQuery: originalUrl,
        status,
        fromCache,
        header: (name) => String(headers[name.toLowerCase()] ?? ''),
      });
  }

  async function send(request: Request, response: Response, page: CachedResponse): Promise<void> {
    const vary = [...VARY, ...varyHeaders(page.requestProperties)].join(', ');
    const id = requestId(request, deps.trustProxy);
    const own = ['X-Request-Id', id, CACHE_HEADER, 'hit', 'Vary', vary, 'ETag', page.etag];
    if (isFresh(request.headers['if-none-match'], page.etag))
      response.writeHead(304, [...withoutContentType(page.headers), ...own]).end();
    else await sendCached(request, response, page, own);
    reportSent(request, page.status, true);
  }

  /** Returns the cached page, after waiting for a concurrent request that makes it. */
  async function findOrWait(key: string, request: Request): Promise<CachedResponse | undefined> {
    const property = requestProperty(request);
    const pending = concurrent.wait(key);
    const page = await cache.find(key, property);
    if (page || !pending) return page;
    await pending;
    return cache.find(key, property);
  }

  return {
    serveCached(request, response, next) {
      const key = keyOf(deps, request);
      if (key === undefined) return next();
      const respond = async (): Promise<void> => {
        const page = await findOrWait(key, request);
        if (page) return send(request, response, page);
        keyOfResponse.set(response, key);
        concurrent.start(key, response);
        next();
      };
      respond().catch(next);
    },

    trackDependencies: (pages) => (request, response) => {
      response.setHeader(CACHE_HEADER, 'off');
      if (isPersonalRequest(request, deps.sessionCookies)) {
        setCacheHeaders(response, undefined);
        return pages(request, response);
      }
      return cache.build(keyOfResponse.get(response) ?? '', (build) => {
        setCacheHeaders(response, build?.dependencies);
        if (build && build.key !== '') buildOfResponse.set(response, build);
        return pages(request, response);
      });
    },

    async sendReply(response, reply, siteUrl) {
      const { req: request } = response;
      const build = buildOfResponse.get(response);
      if (reply.kind === 'body') reportSent(request, reply.status ?? 200, false);
      if (!build) return sendReply(response, reply, siteUrl);
      const shared = build.dependencies.bypassReason === '' ? sharedPage(response, reply, deps.siteUrl) : undefined;
      const page = shared && cache.store(build, shared, requestProperty(request));
      concurrent.finish(build.key, response, page !== undefined);
      const body = page?.bodies.get(IDENTITY);
      if (!page || !body || reply.kind !== 'body') return sendReply(response, reply, siteUrl);
      response.setHeader('Content-Security-Policy', shared.policy);
      response.setHeader(CACHE_HEADER, 'miss');
      response.setHeader('ETag', page.etag);
      if (!isFresh(request.headers['if-none-match'], page.etag))
        return sendReply(response, { ...reply, body }, siteUrl);
      response.removeHeader('Content-Type');
      response.status(304).end();
    },
  };
}

/** Returns the key of a page that may be cached; undefined for every other request. */
function keyOf(deps: PageCacheDeps, request: Request): string | undefined {
  const { headers, originalUrl } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (NO_PAGES.test(originalUrl) || hasBody || headers.range !== undefined || originalUrl.length > MAX_URL)
    return undefined;
  if (isPersonalRequest(request, deps.sessionCookies) || !deps.isOn()) return undefined;
  return `${headers.host ?? ''} ${deps.localeOf(request)} ${originalUrl}`;
}

/** Returns a finished page as it may be sent to every visitor; undefined when it is personal. */
function sharedPage(
  response: Response,
  reply: FinalReply,
  siteUrl: string,
): (FinishedResponse & { readonly policy: string }) | undefined {
  const { status = 200 } = reply;
  if (response.req.method !== 'GET' || reply.kind !== 'body' || status !== 200 || (reply.cookies ?? []).length > 0)
    return undefined;
  if (isPersonalResponse(response) || (typeof reply.body !== 'string' && !Buffer.isBuffer(reply.body)))
    return undefined;
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  response.setHeader('Content-Type', reply.type);
  if (forbidsCaching(response)) return undefined;
  const nonceless = cachedPolicy(
    String(response.getHeader('content-security-policy') ?? ''),
    cspNonce(response),
    reply.body.toString(),
    siteUrl,
  );
  if (!nonceless) return undefined;
  response.removeHeader('ETag');
  const { policy, html } = nonceless;
  return {
    status,
    headers: sharedHeaders(response, { 'content-security-policy': policy }),
    body: utf8Bytes(html),
    policy,
  };
}

/** A response without a body has no content type (RFC 9110, 15.4.5). */
function withoutContentType(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-type');
}
