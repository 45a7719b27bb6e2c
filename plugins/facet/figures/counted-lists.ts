import type { PageRequest, SentPage } from 'plinth';
import { isFiltered } from '../url-state/filter-state.js';
import type { ListAnswered } from '../widget/product-filter.js';
import { type Figure, keptWords } from './figure.js';

/** Counts what people ask of lists, and whether a list led to a product: by the address that their browser says they come from, and by nothing else. */
export interface CountedLists {
  /** A list stands on a page: it is counted when the page goes out, also to others it is kept for. */
  shown(request: PageRequest, list: ListAnswered): void;
  /** A list was asked for by itself. */
  asked(list: ListAnswered, userAgent: string): void;
  /** A page goes out. */
  sent(page: SentPage): void;
}

/** Addresses whose figures are known; of more, those that were made longest ago are not counted when they are sent again. */
const ADDRESSES = 2000;
const PRODUCT = /^\/product\/./;
const CHOICE = /^sf\d*_(?!(?:paged|orderby|find)\b)/;
/** Programs that say so. */
const BOT = /bot|crawl|spider|slurp|preview|fetch|scan|monitor|check|curl|wget|python|java\/|go-http|node|axios|headless|lighthouse|facebookexternalhit/i;

export const isBot = (userAgent: string): boolean => userAgent === '' || BOT.test(userAgent);

/** What an answer adds to the figures: nothing where nothing was asked, and for the pages behind the first. */
export function figuresOf({ state, facets, found }: ListAnswered): readonly Figure[] {
  if (!isFiltered(state) || state.page > 1) return [];
  const used = facets.filter(({ slug }) => state.values.has(slug) || state.ranges.has(slug) || state.own?.has(slug));
  const words = keptWords(state.search);
  return [
    { kind: 'list', name: '' },
    ...used.map(({ slug }): Figure => ({ kind: 'facet', name: slug })),
    ...used.flatMap(({ slug }) => (state.values.get(slug) ?? []).map((value): Figure => ({ kind: 'value', name: `${slug}=${value}` }))),
    ...(state.search === '' ? [] : [{ kind: 'search' as const, name: words }]),
    // Where something is chosen besides, it may be the choice that leaves nothing.
    ...(state.search !== '' && found === 0 && used.length === 0 ? [{ kind: 'nothing' as const, name: words }] : []),
  ];
}

export function createCountedLists(count: (figures: readonly Figure[]) => void): CountedLists {
  const byAddress = new Map<string, readonly Figure[]>();
  /** Of pages that are being made; several widgets may stand on one. */
  const making = new WeakMap<PageRequest, Figure[]>();

  return {
    shown(request, list) {
      const figures = figuresOf(list);
      if (figures.length === 0) return;
      const noted = making.get(request) ?? [];
      noted.push(...figures);
      making.set(request, noted);
      const address = request.url.pathname + request.url.search;
      byAddress.delete(address);
      byAddress.set(address, noted);
      const [oldest] = byAddress.keys();
      if (byAddress.size > ADDRESSES) byAddress.delete(oldest);
    },
    asked(list, userAgent) {
      if (!isBot(userAgent)) count(figuresOf(list));
    },
    sent({ address, status, header }) {
      const isProduct = PRODUCT.test(address);
      if ((!isProduct && !address.includes('?')) || isBot(header('user-agent')) || !URL.canParse(address, 'http://site')) return;
      const { pathname, search } = new URL(address, 'http://site');
      count(byAddress.get(pathname + search) ?? []);
      if (isProduct && status === 200 && comesFromChoice(header('referer'), header('host'))) count([{ kind: 'led', name: '' }]);
    },
  };
}

/** Whether an address is one of this site with something chosen or searched for. */
function comesFromChoice(referer: string, host: string): boolean {
  if (!URL.canParse(referer)) return false;
  const from = new URL(referer);
  return from.host === host && [...from.searchParams].some(([name, value]) => CHOICE.test(name) && value !== '');
}
