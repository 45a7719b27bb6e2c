import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Generations } from '../db/index.js';
import { IDENTITY, type CachedPage } from './cached-page.js';
import { valueAsked } from './vary.js';

/** A request that a page may be kept for. */
export interface Asked {
  /** Its address and language. */
  readonly key: string;
  readonly request: Request;
}

/** The pages of one address: what else of the request decides, and the page for each answer to that. */
interface Address {
  readonly asks: readonly string[];
  readonly pages: Map<string, CachedPage>;
}

/** Pages of one address. */
const MAX_PAGES = 20;

interface PageStoreDeps {
  readonly generations: Pick<Generations, 'of'>;
  /** How much is kept, roughly. */
  readonly bytes: number;
  /** Changes with whatever decides about pages in this process alone. */
  state(): number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Finished pages by their addresses, each as long as what it was made of is what it was. */
export interface PageStore {
  /** Whether something was kept of an address. */
  has(key: string): boolean;
  find(asked: Asked): CachedPage | undefined;
  /** @param names what of the request decides about the page besides its address */
  keep(asked: Asked, names: readonly string[], page: CachedPage): void;
}

export function createPageStore({ bytes, generations, state: stateNow, now = Date.now }: PageStoreDeps): PageStore {
  const addresses = new LRUCache<string, Address>({
    maxSize: bytes,
    maxEntrySize: bytes / 8,
    sizeCalculation: sizeOf,
  });

  function find({ key, request }: Asked): CachedPage | undefined {
    const address = addresses.get(key);
    const page = address?.pages.get(variantOf(address.asks, request));
    return page && holds(page) ? page : undefined;
  }

  function holds({ until, state, stamps }: CachedPage): boolean {
    return (
      until > now() && state === stateNow() && stamps.every(([name, generation]) => generations.of(name) === generation)
    );
  }

  function keep({ key, request }: Asked, asked: readonly string[], page: CachedPage): void {
    const before = addresses.peek(key);
    const same =
      before !== undefined &&
      before.asks.length === asked.length &&
      before.asks.every((name, index) => name === asked[index]);
    const pages = new Map(same ? [...before.pages].filter(([, one]) => holds(one)) : []);
    if (pages.size >= MAX_PAGES) pages.clear();
    pages.set(variantOf(asked, request), page);
    addresses.set(key, { asks: asked, pages });
  }

  return { has: (key) => addresses.has(key), find, keep };
}

/** What a request answers to each of what decides about a page. */
function variantOf(names: readonly string[], request: Request): string {
  return JSON.stringify(names.map((name) => valueAsked(request, name)));
}

/** Bytes of memory, roughly: pages are kept in two encodings besides. */
function sizeOf({ pages }: Address, key: string): number {
  let size = 512 + 2 * key.length;
  for (const { bodies, headers } of pages.values())
    size += 1024 + headers.length * 64 + Math.ceil((bodies.get(IDENTITY)?.length ?? 0) * 1.5);
  return size;
}
