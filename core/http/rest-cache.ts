import type { Request, RequestHandler, Response } from 'express';
import type { RestCacheOptions } from '../api/index.js';
import { forbidsCaching, IDENTITY, sendCached, sharedHeaders, utf8Bytes } from '../cache/cached-response.js';
import { createResponseCache, type ResponseBuild, type ResponseCacheDeps } from '../cache/response-cache.js';
import { readAhead } from './body.js';
import { isPlain, keyOf, mayPass } from './cacheable-call.js';
import { CACHE_HEADER, isPersonalResponse } from './caching-headers.js';
import { requestId } from './request-target.js';
import { requestProperty } from './vary.js';

/**
 * The response cache's policy for the REST API: responses to anonymous visitors, of endpoints that allow it, one for
 * each request body.
 */
export interface RestCache {
  /** Answers with a cached response; runs before any expensive work. */
  readonly serveCached: RequestHandler;
  /**
   * Tracks a response's dependencies while it is made, if its endpoint allows caching.
   * @param route without `/wp-json`
   */
  trackDependencies<T>(request: Request, response: Response, route: string, make: () => Promise<T>): Promise<T>;
  /**
   * Caches a response that is about to be sent, with status and headers set, if it is not personal.
   * @returns the body to send
   */
  store(request: Request, response: Response, body: string | Buffer): string | Buffer;
}

export interface RestCacheDeps extends ResponseCacheDeps {
  /** Whether responses may be cached now. */
  isOn(): boolean;
  /** Whether a plugin listens to one of these hooks. */
  hasListeners(names: readonly string[]): boolean;
  /** The language that the request itself asks for; empty for the site's. */
  localeOf(request: Request): string;
  /** Cookies of logged-in users and of visitors with a cart. */
  readonly sessionCookies: readonly string[];
  /** Returns the caching options of a route's endpoint; undefined when it has none. */
  cacheOptionsOf(method: string, route: string): RestCacheOptions | undefined;
  readonly trustProxy: number;
}

const PREFIX = '/wp-json';
/** Properties of the request that are part of the key. */
const IN_KEY: ReadonlySet<string> = new Set(['header content-type', 'header origin', 'header host']);

export function createRestCache(deps: RestCacheDeps): RestCache {
  const cache = createResponseCache(deps);
  /** Paths with cached responses: requests to others are not inspected. */
  const paths = new Set<string>();
  /** The tracked dependencies of each response that is being made and may be cached. */
  const buildOfResponse = new WeakMap<Response, ResponseBuild>();
  /** The cache key of each plain call that was looked up. */
  const keyOfRequest = new WeakMap<Request, string>();

  /** Returns the caching options for a call; undefined when its response must not be cached. */
  function optionsFor({ originalUrl }: Request): RestCacheOptions | undefined {
    const options = deps.cacheOptionsOf('POST', originalUrl.slice(PREFIX.length));
    return options && mayPass(deps, options) ? options : undefined;
  }

  /** Sends a cached response; false when there is none, or the endpoint wants to make it again. */
  async function serve(request: Request, response: Response, body: Buffer): Promise<boolean> {
    const key = keyOf(deps, request, body);
    keyOfRequest.set(request, key);
    const cached = await cache.find(key, requestProperty(request));
    const options = cached && optionsFor(request);
    if (!cached || !options) return false;
    const call = {
      body: body.toString('utf8'),
      clientIp: request.ip ?? '',
      header: (name: string) => String(request.headers[name.toLowerCase()] ?? ''),
    };
    if (options.onHit && !(await options.onHit(call))) return false;
    await sendCached(request, response, cached, [
      'X-Request-Id',
      requestId(request, deps.trustProxy),
      CACHE_HEADER,
      'hit',
    ]);
    return true;
  }

  return {
    serveCached(request, response, next) {
      if (request.method !== 'POST' || !paths.has(request.originalUrl) || !isPlain(deps, request)) return next();
      readAhead(request, (body) => {
        serve(request, response, body).then((isServed) => {
          if (!isServed) next();
        }, next);
      });
    },

    trackDependencies(request, response, route, make) {
      const key = keyOfRequest.get(request);
      const isCall = request.method === 'POST' && request.originalUrl === `${PREFIX}${route}`;
      if (!isCall || (key === undefined && !isPlain(deps, request)) || !optionsFor(request)) return make();
      if (key === undefined) {
        paths.add(request.originalUrl);
        return make();
      }
      return cache.build(key, (build) => {
        if (build) buildOfResponse.set(response, build);
        return make();
      });
    },

    store(request, response, body) {
      const build = buildOfResponse.get(response);
      if (!build || response.statusCode !== 200 || isPersonalResponse(response) || forbidsCaching(response))
        return body;
      const isInKey = [...build.dependencies.requestProperties.keys()].every((name) => IN_KEY.has(name));
      if (!isInKey || !optionsFor(request)) return body;
      build.dependencies.requestProperties.clear();
      const headers = [...sharedHeaders(response), 'Vary', variesBy(response)];
      const bytes = typeof body === 'string' ? utf8Bytes(body) : body;
      const cached = cache.store(build, { status: 200, headers, body: bytes }, requestProperty(request));
      if (cached) response.setHeader(CACHE_HEADER, 'miss');
      return cached?.bodies.get(IDENTITY) ?? body;
    },
  };
}

/** Returns what a response varies by, as set by the whole middleware chain. */
function variesBy(response: Response): string {
  const names = String(response.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.toLowerCase() !== 'accept-encoding');
  return ['Accept-Encoding', ...names].join(', ');
}
