import { isIP } from 'node:net';
import { subnetOf } from 'plinth';

/** A request for a page with a selection, with the data that determines its cost. */
export interface SelectionRequest {
  readonly ip: string;
  /** Variables of the selection, including sort order and page. */
  readonly paramNames: readonly string[];
  /** Whether the browser declares a navigation: it sends `Sec-Fetch-Mode: navigate`, over HTTPS and on localhost. */
  readonly isNavigation: boolean;
}

/**
 * Rate-limits clients that crawl combinations of selections by loading pages. The cost of a selection doubles with each
 * facet, as does the number of combinations. Lists without a selection, landing pages and cached pages cost nothing.
 * Requests of the script are not counted here.
 */
export interface CrawlLimit {
  /**
   * Counts a request.
   * @returns seconds to wait; 0 lets it pass
   */
  retryAfter(request: SelectionRequest): number;
}

/** A token bucket: initial and maximum units, and units refilled per second. */
interface Budget {
  readonly max: number;
  readonly perSecond: number;
}

/**
 * A network of people behind one IP address may load five pages with three facets per second, with bursts of three
 * hundred.
 */
const NAVIGATION_BUDGET: Budget = { max: 1200, perSecond: 20 };
/** A client that does not declare a navigation: a page with three facets every two seconds, with bursts of thirty. */
const OTHER_BUDGET: Budget = { max: 120, perSecond: 2 };
/** All networks together that do not declare navigations, since a flood may come from any number of IP addresses. */
const SHARED_OTHER_BUDGET: Budget = { max: 1200, perSecond: 30 };
const MAX_COST = 16;
/** Maximum number of tracked networks; beyond it, the least recently seen ones are dropped. */
const MAX_NETWORKS = 10_000;

interface Bucket {
  tokens: number;
  updatedAt: number;
}

/** Returns the cost of a page: 1 for one facet, 2, 4, 8 for more. */
export function costOf(names: readonly string[]): number {
  const facets = new Set(names.map((name) => name.replace(/\[.*$/s, ''))).size;
  return facets === 0 ? 0 : Math.min(2 ** (facets - 1), MAX_COST);
}

/** @param now returns milliseconds */
export function createCrawlLimit({ now = Date.now }: { readonly now?: () => number } = {}): CrawlLimit {
  const networks = new Map<string, Bucket>();
  const sharedBucket: Bucket = { tokens: SHARED_OTHER_BUDGET.max, updatedAt: now() };

  /** Takes the cost from a bucket if it has enough; otherwise returns the seconds until it does. */
  function take(bucket: Bucket, { max, perSecond }: Budget, cost: number): number {
    bucket.tokens = Math.min(max, bucket.tokens + ((now() - bucket.updatedAt) / 1000) * perSecond);
    bucket.updatedAt = now();
    if (bucket.tokens < cost) return Math.ceil((cost - bucket.tokens) / perSecond);
    bucket.tokens -= cost;
    return 0;
  }

  function bucketOf(key: string, { max }: Budget): Bucket {
    const bucket = networks.get(key) ?? { tokens: max, updatedAt: now() };
    networks.delete(key);
    networks.set(key, bucket);
    const [oldest] = networks.keys();
    if (oldest !== undefined && networks.size > MAX_NETWORKS) networks.delete(oldest);
    return bucket;
  }

  return {
    retryAfter({ ip, paramNames, isNavigation }) {
      const cost = costOf(paramNames);
      // The loopback address is the owner, or an unconfigured proxy that stands for all visitors.
      if (cost === 0 || isIP(ip) === 0 || /^(?:::ffff:)?127\.|^::1$/i.test(ip)) return 0;
      const budget = isNavigation ? NAVIGATION_BUDGET : OTHER_BUDGET;
      const wait = take(bucketOf(`${isNavigation ? 'people' : 'unknown'} ${subnetOf(ip)}`, budget), budget, cost);
      return wait > 0 || isNavigation ? wait : take(sharedBucket, SHARED_OTHER_BUDGET, cost);
    },
  };
}
