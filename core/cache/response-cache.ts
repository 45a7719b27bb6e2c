import { LRUCache } from 'lru-cache';
import type { Dependencies } from '../context/dependencies.js';
import { type CachedResponse, etagOf, IDENTITY } from './cached-response.js';
import { startTracking, stopTracking } from './dependencies.js';
import { areCurrent, stampsSince, type TableVersions, type VersionSnapshot } from './table-versions.js';

/** Returns the value of a property of a request, such as `cookie seen`. */
export type PropertyReader = (name: string) => string;

/** A response being made, of which the dependencies are tracked. */
export interface ResponseBuild {
  readonly key: string;
  readonly dependencies: Dependencies;
  readonly snapshot: VersionSnapshot;
  readonly state: number;
}

/** A response that was made. */
export type FinishedResponse = Pick<CachedResponse, 'status' | 'headers'> & { readonly body: Buffer };

/** Whole responses in the memory of the process, each valid while its dependencies are unchanged. */
export interface ResponseCache {
  /** Whether any response is cached under a key; it may be outdated. */
  has(key: string): boolean;
  /**
   * Returns a valid response, after reading the table versions if they are too old. Undefined without the database:
   * then it is unknown whether a response is still valid.
   */
  find(key: string, property: PropertyReader): Promise<CachedResponse | undefined>;
  /** Makes a response and tracks its dependencies. */
  build<T>(key: string, make: (build: ResponseBuild | undefined) => Promise<T>): Promise<T>;
  /** Caches a response that was made, if its dependencies allow it. */
  store(build: ResponseBuild, response: FinishedResponse, property: PropertyReader): CachedResponse | undefined;
}

export interface ResponseCacheDeps {
  readonly versions: Pick<TableVersions, 'refreshIfOlderThan' | 'get' | 'snapshot'>;
  /** Milliseconds for which table versions are not read again; 0: they are read for each response. */
  readonly maxAgeMs: number;
  /**
   * Changes with any state of this process that affects responses, such as which plugins run and which hooks they
   * listen to.
   */
  state(): number;
  /** Approximate size limit in bytes. */
  readonly bytes: number;
  /** Unix time in milliseconds. */
  readonly now?: () => number;
}

/** The responses of one key: one for each combination of the values of the properties they depend on. */
interface Variants {
  readonly properties: readonly string[];
  readonly responses: Map<string, CachedResponse>;
}

/**
 * Milliseconds after which a response is made again in any case: its content may depend on the time without declaring
 * so.
 */
const MAX_LIFETIME_MS = 600_000;
/** Maximum number of responses per key. */
const MAX_VARIANTS = 20;
/** Maximum number of request properties that a response may depend on besides its key. */
const MAX_PROPERTIES = 8;

export function createResponseCache({
  versions,
  maxAgeMs,
  state,
  bytes,
  now = () => Date.now(),
}: ResponseCacheDeps): ResponseCache {
  const cached = new LRUCache<string, Variants>({ maxSize: bytes, maxEntrySize: bytes / 8, sizeCalculation: sizeOf });

  const isValid = (response: CachedResponse): boolean =>
    response.expiresAt > now() && response.state === state() && areCurrent(response.stamps, versions);

  async function areVersionsKnown(): Promise<boolean> {
    try {
      await versions.refreshIfOlderThan(maxAgeMs);
      return true;
    } catch {
      return false;
    }
  }

  function add(key: string, response: CachedResponse, property: PropertyReader): void {
    const { requestProperties: properties } = response;
    const before = cached.peek(key);
    const isSame = before !== undefined && String(before.properties) === String(properties);
    const responses = new Map(
      isSame ? [...before.responses].filter(([, cachedResponse]) => isValid(cachedResponse)) : [],
    );
    if (responses.size >= MAX_VARIANTS) responses.clear();
    responses.set(variantOf(properties, property), response);
    cached.set(key, { properties, responses });
  }

  return {
    has: (key) => cached.has(key),
    async find(key, property) {
      if (!cached.has(key) || !(await areVersionsKnown())) return undefined;
      const variants = cached.get(key);
      const response = variants?.responses.get(variantOf(variants.properties, property));
      return response && isValid(response) ? response : undefined;
    },
    async build(key, make) {
      const dependencies = startTracking();
      if (!dependencies) return make(undefined);
      try {
        return await make({ key, dependencies, snapshot: versions.snapshot(), state: state() });
      } finally {
        stopTracking(dependencies);
      }
    },
    store({ key, dependencies, snapshot, state: stateBefore }, { status, headers, body }, property) {
      const { tables, requestProperties, expiresAt, bypassReason } = dependencies;
      if (bypassReason !== '' || expiresAt <= now() || requestProperties.size > MAX_PROPERTIES) return undefined;
      const stamps = stampsSince(snapshot, new Set([...tables, 'options']), versions);
      if (!stamps || stateBefore !== state()) return undefined;
      const response: CachedResponse = {
        status,
        headers,
        etag: etagOf(body),
        bodies: new Map([[IDENTITY, body]]),
        requestProperties: [...requestProperties.keys()].sort(),
        stamps,
        expiresAt: Math.min(expiresAt, now() + MAX_LIFETIME_MS),
        state: stateBefore,
      };
      add(key, response, property);
      return response;
    },
  };
}

function variantOf(properties: readonly string[], property: PropertyReader): string {
  return JSON.stringify(properties.map(property));
}

/** Approximate memory in bytes: responses are also cached in two encodings. */
function sizeOf({ responses }: Variants, key: string): number {
  let size = 512 + 2 * key.length;
  for (const { bodies, headers } of responses.values())
    size += 1024 + headers.length * 64 + Math.ceil((bodies.get(IDENTITY)?.length ?? 0) * 1.5);
  return size;
}
