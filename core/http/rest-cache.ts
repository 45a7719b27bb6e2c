import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { RestCacheOptions } from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Dependencies } from '../context/dependencies.js';
import { bodyIn, encodingFor, IDENTITY, type CachedPage, utf8Bytes } from '../cache/cached-response.js';
import { areVersionsKnown, stampsOf } from './page-builder.js';
import { isPlain, keyOf, mayPass } from './cacheable-call.js';
import { readAhead } from './body.js';
import { requestId } from './request-target.js';
import { openSession } from './session.js';
import { stopTracking, startTracking, type TableVersions } from '../cache/index.js';

/**
 * Cache of API responses for anonymous visitors: a response is sent again for the same request while its dependencies
 * are unchanged.
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

export interface RestCacheDeps {
  readonly versions: Pick<TableVersions, 'refreshIfOlderThan' | 'get' | 'snapshot'>;
  /** Milliseconds for which table versions are not read again; 0: they are read for each response. */
  readonly maxAgeMs: number;
  /** Whether responses may be cached now. */
  isOn(): boolean;
  /** Whether a plugin listens to one of these hooks. */
  hasListeners(names: readonly string[]): boolean;
  /**
   * Changes with any state of this process that affects responses, such as which plugins run and which hooks they
   * listen to.
   */
  state(): number;
  /** The language that the request itself asks for; empty for the site's. */
  localeOf(request: Request): string;
  /** Cookies of logged-in users and of visitors with a cart. */
  readonly sessionCookies: readonly string[];
  /** Returns the caching options of a route's endpoint; undefined when it has none. */
  cacheOptionsOf(method: string, route: string): RestCacheOptions | undefined;
  /** Approximate size limit of the cache in bytes. */
  readonly bytes: number;
  readonly trustProxy: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A cached response, with its endpoint's caching options. */
interface CachedAnswer extends Omit<CachedPage, 'etag'> {
  readonly cacheOptions: RestCacheOptions;
}

interface ResponseBuild {
  readonly key: string;
  readonly cacheOptions: RestCacheOptions;
  readonly dependencies: Dependencies;
  readonly snapshot: (name: string) => number | undefined;
  readonly state: number;
}

const PREFIX = '/wp-json';
const HEADER = 'X-Plinth-Cache';
/**
 * Milliseconds after which a response is made again in any case: its content may depend on the time without declaring
 * so.
 */
const LONGEST_MS = 600_000;
/** Properties of the request that are part of the key. */
const IN_KEY: ReadonlySet<string> = new Set(['header content-type', 'header origin', 'header host']);
/** Headers that belong to a single response. */
const OWN: ReadonlySet<string> = new Set([
  'x-request-id',
  'x-plinth-cache',
  'date',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'server-timing',
  'vary',
]);

export function createRestCache(deps: RestCacheDeps): RestCache {
  const { versions, now = Date.now } = deps;
  const cachedResponses = new LRUCache<string, CachedAnswer>({
    maxSize: deps.bytes,
    maxEntrySize: deps.bytes / 8,
    sizeCalculation: sizeOf,
  });
  /** Paths with cached responses: requests to others are not inspected. */
  const addresses = new Set<string>();
  const makings = new WeakMap<Response, ResponseBuild>();
  /** Keys of plain calls that were looked up. */
  const keys = new WeakMap<Request, string>();

  function holds({ expiresAt, state, tableVersions }: CachedAnswer): boolean {
    return (
      expiresAt > now() &&
      state === deps.state() &&
      tableVersions.every(([name, generation]) => versions.get(name) === generation)
    );
  }

  /** Returns the response to a call and reports it to the counter. */
  async function find(request: Request, body: Buffer): Promise<CachedAnswer | undefined> {
    const key = keyOf(deps, request, body);
    keys.set(request, key);
    const cached = cachedResponses.get(key);
    if (!cached) return undefined;
    if (!holds(cached)) {
      cachedResponses.delete(key);
      return undefined;
    }
    const { onHit: mayReuse } = cached.cacheOptions;
    if (!mayPass(deps, cached.cacheOptions)) return undefined;
    const cacheRequest = {
      body: body.toString('utf8'),
      clientIp: request.ip ?? '',
      header: (name: string) => String(request.headers[name.toLowerCase()] ?? ''),
    };
    return mayReuse === undefined || (await mayReuse(cacheRequest)) ? cached : undefined;
  }

  async function send(request: Request, response: Response, cached: CachedAnswer): Promise<void> {
    const { encoding, body } = await bodyIn(cached, encodingFor(request));
    const own = [
      'X-Request-Id',
      requestId(request, deps.trustProxy),
      HEADER,
      'hit',
      'Content-Length',
      String(body.length),
      ...(encoding === IDENTITY ? [] : ['Content-Encoding', encoding]),
    ];
    response.writeHead(cached.status, [...cached.headers, ...own]).end(body);
  }

  return {
    serveCached(request, response, next) {
      if (request.method !== 'POST' || !addresses.has(request.originalUrl) || !isPlain(deps, request)) return next();
      readAhead(request, (body) => {
        const sendCached = async (): Promise<void> => {
          // Without the database, whether the response is still valid is unknown.
          const cached = (await areVersionsKnown(versions, deps.maxAgeMs)) ? await find(request, body) : undefined;
          if (cached) await send(request, response, cached);
          else next();
        };
        sendCached().catch(next);
      });
    },

    trackDependencies(request, response, route, make) {
      const key = keys.get(request);
      const cacheOptions =
        request.method === 'POST' &&
        request.originalUrl === `${PREFIX}${route}` &&
        (key !== undefined || isPlain(deps, request))
          ? deps.cacheOptionsOf('POST', route)
          : undefined;
      if (cacheOptions && key === undefined) addresses.add(request.originalUrl);
      const reading = cacheOptions && key !== undefined && mayPass(deps, cacheOptions) ? startTracking() : undefined;
      if (!cacheOptions || key === undefined || !reading) return make();
      makings.set(response, {
        key,
        cacheOptions,
        dependencies: reading,
        snapshot: versions.snapshot(),
        state: deps.state(),
      });
      return make().finally(() => stopTracking(reading));
    },

    store(request, response, body) {
      const making = makings.get(response);
      const cached = making && answerOf(deps, making, request, response, body);
      if (!making || !cached) return body;
      cachedResponses.set(making.key, cached);
      response.setHeader(HEADER, 'miss');
      return cached.bodies.get(IDENTITY) ?? body;
    },
  };
}

/** Returns a finished response in cacheable form; undefined when it is personal. */
function answerOf(
  deps: RestCacheDeps,
  making: ResponseBuild,
  request: Request,
  response: Response,
  body: string | Buffer,
): CachedAnswer | undefined {
  const { now = Date.now } = deps;
  const { cacheOptions, dependencies, state } = making;
  if (
    response.statusCode !== 200 ||
    dependencies.bypassReason !== '' ||
    dependencies.expiresAt <= now() ||
    state !== deps.state() ||
    [...dependencies.requestProperties.keys()].some((what) => !IN_KEY.has(what))
  )
    return undefined;
  if ((currentContext()?.userId ?? 0) > 0 || openSession(request) !== undefined || response.hasHeader('set-cookie'))
    return undefined;
  if (
    /no-store|no-cache|private|max-age=0/i.test(String(response.getHeader('cache-control') ?? '')) ||
    !mayPass(deps, cacheOptions)
  )
    return undefined;
  const stamps = stampsOf(deps, making);
  if (!stamps) return undefined;
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    OWN.has(name) || value === undefined ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  );
  return {
    status: 200,
    headers: [...headers, 'Vary', variesBy(response)],
    bodies: new Map([[IDENTITY, typeof body === 'string' ? utf8Bytes(body) : body]]),
    varyHeaders: [],
    tableVersions: stamps,
    expiresAt: Math.min(dependencies.expiresAt, now() + LONGEST_MS),
    state,
    cacheOptions,
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

/** Approximate memory in bytes: responses are also cached in two encodings. */
function sizeOf({ bodies, headers }: CachedAnswer, key: string): number {
  return 1024 + 2 * key.length + headers.length * 64 + Math.ceil((bodies.get(IDENTITY)?.length ?? 0) * 1.5);
}
