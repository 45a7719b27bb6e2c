import type { PluginScope } from 'plinth';
import type { Catalogue } from '../index/catalogue.js';
import { type Facet, lookOf, stateOf } from '../settings/facet-types.js';
import type { FacetRanking } from '../settings/rankings.js';
import { EMPTY_STATE, type FilterState, isFiltered, PREFIX, toParams, toQuery, withoutOwn, withoutRange, withValues } from '../url-state/filter-state.js';
import type { FacetUrls } from '../url-state/spellings.js';
import { type BodyData, createFacetBody, type FacetValues } from './facet-body.js';
import type { FacetCards } from './cards.js';
import { pageLinks } from './pagination.js';
import { contextData } from './widget-context.js';
import type { Chip, WidgetData } from './widget-data.js';

export interface Fragments {
  readonly facets_html: string;
  readonly toolbar_html: string;
  readonly results_html: string;
  readonly pagination_html: string;
  readonly found: number;
  readonly count_text: string;
}

/** Makes the HTML of the filter. @since 0.1.0 */
export interface Renderer {
  fragments(data: WidgetData): Promise<Fragments>;
  /** The whole widget around its fragments. */
  widget(data: WidgetData, fragments: Fragments): Promise<string>;
  /** The values of one facet alone; undefined when it has none to look for. */
  values(facet: Facet, data: BodyData): Promise<FacetValues | undefined>;
  chips(data: Pick<WidgetData, 'facets' | 'state' | 'names' | 'context' | 'scale'>): Chip[];
}

interface RendererDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'render' | 'applyFilters' | 'restUrl'>;
  readonly catalogue: () => Catalogue;
  readonly ranking: () => Pick<FacetRanking, 'all'>;
  readonly urls: () => Pick<FacetUrls, 'write'>;
  readonly cards: () => Pick<FacetCards, 'render'>;
}

export function createRenderer({ scope, catalogue, ranking, urls, cards }: RendererDeps): Renderer {
  const { __, _n, render } = scope;
  const restUrl = (route: string): string => new URL(scope.restUrl(`facet/v1/${route}`)).pathname;
  const number = (value: number): string => value.toLocaleString(scope.locale().replace('_', '-'));

  function link({ facets, context }: Pick<WidgetData, 'facets' | 'context'>, state: FilterState): string {
    const params = [...context.params, ...urls().write(toParams(state, facets))];
    return params.length === 0 && context.path !== '' ? context.path : toQuery(params);
  }

  const body = createFacetBody({ scope, number, unitOf });

  function unitOf(facet: Facet): string {
    return facet.unit !== '' ? facet.unit : facet.source === 'price' ? catalogue().currency() : '';
  }

  async function facetsHtml(data: WidgetData): Promise<string> {
    const groups: { facet: Facet; html: string; id: string; chosen: number }[] = [];
    for (const facet of data.facets.filter(({ slug }) => data.shown.has(slug))) {
      const chosen = data.state.values.get(facet.slug)?.length ?? (data.state.ranges.has(facet.slug) || data.state.own?.has(facet.slug) ? 1 : 0);
      const html = await scope.applyFilters<string>('facet/facet_html', await body.html(facet, data), facet);
      if (html !== '') groups.push({ facet, html, id: `${data.context.instance}-${facet.slug}`, chosen });
    }
    const view = groups.map((group) => ({ ...group, open: !group.facet.collapsed || group.chosen > 0 || data.finds.has(group.facet.slug), plain: isPlain(group.facet) }));
    return render('facets', { groups: view, hidden: unshownState(data, new Set(view.map(({ facet }) => (facet.kind.state === 'search' ? 'q' : facet.slug)))), showHint: view.length > 0 });
  }

  /** What is chosen without an input on this page: the form sends it along. */
  function unshownState({ state, facets }: WidgetData, shown: ReadonlySet<string>): { name: string; value: string }[] {
    return toParams({ ...state, orderby: '', page: 1 }, facets).flatMap(([name, value]) => (shown.has(name.slice(PREFIX.length)) ? [] : [{ name, value }]));
  }

  function chips({ facets, state, names, context, scale }: Parameters<Renderer['chips']>[0]): Chip[] {
    const chip = (label: string, without: FilterState): Chip => ({ label, without, href: link({ facets, context }, without) });
    const found = facets.flatMap((facet): Chip[] => {
      const values = state.values.get(facet.slug) ?? [];
      const range = state.ranges.get(facet.slug);
      const own = state.own?.get(facet.slug);
      if (own !== undefined) return [chip(`${facet.label}: ${facet.kind.describe?.(own, facet) ?? ''}`.replace(/: $/, ''), withoutOwn(state, facet.slug))];
      if (range) return [chip(`${facet.label}: ${rangeText(facet, range.min, range.max, scale(facet.source))}`, withoutRange(state, facet.slug))];
      return values.map((value) => {
        const name = names.list(facet.source).find(({ slug }) => slug === value)?.label ?? value;
        return chip(lookOf(facet.kind).toggle && name === facet.label ? name : `${facet.label}: ${name}`, withValues(state, facet.slug, values.filter((other) => other !== value)));
      });
    });
    if (state.search === '') return found;
    const orderby = state.orderby === 'relevance' ? '' : state.orderby;
    return [...found, chip(__('Search: “%s”', state.search), { ...state, search: '', orderby, page: 1 })];
  }

  function rangeText(facet: Facet, min: number | null, max: number | null, scale: number): string {
    const text = (end: number): string => (facet.source === 'price' ? catalogue().formatPrice(Math.round(end * scale)) : [number(end), unitOf(facet)].filter(Boolean).join(' '));
    if (min !== null && max !== null) return `${text(min)} – ${text(max)}`;
    return min !== null ? __('from %s', text(min)) : __('up to %s', text(max ?? 0));
  }

  /** An extension's cards, or the shop's own. */
  async function cardsHtml({ settings, products }: WidgetData): Promise<string> {
    const own = settings.card ? await cards().render(settings.card, products) : '';
    return own || catalogue().renderCards(products);
  }

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
      ...ranking().all().map(({ id, label }): [string, string] => [id, label]),
    ];
    return labels.map(([value, label]) => ({ value, label, selected: value === state.orderby || (value === 'relevance' && state.orderby === '') }));
  }

  function clearHref(data: Pick<WidgetData, 'context' | 'facets' | 'state'>): string {
    return link(data, { ...EMPTY_STATE, orderby: data.state.orderby === 'relevance' ? '' : data.state.orderby });
  }

  return {
    chips,
    values: body.values,

    async fragments(data) {
      const { answer, state, context } = data;
      const count_text = countText(answer.found);
      const filtered = isFiltered(state);
      const pages = pageLinks(answer.page, answer.pages).map((page) => ({ ...page, href: link(data, { ...state, page: page.number }), label: __('Page %s', number(page.number)), text: number(page.number) }));
      const at = (page: number): string => (page >= 1 && page <= answer.pages ? link(data, { ...state, page }) : '');
      return {
        facets_html: await facetsHtml(data),
        toolbar_html: await render('toolbar', { countText: count_text, sorts: sorts(state), chips: chips(data), filtered, clearHref: clearHref(data), id: context.instance }),
        results_html: await render('results', {
          found: answer.found,
          cards: answer.found > 0 ? await cardsHtml(data) : '',
          columns: context.columns || data.settings.columns,
          filtered,
          clearHref: clearHref(data),
          ways: data.ways.map((way) => ({ ...way, foundText: countText(way.found ?? 0) })),
        }),
        pagination_html: answer.pages > 1 ? await render('pagination', { pages, previous: at(answer.page - 1), next: at(answer.page + 1) }) : '',
        found: answer.found,
        count_text,
      };
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
        path: context.path,
        chosen: data.state.values.size + data.state.ranges.size + (data.state.own?.size ?? 0),
      });
    },
  };
}

/** Without a heading of its own. */
const isPlain = ({ kind }: Facet): boolean => stateOf(kind) === 'search' || lookOf(kind).toggle === true;
