import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type Reply, type SentPage } from '../api/index.js';
import type { Handler } from './app.js';
import { isPersonal, setCacheHeaders } from './caching-headers.js';
import { areVersionsKnown, type PageBuild, pageOf } from './page-builder.js';
import { bodyIn, encodingFor, IDENTITY, isFresh, type CachedPage } from '../cache/cached-response.js';
import { type CacheableRequest, createPageStore } from '../cache/response-store.js';
import { requestId } from './request-target.js';
import { sendReply } from './send-reply.js';
import { stopTracking, startTracking, type TableVersions } from '../cache/index.js';

/** Page cache for visitors without a cart or login: a page is sent again while its dependencies are unchanged. */
export interface PageCache {
  /** Answers with a cached page; runs before any expensive work. */
  readonly serveCached: RequestHandler;
  /** Tracks a page's dependencies while it is made. */
  trackDependencies(pages: Handler): Handler;
  /** Sends a finished reply, and caches it if it is not personal. */
  readonly sendReply: (response: Response, reply: Exclude<Reply, { kind: 'page' }>, siteUrl: string) => Promise<void>;
}

interface PageCacheDeps {
  readonly versions: Pick<TableVersions, 'refreshIfOlderThan' | 'get' | 'snapshot'>;
  /** Milliseconds for which table versions are not read again; 0: they are read for each page. */
  readonly maxAgeMs: number;
  /** Whether pages may be cached now. */
  isOn(): boolean;
  /** Changes with any state of this process that affects pages, such as the set of running plugins. */
  state(): number;
  /** The language that the request itself asks for; empty for the site's. */
  localeOf(request: Request): string;
  /** Cookies of logged-in users and of visitors with a cart. */
  readonly sessionCookies: readonly string[];
  /** Approximate size limit of the cache in bytes. */
  readonly bytes: number;
  readonly siteUrl: string;
  readonly trustProxy: number;
  /** Called for each page sent, cached or not; must be fast. */
  onSent?(page: SentPage): void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const HEADER = 'X-Plinth-Cache';
/** Milliseconds during which concurrent requests for an uncacheable page do not wait for each other. */
const ALONE_MS = 30_000;
const MAX_ALONE = 5000;
const VARY = 'Accept-Encoding, Accept-Language, Cookie';
/** URLs of files, the API and the owner's screens. */
const NO_PAGES = /^\/(?:wp-(?:json|content|includes|admin|login\.php)|healthz|readyz)|[?&]rest_route=/;
/** Maximum length of a cached URL, in characters. */
const LONGEST_KEY = 2000;
export function createPageCache(deps: PageCacheDeps): PageCache {
  const { versions } = deps;
  const store = createPageStore(deps);
  /** Pages being made, which concurrent requests wait for. */
  const making = new Map<string, Promise<void>>();
  /** URLs whose last page was personal. */
  const personalUrls = new LRUCache<string, true>({ max: MAX_ALONE, ttl: ALONE_MS });
  const cacheableRequests = new WeakMap<Response, CacheableRequest>();
  const makings = new WeakMap<Response, PageBuild>();
  /** Notifies waiting requests that the response is finished. */
  const finishCallbacks = new WeakMap<Response, () => void>();

  function reportSent({ method, originalUrl, headers }: Request, status: number, fromCache: boolean): void {
    if (method === 'GET' && !NO_PAGES.test(originalUrl))
      deps.onSent?.({
        address: originalUrl,
        status,
        fromCache,
        header: (name) => String(headers[name.toLowerCase()] ?? ''),
      });
  }

  async function send(request: Request, response: ServerResponse, page: CachedPage): Promise<void> {
    const vary = [VARY, ...page.varyHeaders].join(', ');
    const own = ['X-Request-Id', requestId(request, deps.trustProxy), HEADER, 'hit', 'Vary', vary, 'ETag', page.etag];
    if (isFresh(request.headers['if-none-match'], page.etag)) {
      response.writeHead(304, [...page.headers.slice(0, -2), ...own]).end();
      return;
    }
    const { encoding, body } = await bodyIn(page, encodingFor(request));
    if (encoding !== IDENTITY) own.push('Content-Encoding', encoding);
    response.writeHead(page.status, [...page.headers, ...own, 'Content-Length', String(body.length)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Records that a page is being made, until its response is sent. */
  function trackBuild(cacheable: CacheableRequest, response: Response): void {
    cacheableRequests.set(response, cacheable);
    if (personalUrls.has(cacheable.key) || making.has(cacheable.key)) return;
    const done = new Promise<void>((resolve) => {
      const finishBuild = (): void => {
        making.delete(cacheable.key);
        finishCallbacks.delete(response);
        resolve();
      };
      finishCallbacks.set(response, finishBuild);
      response.once('close', () => finishCallbacks.get(response)?.());
    });
    making.set(cacheable.key, done);
  }

  return {
    serveCached(request, response, next) {
      const cacheable = askedOf(deps, request);
      if (!cacheable) return next();
      const sendCached = (): boolean => {
        const page = store.find(cacheable);
        if (page)
          send(request, response, page)
            .then(() => reportSent(request, page.status, true))
            .catch(next);
        return page !== undefined;
      };
      const orMake = (): void => {
        trackBuild(cacheable, response);
        next();
      };
      const respond = async (): Promise<void> => {
        const other = making.get(cacheable.key);
        if (store.has(cacheable.key)) {
          // Without the database, whether the page is still valid is unknown.
          if (!(await areVersionsKnown(versions, deps.maxAgeMs))) return orMake();
          if (sendCached()) return;
        }
        if (other) {
          await other;
          if (sendCached()) return;
        }
        orMake();
      };
      respond().catch(next);
    },

    trackDependencies: (pages) => async (request, response) => {
      const cacheable = cacheableRequests.get(response);
      const reading = isPersonal(request, deps.sessionCookies) ? undefined : startTracking();
      response.setHeader(HEADER, 'off');
      setCacheHeaders(request, response, reading);
      if (!reading) return pages(request, response);
      if (cacheable)
        makings.set(response, {
          cacheable,
          dependencies: reading,
          snapshot: versions.snapshot(),
          state: deps.state(),
        });
      try {
        return await pages(request, response);
      } finally {
        stopTracking(reading);
      }
    },

    async sendReply(response, reply, site) {
      const making = makings.get(response);
      if (reply.kind === 'body') reportSent(response.req, reply.status ?? 200, false);
      if (!making) return sendReply(response, reply, site);
      const page = pageOf(deps, making, response, reply);
      if (page) {
        store.set(making.cacheable, [...making.dependencies.requestProperties.keys()].sort(), page);
        personalUrls.delete(making.cacheable.key);
      } else personalUrls.set(making.cacheable.key, true);
      finishCallbacks.get(response)?.();
      const body = page?.bodies.get(IDENTITY);
      if (!page || !body || reply.kind !== 'body') return sendReply(response, reply, site);
      response.setHeader(HEADER, 'miss');
      response.setHeader('ETag', page.etag);
      if (!isFresh(making.cacheable.request.headers['if-none-match'], page.etag))
        return sendReply(response, { ...reply, body }, site);
      response.removeHeader('Content-Type');
      response.status(304).end();
    },
  };
}

/** Returns a cacheable page request; undefined for every other request. */
function askedOf(deps: PageCacheDeps, request: Request): CacheableRequest | undefined {
  const { headers, originalUrl } = request;
  if (
    NO_PAGES.test(originalUrl) ||
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > 0
  )
    return undefined;
  if (
    isPersonal(request, deps.sessionCookies) ||
    headers.range !== undefined ||
    originalUrl.length > LONGEST_KEY ||
    !deps.isOn()
  )
    return undefined;
  return { key: `${headers.host ?? ''} ${deps.localeOf(request)} ${originalUrl}`, request };
}
