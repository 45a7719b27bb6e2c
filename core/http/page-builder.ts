import type { Response } from 'express';
import type { Reply } from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Dependencies } from '../context/dependencies.js';
import { askedHeaders } from './caching-headers.js';
import { etagOf, IDENTITY, type CachedPage, utf8Bytes } from '../cache/cached-response.js';
import { cachedPolicy } from './csp-hashes.js';
import type { CacheableRequest } from '../cache/response-store.js';
import { openSession } from './running-session.js';
import { cspNonce } from './security.js';
import type { TableVersions } from '../cache/index.js';

/** A page being made. */
export interface PageBuild {
  readonly cacheable: CacheableRequest;
  readonly dependencies: Dependencies;
  readonly snapshot: (name: string) => number | undefined;
  readonly state: number;
}

interface FinishedPageDeps {
  readonly versions: Pick<TableVersions, 'get'>;
  readonly siteUrl: string;
  /** Changes with any state of this process that affects pages. */
  state(): number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Milliseconds after which a page is made again in any case: its content may depend on the time without declaring so.
 */
const LONGEST_MS = 600_000;
/** Maximum number of request properties that a page may depend on besides its URL. */
const MAX_ASKS = 8;
/** Headers that belong to a single response. */
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

/** Returns the page of a finished reply in cacheable form; undefined when it is personal. */
export function pageOf(
  deps: FinishedPageDeps,
  making: PageBuild,
  response: Response,
  { status = 200, ...reply }: Exclude<Reply, { kind: 'page' }>,
): CachedPage | undefined {
  const { now = Date.now } = deps;
  const { dependencies, state, cacheable } = making;
  if (cacheable.request.method !== 'GET' || reply.kind !== 'body' || status !== 200 || (reply.cookies ?? []).length > 0)
    return undefined;
  if (!isForAll(making, response, now())) return undefined;
  if (typeof reply.body !== 'string' && !Buffer.isBuffer(reply.body)) return undefined;
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  response.setHeader('Content-Type', reply.type);
  if (/no-store|no-cache|private|max-age=0/i.test(String(response.getHeader('cache-control') ?? ''))) return undefined;
  const stamps = stampsOf(deps, making);
  if (!stamps || state !== deps.state()) return undefined;
  const nonceless = cachedPolicy(
    String(response.getHeader('content-security-policy') ?? ''),
    cspNonce(response),
    reply.body.toString(),
    deps.siteUrl,
  );
  if (!nonceless) return undefined;
  response.setHeader('Content-Security-Policy', nonceless.policy);
  const body = utf8Bytes(nonceless.html);
  return {
    status,
    headers: [...cachedHeaders(response), 'Content-Type', reply.type],
    etag: etagOf(body),
    bodies: new Map([[IDENTITY, body]]),
    varyHeaders: askedHeaders(dependencies.requestProperties.keys()),
    tableVersions: stamps,
    expiresAt: Math.min(dependencies.expiresAt, now() + LONGEST_MS),
    state,
  };
}

/** Whether a page contains nothing specific to the visitor it was made for. */
function isForAll({ dependencies, cacheable: { request } }: PageBuild, response: Response, now: number): boolean {
  return (
    dependencies.bypassReason === '' &&
    dependencies.expiresAt > now &&
    dependencies.requestProperties.size <= MAX_ASKS &&
    (currentContext()?.userId ?? 0) === 0 &&
    openSession(request) === undefined &&
    !response.hasHeader('set-cookie')
  );
}

/**
 * Reads the table versions if they are older than `maxAgeMs`; false without the database, when it is unknown whether a
 * cached response is still valid.
 */
export async function areVersionsKnown(
  versions: Pick<TableVersions, 'refreshIfOlderThan'>,
  maxAgeMs: number,
): Promise<boolean> {
  try {
    await versions.refreshIfOlderThan(maxAgeMs);
    return true;
  } catch {
    return false;
  }
}

/** Returns the table versions a response was made from; undefined when one has changed meanwhile. */
export function stampsOf(
  { versions }: Pick<FinishedPageDeps, 'versions'>,
  { dependencies, snapshot }: Pick<PageBuild, 'dependencies' | 'snapshot'>,
): [name: string, generation: number][] | undefined {
  const stamps: [string, number][] = [];
  for (const name of new Set([...dependencies.tables, 'options'])) {
    const generation = snapshot(name);
    if (generation === undefined || versions.get(name) !== generation) return undefined;
    stamps.push([name, generation]);
  }
  return stamps;
}

/** Returns names and values of the headers that are cached with the page. */
function cachedHeaders(response: Response): string[] {
  return Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    OWN.has(name) || value === undefined ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  );
}
