import { formatNumber, type PluginScope } from 'plinth';
import type { Catalog } from '../index/catalog.js';
import type { Facet } from '../settings/facet-types.js';
import type { FacetRanking } from '../settings/rankings.js';
import { EMPTY_STATE, type FilterState, isFiltered, PREFIX } from '../url-state/filter-state.js';
import { prefixOf } from '../url-state/variable-prefix.js';
import type { FacetUrls } from '../url-state/spellings.js';
import type { FacetCards } from './cards.js';
import { type ChipData, selectionText, createChips } from './chips.js';
import { createFacetBody } from './facet-body.js';
import type { BodyData, FacetValues } from './value-list.js';
import { createFacetList } from './facet-list.js';
import { type FragmentParts, type Fragments, cacheParts } from './fragments.js';
import { cacheIdOf, cachePerUserOutsidePages } from './render-cache.js';
import { pageLinks } from './pagination.js';
import { fillFrame, parseFrame, gap, joinParts, type TextPart } from './text-parts.js';
import { contextData } from './widget-context.js';
import type { Chip, WidgetData } from './widget-data.js';
import { createWidgetLinks } from './widget-links.js';

/**
 * Renders the HTML of the filter.
 * @since 0.1.0
 */
export interface Renderer {
  fragments(data: WidgetData): Promise<Fragments>;
  /** Renders the whole widget around its fragments. */
  widget(data: WidgetData, fragments: Fragments): Promise<string>;
  /** Renders the values of one facet alone; undefined if they cannot be searched. */
  values(facet: Facet, data: BodyData): Promise<FacetValues | undefined>;
  chips(data: ChipData): Chip[];
}

interface RendererDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | '_n'
    | 'locale'
    | 'render'
    | 'applyFilters'
    | 'restUrl'
    | 'cache'
    | 'getCurrentUserId'
    | 'currentRequest'
    | 'wpCreateNonce'
  >;
  readonly catalog: () => Catalog;
  readonly ranking: () => Pick<FacetRanking, 'all'>;
  readonly urls: () => Pick<FacetUrls, 'write' | 'any'>;
  readonly cards: () => Pick<FacetCards, 'render'>;
}

export function createRenderer({ scope, catalog, ranking, urls, cards }: RendererDeps): Renderer {
  const { render } = scope;
  const restUrl = (route: string): string => new URL(scope.restUrl(`facet/v1/${route}`)).pathname;
  const number = (value: number): string => formatNumber(value, scope.locale());
  const links = createWidgetLinks(urls);
  const body = createFacetBody({ scope, number, unitOf });
  const facetsParts = createFacetList({ scope, body, unitOf });
  const chips = createChips({ scope, catalog, links, number, unitOf });
  const views = createResultViews({ scope, ranking, links, number });

  function unitOf(facet: Facet): string {
    if (facet.unit !== '') return facet.unit;
    const { currency = '', unit = '' } = facet.measure ?? {};
    return facet.source === 'price' ? catalog().currency() : currency || unit;
  }

  /** Renders an extension's cards, or the shop's own. */
  async function cardsPart({ settings, products }: WidgetData): Promise<TextPart> {
    const extensionHtml = settings.card ? await cards().render(settings.card, products) : '';
    // A cached list is identified by its number instead of its contents.
    return extensionHtml === ''
      ? cachePerUserOutsidePages(
          scope,
          'cards',
          [Object.isFrozen(products) ? cacheIdOf(products) : products],
          async () => ({
            text: await catalog().renderCards(products),
          }),
        )
      : { text: extensionHtml };
  }

  async function toolbar(data: WidgetData): Promise<TextPart[]> {
    const { result, state, context } = data;
    const text = await render('toolbar', {
      countText: views.countText(result.found),
      sorts: views.sorts(state),
      chips: chips(data),
      filtered: isFiltered(state),
      ...views.clearLink(data),
      id: context.instance,
      orderName: `${prefixOf(context)}orderby`,
      gone: data.unavailable.join(', '),
    });
    return [{ text }];
  }

  async function results(data: WidgetData, products: readonly TextPart[]): Promise<TextPart[]> {
    const { result, state, context } = data;
    const html = await render('results', {
      found: result.found,
      cards: products.map((_, i) => gap(i)).join(''),
      columns: context.columns || data.settings.columns,
      filtered: isFiltered(state),
      ...views.clearLink(data),
      ...views.correctionLink(data),
      ways: data.alternatives.map((alternative) => ({
        ...alternative,
        foundText: views.countText(alternative.found ?? 0),
      })),
    });
    return fillFrame(parseFrame(html), products);
  }

  async function pagination(data: WidgetData): Promise<TextPart[]> {
    return data.result.pages > 1 ? [{ text: await render('pagination', views.pages(data)) }] : [];
  }

  return {
    chips,
    values: body.values,

    async fragments(data) {
      const { result, state, context } = data;
      const products = result.found > 0 ? [await cardsPart(data)] : [];
      const parts: FragmentParts = {
        facets_html: await facetsParts(data),
        toolbar_html: await toolbar(data),
        results_html: await results(data, products),
        pagination_html: await pagination(data),
      };
      return cacheParts(
        {
          facets_html: joinParts(parts.facets_html),
          toolbar_html: joinParts(parts.toolbar_html),
          results_html: joinParts(parts.results_html),
          pagination_html: joinParts(parts.pagination_html),
          found: result.found,
          count_text: views.countText(result.found),
          ...(urls().any() && prefixOf(context) === PREFIX ? { address: links.link(data, state) } : {}),
        },
        parts,
      );
    },

    widget(data, fragments) {
      const { context, settings } = data;
      return render('widget', {
        ...fragments,
        instance: context.instance,
        layout: context.layout || settings.layout,
        columns: context.columns || settings.columns,
        preset: settings.appearance.preset,
        context: JSON.stringify(contextData(context)),
        hidden: context.params.map(([name, value]) => ({ name, value })),
        endpoint: restUrl('filter'),
        valuesEndpoint: restUrl('values'),
        suggestEndpoint: restUrl('suggest'),
        // The cookie alone does not identify a user at the REST API.
        nonce: scope.getCurrentUserId() > 0 ? scope.wpCreateNonce('wp_rest') : '',
        path: context.path,
        spelled: links.stateText(data, data.state),
        prefix: prefixOf(context),
        words: context.leads === 'page' ? selectionText(chips(data)) : '',
        selectedCount: data.state.values.size + data.state.ranges.size + (data.state.customStates?.size ?? 0),
      });
    },
  };
}

interface ResultViewDeps extends Pick<RendererDeps, 'ranking'> {
  readonly scope: Pick<PluginScope, '__' | '_n'>;
  readonly links: ReturnType<typeof createWidgetLinks>;
  number(value: number): string;
}

/** Creates the data of the views around the products. */
function createResultViews({ scope, ranking, links, number }: ResultViewDeps) {
  const { __, _n } = scope;
  const linkTo = (data: WidgetData, state: FilterState): { href: string; stateText: string } => ({
    href: links.link(data, state),
    stateText: links.stateText(data, state),
  });

  function countText(found: number): string {
    return found === 0 ? __('No products found.') : _n('%s product', '%s products', found, number(found));
  }

  function sorts(state: FilterState): { value: string; label: string; selected: boolean }[] {
    const labels: [string, string][] = [
      state.search === '' ? ['', __('Default order')] : ['relevance', __('Best match')],
      ['popularity', __('Popularity')],
      ['rating', __('Average rating')],
      ['date', __('Newest')],
      ['price', __('Price: low to high')],
      ['price-desc', __('Price: high to low')],
      ...ranking()
        .all()
        .map(({ id, label }): [string, string] => [id, label]),
    ];
    return labels.map(([value, label]) => ({
      value,
      label,
      selected: value === state.orderby || (value === 'relevance' && state.orderby === ''),
    }));
  }

  function clearLink(data: Pick<WidgetData, 'context' | 'facets' | 'state'>): {
    clearHref: string;
    clearStateText: string;
  } {
    const cleared = { ...EMPTY_STATE, orderby: data.state.orderby === 'relevance' ? '' : data.state.orderby };
    return { clearHref: links.link(data, cleared), clearStateText: links.stateText(data, cleared) };
  }

  function correctionLink(data: WidgetData): object {
    if (data.correction === undefined) return {};
    const correctedState = { ...data.state, search: data.correction, page: 1 };
    return {
      correction: data.correction,
      correctionHref: links.link(data, correctedState),
      correctionState: links.stateText(data, correctedState),
    };
  }

  /** Returns the pages of the list for its pagination. */
  function pages(data: WidgetData): Readonly<Record<string, unknown>> {
    const { result, state } = data;
    const pageLink = (page: number): object | undefined =>
      page >= 1 && page <= result.pages ? linkTo(data, { ...state, page }) : undefined;
    return {
      pages: pageLinks(result.page, result.pages).map((page) => ({
        ...page,
        ...linkTo(data, { ...state, page: page.number }),
        label: __('Page %s', number(page.number)),
        text: number(page.number),
      })),
      previous: pageLink(result.page - 1),
      next: pageLink(result.page + 1),
    };
  }

  return { countText, sorts, clearLink, correctionLink, pages };
}
