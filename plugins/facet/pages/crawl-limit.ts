import { isIP } from 'node:net';
import { subnetOf } from 'plinth';

/** A request for a page of choices, as far as its cost goes. */
export interface ChoiceRequest {
  readonly ip: string;
  /** Variables of the choice; order and page among them. */
  readonly names: readonly string[];
  /** Whether a browser says that somebody went there: it sends `Sec-Fetch-Mode: navigate`, over HTTPS and on the machine itself. */
  readonly isNavigation: boolean;
}

/**
 * Slows down whoever walks through combinations of choices by loading pages. A choice costs twice as much with each facet more, for so the combinations grow;
 * lists without a choice, landing pages and pages that are kept cost nothing, and clicks of the script are not counted here.
 */
export interface CrawlLimit {
  /** Counts one more. @returns seconds to wait; 0 lets it pass */
  wait(request: ChoiceRequest): number;
}

/** Units there are at first, and that come back in a second. */
interface Budget {
  readonly max: number;
  readonly perSecond: number;
}

/** A network of people behind one address may load five pages with three facets in each second, and three hundred of them at once. */
const PEOPLE: Budget = { max: 1200, perSecond: 20 };
/** Somebody whose browser says nothing: a page with three facets every two seconds, and thirty of them at once. */
const UNKNOWN: Budget = { max: 120, perSecond: 2 };
/** All networks together whose browsers say nothing: a flood comes from as many addresses as it likes. */
const ALL_UNKNOWN: Budget = { max: 1200, perSecond: 30 };
const MAX_COST = 16;
/** Networks that are remembered; of more, those that asked longest ago are forgotten. */
const NETWORKS = 10_000;

interface Bucket {
  left: number;
  at: number;
}

/** What a page costs: 1 for one facet, 2, 4, 8 for more. */
export function costOf(names: readonly string[]): number {
  const facets = new Set(names.map((name) => name.replace(/\[.*$/s, ''))).size;
  return facets === 0 ? 0 : Math.min(2 ** (facets - 1), MAX_COST);
}

/** @param now milliseconds */
export function createCrawlLimit({ now = Date.now }: { readonly now?: () => number } = {}): CrawlLimit {
  const networks = new Map<string, Bucket>();
  const all: Bucket = { left: ALL_UNKNOWN.max, at: now() };

  /** Takes the cost out when there is enough; otherwise says how long it takes until there is. */
  function take(bucket: Bucket, { max, perSecond }: Budget, cost: number): number {
    bucket.left = Math.min(max, bucket.left + ((now() - bucket.at) / 1000) * perSecond);
    bucket.at = now();
    if (bucket.left < cost) return Math.ceil((cost - bucket.left) / perSecond);
    bucket.left -= cost;
    return 0;
  }

  function bucketOf(key: string, { max }: Budget): Bucket {
    const bucket = networks.get(key) ?? { left: max, at: now() };
    networks.delete(key);
    networks.set(key, bucket);
    const [oldest] = networks.keys();
    if (oldest !== undefined && networks.size > NETWORKS) networks.delete(oldest);
    return bucket;
  }

  return {
    wait({ ip, names, isNavigation }) {
      const cost = costOf(names);
      // The machine itself is the owner, or a proxy that was not made known and stands for everybody.
      if (cost === 0 || isIP(ip) === 0 || /^(?:::ffff:)?127\.|^::1$/i.test(ip)) return 0;
      const budget = isNavigation ? PEOPLE : UNKNOWN;
      const wait = take(bucketOf(`${isNavigation ? 'people' : 'unknown'} ${subnetOf(ip)}`, budget), budget, cost);
      return wait > 0 || isNavigation ? wait : take(all, ALL_UNKNOWN, cost);
    },
  };
}
