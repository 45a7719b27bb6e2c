import type { PageRequest, SentPage } from 'plinth';
import { isFiltered } from '../url-state/filter-state.js';
import type { CountableList } from '../widget/product-filter.js';
import { type AnalyticsEvent, discardPersonalSearch } from './metric.js';

/**
 * Counts selections and searches in lists, and whether a list led to a product. The latter is determined from the
 * `Referer` header alone.
 */
export interface CountedLists {
  /** Notes a list on a page. It is counted whenever the page is sent, including from the cache. */
  trackPageList(request: PageRequest, list: CountableList): void;
  /**
   * Counts a list that was requested on its own.
   * @param apiRequest the request text, and the last catalog change that its answer includes
   */
  countRequest(
    list: CountableList,
    userAgent: string,
    apiRequest?: { readonly text: string; readonly sequence: number },
  ): void;
  /**
   * Counts an answer that is sent again.
   * @param sequence the last change of the catalog
   * @returns whether the events of the answer are known and it includes that change
   */
  countCachedResponse(requestText: string, userAgent: string, sequence: number): boolean;
  /** Counts a page that is sent. */
  countSentPage(page: SentPage): void;
}

/**
 * Maximum number of URLs, and of API requests, whose events are cached; beyond it, the least recently rendered pages
 * are not counted when they are sent again.
 */
const MAX_CACHED_LISTS = 2000;
const PRODUCT_PATH = /^\/product\/./;
const SELECTION_PARAM = /^sf\d*_(?!(?:paged|orderby|find)\b)/;
/** User agents that identify themselves as automated. */
const BOT =
  /bot|crawl|spider|slurp|preview|fetch|scan|monitor|check|curl|wget|python|java\/|go-http|node|axios|headless|lighthouse|facebookexternalhit/i;

export const isBot = (userAgent: string): boolean => userAgent === '' || BOT.test(userAgent);

/** Returns the events of an answer: none if nothing is selected or searched, or for pages after the first. */
export function getEvents({ state, facets, found }: CountableList): readonly AnalyticsEvent[] {
  if (!isFiltered(state) || state.page > 1) return [];
  const usedFacets = facets.filter(
    ({ slug }) => state.values.has(slug) || state.ranges.has(slug) || state.customStates?.has(slug),
  );
  const text = discardPersonalSearch(state.search);
  return [
    { kind: 'list', name: '' },
    ...usedFacets.map(({ slug }): AnalyticsEvent => ({ kind: 'facet', name: slug })),
    ...usedFacets.flatMap(({ slug }) =>
      (state.values.get(slug) ?? []).map((value): AnalyticsEvent => ({ kind: 'value', name: `${slug}=${value}` })),
    ),
    ...(state.search === '' ? [] : [{ kind: 'search' as const, name: text }]),
    // With a selection as well, the selection may be the reason for the empty list.
    ...(state.search !== '' && found === 0 && usedFacets.length === 0
      ? [{ kind: 'no_results' as const, name: text }]
      : []),
  ];
}

export function createCountedLists(count: (analytics: readonly AnalyticsEvent[]) => void): CountedLists {
  const eventsByUrl = new Map<string, readonly AnalyticsEvent[]>();
  const eventsByRequest = new Map<
    string,
    { readonly analytics: readonly AnalyticsEvent[]; readonly sequence: number }
  >();
  /** Events of pages that are being rendered; a page may have several widgets. */
  const renderingPages = new WeakMap<PageRequest, AnalyticsEvent[]>();

  return {
    trackPageList(request, list) {
      const analytics = getEvents(list);
      if (analytics.length === 0) return;
      const pageAnalytics = renderingPages.get(request) ?? [];
      pageAnalytics.push(...analytics);
      renderingPages.set(request, pageAnalytics);
      const pathAndQuery = request.url.pathname + request.url.search;
      cacheEntry(eventsByUrl, pathAndQuery, pageAnalytics);
    },
    countRequest(list, userAgent, apiRequest) {
      const analytics = getEvents(list);
      if (apiRequest) cacheEntry(eventsByRequest, apiRequest.text, { analytics, sequence: apiRequest.sequence });
      if (!isBot(userAgent)) count(analytics);
    },
    countCachedResponse(requestText, userAgent, sequence) {
      const cachedEvents = eventsByRequest.get(requestText);
      if (cachedEvents?.sequence !== sequence) return false;
      if (!isBot(userAgent)) count(cachedEvents.analytics);
      return true;
    },
    countSentPage({ pathAndQuery, status, header }) {
      const isProduct = PRODUCT_PATH.test(pathAndQuery);
      if (
        (!isProduct && !pathAndQuery.includes('?')) ||
        isBot(header('user-agent')) ||
        !URL.canParse(pathAndQuery, 'http://site')
      )
        return;
      const { pathname, search } = new URL(pathAndQuery, 'http://site');
      count(eventsByUrl.get(pathname + search) ?? []);
      if (isProduct && status === 200 && isFromFilteredList(header('referer'), header('host')))
        count([{ kind: 'click', name: '' }]);
    },
  };
}

/** Keeps the most recent entries. */
function cacheEntry<V>(known: Map<string, V>, name: string, analytics: V): void {
  known.delete(name);
  known.set(name, analytics);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > MAX_CACHED_LISTS) known.delete(oldest);
}

/** Whether a URL belongs to this site and has a selection or a search. */
function isFromFilteredList(referer: string, host: string): boolean {
  if (!URL.canParse(referer)) return false;
  const refererUrl = new URL(referer);
  return (
    refererUrl.host === host &&
    [...refererUrl.searchParams].some(([name, value]) => SELECTION_PARAM.test(name) && value !== '')
  );
}
