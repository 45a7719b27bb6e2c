import { formatNumber, type PluginScope } from 'plinth';
import type { Vocabulary } from '../index/vocabulary.js';
import { type FilterState, isFiltered, PREFIX, toParams, toQuery } from '../url-state/filter-state.js';
import type { FacetUrls } from '../url-state/spellings.js';
import type { Facet } from '../settings/facet-types.js';
import { selectionText } from '../widget/chips.js';
import type { PageTexts } from '../widget/fragments.js';
import type { ProductFilter } from '../widget/product-filter.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import type { Renderer } from '../widget/renderer.js';
import type { WidgetData } from '../widget/widget-data.js';
import type { LandingPage, LandingStore } from './landing-store.js';
import { type ListLocation, nameOfList, pathOfList, SHOP_PATH } from './list-address.js';

/** A link to a landing page. */
export interface LandingLink {
  readonly name: string;
  readonly url: string;
}

/** Texts and metadata of the shop's lists. */
export interface ListPages {
  /**
   * Returns the texts for the head of the page, and for the script, which changes the selection without loading the
   * page.
   */
  page(data: WidgetData): Promise<PageTexts>;
  /** Whether the URL must not be indexed by search engines because nothing was found or a value no longer exists. */
  isNoindex(data: WidgetData): boolean;
  /** Returns other landing pages of the same list. */
  links(data: WidgetData): Promise<readonly LandingLink[]>;
  /** Returns the path and query of a landing page; undefined if its term no longer exists. */
  address(page: Pick<LandingPage, 'termId' | 'query'>): Promise<string | undefined>;
  /** Returns the number of products on a landing page; 0 if part of its selection no longer exists. */
  count(page: Pick<LandingPage, 'termId' | 'query'>, filter: Pick<ProductFilter, 'read'>): Promise<number>;
  /** Returns the text of links to a landing page. */
  nameOf(page: LandingPage): Promise<string>;
}

interface ListPagesDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'homeUrl'>;
  readonly landings: LandingStore;
  /** Returns the vocabulary in the language of the current request. */
  readonly vocabulary: () => Promise<Vocabulary>;
  readonly renderer: () => Pick<Renderer, 'chips'>;
  readonly urls: () => Pick<FacetUrls, 'write'>;
}

const MAX_LINKS = 12;
const NOINDEX = 'noindex, follow';
const MAX_DESCRIPTION_LENGTH = 300;

export const placeOf = ({ category, term }: WidgetData['context']): ListLocation => ({ termId: category || term });

/**
 * Returns the selection without sort order and page, in canonical form and with the filter's own names; the key of
 * landing pages.
 */
export const choiceQuery = (state: FilterState, facets: readonly Facet[]): string =>
  toQuery(toParams({ ...state, orderby: '', page: 1 }, facets)).slice(1);

export function createListPages({ scope, landings, vocabulary, renderer, urls }: ListPagesDeps): ListPages {
  const { __ } = scope;

  function withParams(path: string, params: [string, string][]): string {
    const queryParams = urls().write(params);
    return queryParams.length === 0 ? path : path + toQuery(queryParams);
  }

  const paramsOf = (query: string): [string, string][] => [...new URLSearchParams(query)];

  async function address(page: Pick<LandingPage, 'termId' | 'query'>): Promise<string | undefined> {
    const path = pathOfList(page, await vocabulary());
    return path && withParams(path, paramsOf(page.query));
  }

  /** For pages other than the shop's lists, only the selection is known. */
  function otherPageTexts({ state, context }: WidgetData, text: string): PageTexts {
    const further =
      !hasSelection(state) && state.page > 1
        ? `${context.path}${toQuery([[`${PREFIX}paged`, String(state.page)]])}`
        : context.path;
    return { summary: text, robots: hasSelection(state) ? NOINDEX : '', canonical: further };
  }

  async function page(data: WidgetData): Promise<PageTexts> {
    const { state, facets, context, result } = data;
    const text = selectionText(renderer().chips(data));
    if (context.leads !== 'list') return otherPageTexts(data, text);
    const names = await vocabulary();
    const place = placeOf(context);
    const list = nameOfList(place, names, __('Shop'));
    const query = choiceQuery(state, facets);
    const landing = await landings.find(place, query);
    // Products on the second page of a list are not linked from anywhere else.
    const isIndexable =
      state.orderby === '' &&
      !shouldNotIndex(data) &&
      (landing !== undefined || (query === '' && !isAttribute(place, names)));
    const base = landing ? paramsOf(query) : [];
    const canonical = withParams(
      context.path || pathOfList(place, names) || SHOP_PATH,
      isIndexable && result.page > 1 ? [...base, [`${PREFIX}paged`, String(result.page)]] : base,
    );
    return {
      summary: text,
      robots: isIndexable ? '' : NOINDEX,
      canonical,
      ...textsOf(landing, text === '' ? list : `${list}: ${text}`, text !== '', result),
    };
  }

  /** Returns the texts of a list: those of its landing page, or else those derived from the selection. */
  function textsOf(
    landing: LandingPage | undefined,
    name: string,
    isNamed: boolean,
    answer: WidgetData['result'],
  ): Pick<PageTexts, 'heading' | 'text' | 'title' | 'description'> {
    const heading = landing?.heading || name;
    const number = answer.page > 1 ? ` – ${__('Page %s', String(answer.page))}` : '';
    const count = landing || isNamed ? `${heading}. ${countText(answer.found)}` : '';
    return {
      heading,
      text: landing?.text ?? '',
      title: `${landing?.title || heading}${number}`,
      description: (landing?.description || count).slice(0, MAX_DESCRIPTION_LENGTH),
    };
  }

  function countText(found: number): string {
    if (found === 0) return __('No products found.');
    return scope._n('%s product', '%s products', found, formatNumber(found, scope.locale()));
  }

  const shouldNotIndex = ({ state, result, unavailable }: WidgetData): boolean =>
    unavailable.length > 0 || (result.found === 0 && isFiltered(state));

  async function nameOf(landing: LandingPage): Promise<string> {
    return landing.heading || landing.title || nameOfList(landing, await vocabulary(), __('Shop'));
  }

  return {
    page,
    isNoindex: shouldNotIndex,
    address,
    nameOf,
    async count({ termId, query }, filter) {
      const {
        engine,
        query: engineQuery,
        state,
        facets,
        unavailable,
      } = await filter.read(Object.fromEntries(paramsOf(query)), { ...NO_CONTEXT, term: termId });
      return unavailable.length > 0 || choiceQuery(state, facets) !== query
        ? 0
        : (await engine.query({ ...engineQuery, page: 1, perPage: 1, counts: [], bounds: [] })).found;
    },
    async links({ state, facets, context }) {
      const [place, query] = [placeOf(context), choiceQuery(state, facets)];
      const otherPages = (await landings.all())
        .filter((candidate) => candidate.termId === place.termId && candidate.query !== query)
        .slice(0, MAX_LINKS);
      const links = await Promise.all(
        otherPages.map(async (entry) => ({ name: await nameOf(entry), url: (await address(entry)) ?? '' })),
      );
      return links.filter(({ url }) => url !== '').map(({ name, url }) => ({ name, url: scope.homeUrl(url) }));
    },
  };
}

const hasSelection = (state: FilterState): boolean => isFiltered(state) || state.orderby !== '';

const isAttribute = ({ termId }: ListLocation, { terms }: Vocabulary): boolean =>
  terms.get(termId)?.taxonomy.startsWith('pa_') ?? false;
