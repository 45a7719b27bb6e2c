import type { PageRequest, SentPage } from 'plinth';
import { isFiltered } from '../url-state/filter-state.js';
import type { ListAnswered } from '../widget/product-filter.js';
import { type AnalyticsEvent, anonymizeSearch } from './metric.js';

/** Counts what people ask of lists, and whether a list led to a product: by the address that their browser says they come from, and by nothing else. */
export interface CountedLists {
  /** A list stands on a page: it is counted when the page goes out, also to others it is kept for. */
  shown(request: PageRequest, list: ListAnswered): void;
  /** A list was asked for by itself. @param question what was sent for it, and the last change of the catalogue that its answer knows of */
  asked(list: ListAnswered, userAgent: string, question?: { readonly text: string; readonly sequence: number }): void;
  /** The answer to a question goes out again. @param sequence the last change of the catalogue @returns whether it is known what it counts for, and it was made after that change */
  again(question: string, userAgent: string, sequence: number): boolean;
  /** A page goes out. */
  sent(page: SentPage): void;
}

/** Addresses, and questions of programs, whose figures are known; of more, pages that were made longest ago are not counted when they are sent again. */
const ADDRESSES = 2000;
const PRODUCT = /^\/product\/./;
const CHOICE = /^sf\d*_(?!(?:paged|orderby|find)\b)/;
/** Programs that say so. */
const BOT =
  /bot|crawl|spider|slurp|preview|fetch|scan|monitor|check|curl|wget|python|java\/|go-http|node|axios|headless|lighthouse|facebookexternalhit/i;

export const isBot = (userAgent: string): boolean => userAgent === '' || BOT.test(userAgent);

/** What an answer adds to the figures: nothing where nothing was asked, and for the pages behind the first. */
export function countsOf({ state, facets, found }: ListAnswered): readonly AnalyticsEvent[] {
  if (!isFiltered(state) || state.page > 1) return [];
  const used = facets.filter(({ slug }) => state.values.has(slug) || state.ranges.has(slug) || state.own?.has(slug));
  const text = anonymizeSearch(state.search);
  return [
    { kind: 'list', name: '' },
    ...used.map(({ slug }): AnalyticsEvent => ({ kind: 'facet', name: slug })),
    ...used.flatMap(({ slug }) =>
      (state.values.get(slug) ?? []).map((value): AnalyticsEvent => ({ kind: 'value', name: `${slug}=${value}` })),
    ),
    ...(state.search === '' ? [] : [{ kind: 'search' as const, name: text }]),
    // Where something is chosen besides, it may be the choice that leaves nothing.
    ...(state.search !== '' && found === 0 && used.length === 0 ? [{ kind: 'nothing' as const, name: text }] : []),
  ];
}

export function createCountedLists(count: (analytics: readonly AnalyticsEvent[]) => void): CountedLists {
  const byAddress = new Map<string, readonly AnalyticsEvent[]>();
  const byQuery = new Map<string, { readonly analytics: readonly AnalyticsEvent[]; readonly sequence: number }>();
  /** Of pages that are being made; several widgets may stand on one. */
  const making = new WeakMap<PageRequest, AnalyticsEvent[]>();

  return {
    shown(request, list) {
      const analytics = countsOf(list);
      if (analytics.length === 0) return;
      const noted = making.get(request) ?? [];
      noted.push(...analytics);
      making.set(request, noted);
      const address = request.url.pathname + request.url.search;
      remember(byAddress, address, noted);
    },
    asked(list, userAgent, question) {
      const analytics = countsOf(list);
      if (question) remember(byQuery, question.text, { analytics, sequence: question.sequence });
      if (!isBot(userAgent)) count(analytics);
    },
    again(question, userAgent, sequence) {
      const known = byQuery.get(question);
      if (known?.sequence !== sequence) return false;
      if (!isBot(userAgent)) count(known.analytics);
      return true;
    },
    sent({ address, status, header }) {
      const isProduct = PRODUCT.test(address);
      if (
        (!isProduct && !address.includes('?')) ||
        isBot(header('user-agent')) ||
        !URL.canParse(address, 'http://site')
      )
        return;
      const { pathname, search } = new URL(address, 'http://site');
      count(byAddress.get(pathname + search) ?? []);
      if (isProduct && status === 200 && comesFromChoice(header('referer'), header('host')))
        count([{ kind: 'led', name: '' }]);
    },
  };
}

/** Keeps what was asked last. */
function remember<V>(known: Map<string, V>, name: string, analytics: V): void {
  known.delete(name);
  known.set(name, analytics);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > ADDRESSES) known.delete(oldest);
}

/** Whether an address is one of this site with something chosen or searched for. */
function comesFromChoice(referer: string, host: string): boolean {
  if (!URL.canParse(referer)) return false;
  const from = new URL(referer);
  return from.host === host && [...from.searchParams].some(([name, value]) => CHOICE.test(name) && value !== '');
}
