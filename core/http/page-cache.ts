import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { andThen, type MaybePromise, type Reply, type SentPage } from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Reading } from '../context/reading.js';
import { endReading, startReading } from '../context/readings.js';
import type { Generations } from '../db/index.js';
import type { Handler } from './app.js';
import { bodyIn, encodingFor, etagOf, IDENTITY, isFresh, type KeptPage } from './kept-page.js';
import { keptPolicy } from './kept-policy.js';
import { requestId } from './request-id.js';
import { cspNonce } from './security.js';
import { sendReply } from './send-reply.js';
import { openSession } from './session.js';
import { utf8Bytes } from './utf8-bytes.js';
import { valueAsked } from './what-is-asked.js';

/** Pages for visitors without a cart or a sign-in, sent again as long as what they were made of is what it was. */
export interface PageCache {
  /** Answers with a page that is kept; comes before everything that costs something. */
  readonly lookUp: RequestHandler;
  /** Notes what a page is made of while it is made. */
  around(pages: Handler): Handler;
  /** Sends a finished reply, and keeps it when others may get the same. */
  readonly finish: (response: Response, reply: Exclude<Reply, { kind: 'page' }>, siteUrl: string) => Promise<void>;
}

interface PageCacheDeps {
  readonly generations: Pick<Generations, 'fresh' | 'of' | 'snapshot'>;
  /** Milliseconds for which the generations need not be read anew; 0: they are read for each page. */
  readonly freshMs: number;
  /** Whether pages may be kept now. */
  isOn(): boolean;
  /** Changes with whatever decides about pages in this process alone, such as which plugins run. */
  state(): number;
  /** The language that a request asks for by itself; empty for the site's. */
  localeOf(request: Request): string;
  /** The cookies of those who are signed in or have something in the cart. */
  readonly sessionCookies: readonly string[];
  /** How much is kept, roughly. */
  readonly bytes: number;
  readonly siteUrl: string;
  readonly trustProxy: number;
  /** Told of each page that goes out to somebody, kept or made; it must not take long. */
  sent?(page: SentPage): void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A request that a page may be kept for. */
interface Asked {
  /** Its address and language. */
  readonly key: string;
  readonly request: Request;
}

interface Making {
  readonly asked: Asked;
  readonly reading: Reading;
  readonly known: (name: string) => number | undefined;
  readonly state: number;
}

/** The pages of one address: what else of the request decides, and the page for each answer to that. */
interface Address {
  readonly asks: readonly string[];
  readonly pages: Map<string, KeptPage>;
}

const HEADER = 'X-Plinth-Cache';
/** Milliseconds after which a page is made anew in any case: something in it may depend on the time without saying so. */
const LONGEST_MS = 600_000;
/** Milliseconds for which those who ask for a page that could not be kept do not wait for each other. */
const ALONE_MS = 30_000;
const MOST_ALONE = 5000;
/** Addresses of files, the API and the owner's screens. */
const NO_PAGES = /^\/(?:wp-(?:json|content|includes|admin|login\.php)|healthz|readyz)|[?&]rest_route=/;
/** Characters of an address. */
const LONGEST_KEY = 2000;
/** What may be asked of a request besides, and how many pages of one address there may be for it. */
const MOST_ASKS = 8;
const MOST_PAGES = 20;
/** Headers that belong to one answer. */
const OWN: ReadonlySet<string> = new Set([
  'x-request-id',
  'x-plinth-cache',
  'date',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'server-timing',
  'vary',
  'etag',
  'content-type',
]);

export function createPageCache(deps: PageCacheDeps): PageCache {
  const { generations, siteUrl, now = Date.now } = deps;
  const addresses = new LRUCache<string, Address>({
    maxSize: deps.bytes,
    maxEntrySize: deps.bytes / 8,
    sizeCalculation: sizeOf,
  });
  /** Pages that are being made, which others wait for. */
  const making = new Map<string, Promise<void>>();
  /** Addresses of which the last page was for one visitor alone. */
  const alone = new LRUCache<string, true>({ max: MOST_ALONE, ttl: ALONE_MS });
  const asks = new WeakMap<Response, Asked>();
  const makings = new WeakMap<Response, Making>();
  /** Tells those who wait for an answer that it is made. */
  const settled = new WeakMap<Response, () => void>();
  const hasSession = (cookies = ''): boolean => deps.sessionCookies.some((name) => cookies.includes(name));

  function askedOf(request: Request): Asked | undefined {
    const { method, headers, originalUrl } = request;
    if (
      (method !== 'GET' && method !== 'HEAD') ||
      NO_PAGES.test(originalUrl) ||
      headers['transfer-encoding'] !== undefined ||
      Number(headers['content-length'] ?? 0) > 0
    )
      return undefined;
    if (
      headers.authorization !== undefined ||
      headers.range !== undefined ||
      hasSession(headers.cookie) ||
      originalUrl.length > LONGEST_KEY ||
      !deps.isOn()
    )
      return undefined;
    return { key: `${headers.host ?? ''} ${deps.localeOf(request)} ${originalUrl}`, request };
  }

  const variantOf = (names: readonly string[], request: Request): string =>
    JSON.stringify(names.map((name) => valueAsked(request, name)));

  function find({ key, request }: Asked): KeptPage | undefined {
    const address = addresses.get(key);
    const page = address?.pages.get(variantOf(address.asks, request));
    return page && holds(page) ? page : undefined;
  }

  function holds({ until, state, stamps }: KeptPage): boolean {
    return (
      until > now() &&
      state === deps.state() &&
      stamps.every(([name, generation]) => generations.of(name) === generation)
    );
  }

  function keep({ key, request }: Asked, asked: readonly string[], page: KeptPage): void {
    const before = addresses.peek(key);
    const same =
      before !== undefined &&
      before.asks.length === asked.length &&
      before.asks.every((name, index) => name === asked[index]);
    const pages = new Map(same ? [...before.pages].filter(([, one]) => holds(one)) : []);
    if (pages.size >= MOST_PAGES) pages.clear();
    pages.set(variantOf(asked, request), page);
    addresses.set(key, { asks: asked, pages });
    alone.delete(key);
  }

  /** The page of a finished reply, with what it takes for others to get the same; undefined when it is for one visitor alone. */
  function pageOf(
    { reading, known, state, asked: { request } }: Making,
    response: Response,
    { status = 200, ...reply }: Exclude<Reply, { kind: 'page' }>,
  ): KeptPage | undefined {
    if (request.method !== 'GET' || reply.kind !== 'body' || status !== 200 || (reply.cookies ?? []).length > 0)
      return undefined;
    if (
      reading.once !== '' ||
      reading.until <= now() ||
      reading.asked.size > MOST_ASKS ||
      (currentContext()?.userId ?? 0) > 0 ||
      openSession(request) !== undefined ||
      response.hasHeader('set-cookie')
    )
      return undefined;
    if (typeof reply.body !== 'string' && !Buffer.isBuffer(reply.body)) return undefined;
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
    response.setHeader('Content-Type', reply.type);
    if (/no-store|no-cache|private|max-age=0/i.test(String(response.getHeader('cache-control') ?? '')))
      return undefined;
    const stamps: [string, number][] = [];
    for (const name of new Set([...reading.generations, 'options'])) {
      const generation = known(name);
      if (generation === undefined || generations.of(name) !== generation) return undefined;
      stamps.push([name, generation]);
    }
    if (state !== deps.state()) return undefined;
    const nonceless = keptPolicy(
      String(response.getHeader('content-security-policy') ?? ''),
      cspNonce(response),
      reply.body.toString(),
      siteUrl,
    );
    if (!nonceless) return undefined;
    response.setHeader('Content-Security-Policy', nonceless.policy);
    const body = utf8Bytes(nonceless.html);
    const headers = Object.entries(response.getHeaders() as OutgoingHttpHeaders).flatMap(([name, value]) =>
      OWN.has(name) || value === undefined ? [] : [value].flat().flatMap((one) => [name, String(one)]),
    );
    headers.push('Content-Type', reply.type);
    return {
      status,
      headers,
      etag: etagOf(body),
      bodies: new Map([[IDENTITY, body]]),
      stamps,
      until: Math.min(reading.until, now() + LONGEST_MS),
      state,
    };
  }

  function tell({ method, originalUrl, headers }: Request, status: number, kept: boolean): void {
    if (method === 'GET' && !NO_PAGES.test(originalUrl))
      deps.sent?.({ address: originalUrl, status, kept, header: (name) => String(headers[name.toLowerCase()] ?? '') });
  }

  async function send(request: Request, response: ServerResponse, page: KeptPage): Promise<void> {
    const own = ['X-Request-Id', requestId(request, deps.trustProxy), HEADER, 'hit', 'Vary', VARY, 'ETag', page.etag];
    if (isFresh(request.headers['if-none-match'], page.etag)) {
      response.writeHead(304, [...page.headers.slice(0, -2), ...own]).end();
      return;
    }
    const { encoding, body } = await bodyIn(page, encodingFor(request));
    if (encoding !== IDENTITY) own.push('Content-Encoding', encoding);
    response.writeHead(page.status, [...page.headers, ...own, 'Content-Length', String(body.length)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Notes that a page is being made, until its answer is out. */
  function begin(asked: Asked, response: Response): void {
    asks.set(response, asked);
    if (alone.has(asked.key) || making.has(asked.key)) return;
    const done = new Promise<void>((resolve) => {
      const settle = (): void => {
        making.delete(asked.key);
        settled.delete(response);
        resolve();
      };
      settled.set(response, settle);
      response.once('close', () => settled.get(response)?.());
    });
    making.set(asked.key, done);
  }

  return {
    lookUp(request, response, next) {
      const asked = askedOf(request);
      if (!asked) return next();
      const answer = (): boolean => {
        const page = find(asked);
        if (page)
          send(request, response, page)
            .then(() => tell(request, page.status, true))
            .catch(next);
        return page !== undefined;
      };
      const orMake = (): void => {
        begin(asked, response);
        next();
      };
      if (addresses.has(asked.key)) {
        const other = making.get(asked.key);
        const seen = (): MaybePromise<void> => {
          if (answer()) return;
          return andThen(other, () => {
            if (!answer()) orMake();
          });
        };
        const known = generations.fresh(deps.freshMs);
        // Without the database nobody knows whether it still holds.
        if (known instanceof Promise) known.then(seen, orMake);
        else void seen();
        return;
      }
      const other = making.get(asked.key);
      if (!other) return orMake();
      void other.then(() => {
        if (!answer()) orMake();
      });
    },

    around: (pages) => async (request, response) => {
      const asked = asks.get(response);
      const reading = asked && startReading();
      response.setHeader(HEADER, 'off');
      if (!asked || !reading) return pages(request, response);
      makings.set(response, { asked, reading, known: generations.snapshot(), state: deps.state() });
      try {
        return await pages(request, response);
      } finally {
        endReading(reading);
      }
    },

    async finish(response, reply, site) {
      const making = makings.get(response);
      if (reply.kind === 'body') tell(response.req, reply.status ?? 200, false);
      if (!making) return sendReply(response, reply, site);
      const page = pageOf(making, response, reply);
      if (page) keep(making.asked, [...making.reading.asked.keys()].sort(), page);
      else alone.set(making.asked.key, true);
      settled.get(response)?.();
      const body = page?.bodies.get(IDENTITY);
      if (!page || !body || reply.kind !== 'body') return sendReply(response, reply, site);
      response.setHeader(HEADER, 'miss');
      response.setHeader('ETag', page.etag);
      response.vary('Cookie');
      if (!isFresh(making.asked.request.headers['if-none-match'], page.etag))
        return sendReply(response, { ...reply, body }, site);
      response.removeHeader('Content-Type');
      response.status(304).end();
    },
  };
}

const VARY = 'Accept-Encoding, Accept-Language, Cookie';

/** Bytes of memory, roughly: pages are kept in two encodings besides. */
function sizeOf({ pages }: Address, key: string): number {
  let size = 512 + 2 * key.length;
  for (const { bodies, headers } of pages.values())
    size += 1024 + headers.length * 64 + Math.ceil((bodies.get(IDENTITY)?.length ?? 0) * 1.5);
  return size;
}
