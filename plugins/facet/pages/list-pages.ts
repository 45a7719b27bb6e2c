import { formatNumber, type PluginScope } from 'plinth';
import type { Vocabulary } from '../index/vocabulary.js';
import { type FilterState, isFiltered, PREFIX, toParams, toQuery } from '../url-state/filter-state.js';
import type { FacetUrls } from '../url-state/spellings.js';
import type { Facet } from '../settings/facet-types.js';
import { choiceText } from '../widget/chips.js';
import type { PageTexts } from '../widget/fragments.js';
import type { ProductFilter } from '../widget/product-filter.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import type { Renderer } from '../widget/renderer.js';
import type { WidgetData } from '../widget/widget-data.js';
import type { LandingPage, LandingStore } from './landing-store.js';
import { type ListPlace, nameOfList, pathOfList, SHOP } from './list-address.js';

/** A link to a landing page. */
export interface LandingLink {
  readonly name: string;
  readonly url: string;
}

/** What the lists of the shop say of themselves, and to search engines. */
export interface ListPages {
  /** For the head of the page, and for the script, which follows a choice without loading the page. */
  page(data: WidgetData): Promise<PageTexts>;
  /** Whether the page stands at an address that people may be sent to, but search engines not: nothing was found, or a value is gone. */
  isNowhere(data: WidgetData): boolean;
  /** Other landing pages of the same list. */
  links(data: WidgetData): Promise<readonly LandingLink[]>;
  /** The path and variables of a landing page; undefined when its term is gone. */
  address(page: Pick<LandingPage, 'termId' | 'query'>): Promise<string | undefined>;
  /** Products that a landing page finds; 0 when something of its choice is gone. */
  count(page: Pick<LandingPage, 'termId' | 'query'>, filter: Pick<ProductFilter, 'read'>): Promise<number>;
  /** What the links to a landing page say. */
  nameOf(page: LandingPage): Promise<string>;
}

interface ListPagesDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'homeUrl'>;
  readonly landings: LandingStore;
  /** In the language of the running request. */
  readonly vocabulary: () => Promise<Vocabulary>;
  readonly renderer: () => Pick<Renderer, 'chips'>;
  readonly urls: () => Pick<FacetUrls, 'write'>;
}

const MAX_LINKS = 12;
const CLOSED = 'noindex, follow';
const MAX_DESCRIPTION = 300;

export const placeOf = ({ category, term }: WidgetData['context']): ListPlace => ({ termId: category || term });

/** The choice without its order and page, in its one spelling and by the filter's own names: what landing pages are found by. */
export const choiceQuery = (state: FilterState, facets: readonly Facet[]): string =>
  toQuery(toParams({ ...state, orderby: '', page: 1 }, facets)).slice(1);

export function createListPages({ scope, landings, vocabulary, renderer, urls }: ListPagesDeps): ListPages {
  const { __ } = scope;

  function withParams(path: string, params: [string, string][]): string {
    const written = urls().write(params);
    return written.length === 0 ? path : path + toQuery(written);
  }

  const paramsOf = (query: string): [string, string][] => [...new URLSearchParams(query)];

  async function address(page: Pick<LandingPage, 'termId' | 'query'>): Promise<string | undefined> {
    const path = pathOfList(page, await vocabulary());
    return path && withParams(path, paramsOf(page.query));
  }

  /** Of any page but the lists of the shop, only the choice is known. */
  function elsewhere({ state, context }: WidgetData, text: string): PageTexts {
    const further =
      !isChosen(state) && state.page > 1
        ? `${context.path}${toQuery([[`${PREFIX}paged`, String(state.page)]])}`
        : context.path;
    return { summary: text, robots: isChosen(state) ? CLOSED : '', canonical: further };
  }

  async function page(data: WidgetData): Promise<PageTexts> {
    const { state, facets, context, answer } = data;
    const text = choiceText(renderer().chips(data));
    if (context.leads !== 'list') return elsewhere(data, text);
    const names = await vocabulary();
    const place = placeOf(context);
    const list = nameOfList(place, names, __('Shop'));
    const query = choiceQuery(state, facets);
    const landing = await landings.find(place, query);
    // What stands on the second page of a list is found only there.
    const open =
      state.orderby === '' &&
      !isNowhere(data) &&
      (landing !== undefined || (query === '' && !isAttribute(place, names)));
    const base = landing ? paramsOf(query) : [];
    const canonical = withParams(
      context.path || pathOfList(place, names) || SHOP,
      open && answer.page > 1 ? [...base, [`${PREFIX}paged`, String(answer.page)]] : base,
    );
    return {
      summary: text,
      robots: open ? '' : CLOSED,
      canonical,
      ...textsOf(landing, text === '' ? list : `${list}: ${text}`, text !== '', answer),
    };
  }

  /** The texts of a list: those of its landing page, and otherwise what the choice says. */
  function textsOf(
    landing: LandingPage | undefined,
    name: string,
    isNamed: boolean,
    answer: WidgetData['answer'],
  ): Pick<PageTexts, 'heading' | 'text' | 'title' | 'description'> {
    const heading = landing?.heading || name;
    const number = answer.page > 1 ? ` – ${__('Page %s', String(answer.page))}` : '';
    const count = landing || isNamed ? `${heading}. ${countText(answer.found)}` : '';
    return {
      heading,
      text: landing?.text ?? '',
      title: `${landing?.title || heading}${number}`,
      description: (landing?.description || count).slice(0, MAX_DESCRIPTION),
    };
  }

  function countText(found: number): string {
    if (found === 0) return __('No products found.');
    return scope._n('%s product', '%s products', found, formatNumber(found, scope.locale()));
  }

  const isNowhere = ({ state, answer, gone }: WidgetData): boolean =>
    gone.length > 0 || (answer.found === 0 && isFiltered(state));

  async function nameOf(landing: LandingPage): Promise<string> {
    return landing.heading || landing.title || nameOfList(landing, await vocabulary(), __('Shop'));
  }

  return {
    page,
    isNowhere,
    address,
    nameOf,
    async count({ termId, query }, filter) {
      const {
        engine,
        query: asked,
        state,
        facets,
        gone,
      } = await filter.read(Object.fromEntries(paramsOf(query)), { ...NO_CONTEXT, term: termId });
      return gone.length > 0 || choiceQuery(state, facets) !== query
        ? 0
        : (await engine.query({ ...asked, page: 1, perPage: 1, counts: [], bounds: [] })).found;
    },
    async links({ state, facets, context }) {
      const [place, query] = [placeOf(context), choiceQuery(state, facets)];
      const others = (await landings.all())
        .filter((one) => one.termId === place.termId && one.query !== query)
        .slice(0, MAX_LINKS);
      const links = await Promise.all(
        others.map(async (one) => ({ name: await nameOf(one), url: (await address(one)) ?? '' })),
      );
      return links.filter(({ url }) => url !== '').map(({ name, url }) => ({ name, url: scope.homeUrl(url) }));
    },
  };
}

const isChosen = (state: FilterState): boolean => isFiltered(state) || state.orderby !== '';

const isAttribute = ({ termId }: ListPlace, { terms }: Vocabulary): boolean =>
  terms.get(termId)?.taxonomy.startsWith('pa_') ?? false;
