import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { IDENTITY, type CachedPage } from './cached-response.js';
import { valueAsked } from '../http/vary.js';
import type { TableVersions } from './table-versions.js';

/** A cacheable page request. */
export interface CacheableRequest {
  /** Its URL and language. */
  readonly key: string;
  readonly request: Request;
}

/**
 * The pages of one URL: which further properties of the request matter, and the page for each combination of their
 * values.
 */
interface Address {
  readonly varyBy: readonly string[];
  readonly pages: Map<string, CachedPage>;
}

/** Maximum number of pages per URL. */
const MAX_PAGES = 20;

interface PageStoreDeps {
  readonly versions: Pick<TableVersions, 'get'>;
  /** Approximate size limit of the store in bytes. */
  readonly bytes: number;
  /** Changes with any state of this process that affects pages. */
  state(): number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Finished pages by URL, each valid while its dependencies are unchanged. */
export interface PageStore {
  /** Whether any page of a URL is cached. */
  has(key: string): boolean;
  find(cacheable: CacheableRequest): CachedPage | undefined;
  /** @param names properties of the request that the page depends on besides its URL */
  set(cacheable: CacheableRequest, names: readonly string[], page: CachedPage): void;
}

export function createPageStore({ bytes, versions, state: stateNow, now = Date.now }: PageStoreDeps): PageStore {
  const addresses = new LRUCache<string, Address>({
    maxSize: bytes,
    maxEntrySize: bytes / 8,
    sizeCalculation: sizeOf,
  });

  function find({ key, request }: CacheableRequest): CachedPage | undefined {
    const address = addresses.get(key);
    const page = address?.pages.get(variantOf(address.varyBy, request));
    return page && holds(page) ? page : undefined;
  }

  function holds({ expiresAt, state, tableVersions }: CachedPage): boolean {
    return (
      expiresAt > now() &&
      state === stateNow() &&
      tableVersions.every(([name, generation]) => versions.get(name) === generation)
    );
  }

  function storePage({ key, request }: CacheableRequest, names: readonly string[], page: CachedPage): void {
    const before = addresses.peek(key);
    const same =
      before !== undefined &&
      before.varyBy.length === names.length &&
      before.varyBy.every((name, index) => name === names[index]);
    const pages = new Map(same ? [...before.pages].filter(([, one]) => holds(one)) : []);
    if (pages.size >= MAX_PAGES) pages.clear();
    pages.set(variantOf(names, request), page);
    addresses.set(key, { varyBy: names, pages });
  }

  return { has: (key) => addresses.has(key), find, set: storePage };
}

/** Returns the request's values of the properties a page depends on. */
function variantOf(names: readonly string[], request: Request): string {
  return JSON.stringify(names.map((name) => valueAsked(request, name)));
}

/** Approximate memory in bytes: pages are also cached in two encodings. */
function sizeOf({ pages }: Address, key: string): number {
  let size = 512 + 2 * key.length;
  for (const { bodies, headers } of pages.values())
    size += 1024 + headers.length * 64 + Math.ceil((bodies.get(IDENTITY)?.length ?? 0) * 1.5);
  return size;
}
