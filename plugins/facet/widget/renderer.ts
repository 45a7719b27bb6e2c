import { andThen, localNumber, mapInOrder, type MaybePromise, type PluginScope } from 'plinth';
import type { Catalogue } from '../index/catalogue.js';
import { type Facet, lookOf, stateOf } from '../settings/facet-types.js';
import type { FacetRanking } from '../settings/rankings.js';
import {
  EMPTY_STATE,
  type FilterState,
  isFiltered,
  PREFIX,
  toParams,
  toQuery,
  withoutOwn,
  withoutRange,
  withValues,
} from '../url-state/filter-state.js';
import type { FacetUrls } from '../url-state/spellings.js';
import { type BodyData, createFacetBody, type FacetValues } from './facet-body.js';
import type { FacetCards } from './cards.js';
import { pageLinks } from './pagination.js';
import { nameIn, prefixOf } from '../url-state/own-variables.js';
import { type FragmentParts, type Fragments, noteParts } from './fragments.js';
import { hasNumber, numberOf } from './numbered.js';
import { oncePerUser, oncePerUserApart } from './once-per-user.js';
import { filled, type Frame, frameOf, gap, joined, type TextPart } from './text-parts.js';
import { choiceWords } from './page-words.js';
import { shownValues } from './shown-values.js';
import { contextData } from './widget-context.js';
import type { Chip, WidgetData } from './widget-data.js';

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
  readonly scope: Pick<
    PluginScope,
    '__' | '_n' | 'locale' | 'render' | 'applyFilters' | 'restUrl' | 'remember' | 'getCurrentUserId' | 'currentRequest'
  >;
  readonly catalogue: () => Catalogue;
  readonly ranking: () => Pick<FacetRanking, 'all'>;
  readonly urls: () => Pick<FacetUrls, 'write' | 'any'>;
  readonly cards: () => Pick<FacetCards, 'render'>;
}

export function createRenderer({ scope, catalogue, ranking, urls, cards }: RendererDeps): Renderer {
  const { __, _n, render } = scope;
  const restUrl = (route: string): string => new URL(scope.restUrl(`facet/v1/${route}`)).pathname;
  const number = (value: number): string => localNumber(value, scope.locale());

  function link({ facets, context }: Pick<WidgetData, 'facets' | 'context'>, state: FilterState): string {
    const prefix = prefixOf(context);
    const own = toParams(state, facets);
    const params = [
      ...context.params,
      ...(prefix === PREFIX
        ? urls().write(own)
        : own.map(([name, value]): [string, string] => [nameIn(prefix, name), value])),
    ];
    return params.length === 0 && context.path !== '' ? context.path : toQuery(params);
  }

  /** What the script takes a link for, which cannot read what an extension writes. */
  function stateText({ facets, context }: Pick<WidgetData, 'facets' | 'context'>, state: FilterState): string {
    return urls().any() && prefixOf(context) === PREFIX
      ? JSON.stringify(Object.fromEntries(toParams(state, facets)))
      : '';
  }

  const body = createFacetBody({ scope, number, unitOf });

  function unitOf(facet: Facet): string {
    return facet.unit !== '' ? facet.unit : facet.source === 'price' ? catalogue().currency() : '';
  }

  async function facetsParts(data: WidgetData): Promise<TextPart[]> {
    const facets = data.facets.filter(({ slug }) => data.shown.has(slug));
    const made = await mapInOrder(facets, (facet) =>
      andThen(keptBody(facet, data), (kept) =>
        andThen(scope.applyFilters<string>('facet/facet_html', kept.text, facet), (html): TextPart =>
          html === kept.text ? kept : { text: html },
        ),
      ),
    );
    const groups = facets.flatMap((facet, i) => (made[i].text === '' ? [] : [groupOf(facet, data)]));
    const frame = await keptFrame(
      groups,
      unshownState(data, new Set(groups.map(({ facet }) => (facet.kind.state === 'search' ? 'q' : facet.slug)))),
    );
    return filled(
      frame,
      made.filter(({ text }) => text !== ''),
    );
  }

  /** What stands around the bodies: it depends on what is chosen of each, whatever that is. */
  function keptFrame(groups: readonly Group[], hidden: readonly Hidden[]): MaybePromise<Frame> {
    const key = [groups.map(({ facet, id, chosen, open }) => [facetMark(facet), id, chosen, open]), hidden];
    return oncePerUser(scope, 'frame', key, async () =>
      frameOf(
        await render('facets', {
          groups: groups.map((group, i) => ({ ...group, html: gap(i), plain: isPlain(group.facet) })),
          hidden,
          showHint: groups.length > 0,
        }),
      ),
    );
  }

  /** Whatever else is chosen, a facet with the same values, numbers and marks looks the same. */
  function keptBody(facet: Facet, data: WidgetData): MaybePromise<TextPart> {
    const { context, state, answer, counts, finds, names } = data;
    const made = async (): Promise<TextPart> => ({ text: await body.html(facet, data) });
    // What a type of an extension writes is its own affair.
    if (typeof facet.kind.state !== 'string') return made();
    const key = [
      facetMark(facet),
      names.mark(facet.source),
      context.instance,
      context.category,
      context.term,
      data.scale(facet.source),
      finds.get(facet.slug) ?? '',
      facet.kind.state === 'search'
        ? state.search
        : [state.values.get(facet.slug) ?? [], state.ranges.get(facet.slug) ?? {}],
      [...(counts.get(facet.slug) ?? [])],
      answer.bounds.get(facet.slug) ?? {},
      unitOf(facet),
    ];
    return oncePerUser(scope, 'body', key, made);
  }

  /** What is chosen without an input on this page: the form sends it along. */
  function unshownState({ state, facets, context }: WidgetData, shown: ReadonlySet<string>): Hidden[] {
    return toParams({ ...state, orderby: '', page: 1 }, facets).flatMap(([name, value]) =>
      shown.has(name.slice(PREFIX.length)) ? [] : [{ name: nameIn(prefixOf(context), name), value }],
    );
  }

  function chips({ facets, state, names, context, scale }: Parameters<Renderer['chips']>[0]): Chip[] {
    const chip = (label: string, words: string, without: FilterState): Chip => ({
      label,
      words,
      without,
      href: link({ facets, context }, without),
      spelled: stateText({ facets, context }, without),
    });
    const found = facets.flatMap((facet): Chip[] => {
      const values = state.values.get(facet.slug) ?? [];
      const range = state.ranges.get(facet.slug);
      const own = state.own?.get(facet.slug);
      if (own !== undefined) {
        const said = facet.kind.describe?.(own, facet) ?? '';
        return [chip(`${facet.label}: ${said}`.replace(/: $/, ''), said || facet.label, withoutOwn(state, facet.slug))];
      }
      if (range) {
        const said = rangeText(facet, range.min, range.max, scale(facet.source));
        return [
          chip(
            `${facet.label}: ${said}`,
            facet.source === 'price' ? said : `${facet.label} ${said}`,
            withoutRange(state, facet.slug),
          ),
        ];
      }
      return values.map((value) => {
        const name =
          shownValues(facet, names)
            .list()
            .find(({ slug }) => slug === value)?.label ?? value;
        const alone = lookOf(facet.kind).toggle && name === facet.label;
        return chip(
          alone ? name : `${facet.label}: ${name}`,
          name === __('Yes') || name === __('No') ? `${facet.label}: ${name}` : name,
          withValues(
            state,
            facet.slug,
            values.filter((other) => other !== value),
          ),
        );
      });
    });
    if (state.search === '') return found;
    const orderby = state.orderby === 'relevance' ? '' : state.orderby;
    return [
      ...found,
      chip(__('Search: “%s”', state.search), __('“%s”', state.search), { ...state, search: '', orderby, page: 1 }),
    ];
  }

  function rangeText(facet: Facet, min: number | null, max: number | null, scale: number): string {
    const text = (end: number): string =>
      facet.source === 'price'
        ? catalogue().formatPrice(Math.round(end * scale))
        : [number(end), unitOf(facet)].filter(Boolean).join(' ');
    if (min !== null && max !== null) return `${text(min)} – ${text(max)}`;
    return min !== null ? __('from %s', text(min)) : __('up to %s', text(max ?? 0));
  }

  /** An extension's cards, or the shop's own. */
  async function cardsPart({ settings, products }: WidgetData): Promise<TextPart> {
    const own = settings.card ? await cards().render(settings.card, products) : '';
    // The same list that was kept tells as much as all that is in it.
    return own === ''
      ? oncePerUserApart(scope, 'cards', [Object.isFrozen(products) ? numberOf(products) : products], async () => ({
          text: await catalogue().renderCards(products),
        }))
      : { text: own };
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
    clearSpelled: string;
  } {
    const cleared = { ...EMPTY_STATE, orderby: data.state.orderby === 'relevance' ? '' : data.state.orderby };
    return { clearHref: link(data, cleared), clearSpelled: stateText(data, cleared) };
  }

  function meantLink(data: WidgetData): object {
    if (data.meant === undefined) return {};
    const meant = { ...data.state, search: data.meant, page: 1 };
    return { meant: data.meant, meantHref: link(data, meant), meantSpelled: stateText(data, meant) };
  }

  return {
    chips,
    values: body.values,

    async fragments(data) {
      const { answer, state, context } = data;
      const count_text = countText(answer.found);
      const filtered = isFiltered(state);
      const pages = pageLinks(answer.page, answer.pages).map((page) => ({
        ...page,
        href: link(data, { ...state, page: page.number }),
        spelled: stateText(data, { ...state, page: page.number }),
        label: __('Page %s', number(page.number)),
        text: number(page.number),
      }));
      const at = (page: number): object | undefined =>
        page >= 1 && page <= answer.pages
          ? { href: link(data, { ...state, page }), spelled: stateText(data, { ...state, page }) }
          : undefined;
      const products = answer.found > 0 ? [await cardsPart(data)] : [];
      const parts: FragmentParts = {
        facets_html: await facetsParts(data),
        toolbar_html: [
          {
            text: await render('toolbar', {
              countText: count_text,
              sorts: sorts(state),
              chips: chips(data),
              filtered,
              ...clearLink(data),
              id: context.instance,
              orderName: `${prefixOf(context)}orderby`,
              gone: data.gone.join(', '),
            }),
          },
        ],
        results_html: filled(
          frameOf(
            await render('results', {
              found: answer.found,
              cards: products.map((_, i) => gap(i)).join(''),
              columns: context.columns || data.settings.columns,
              filtered,
              ...clearLink(data),
              ...meantLink(data),
              ways: data.ways.map((way) => ({ ...way, foundText: countText(way.found ?? 0) })),
            }),
          ),
          products,
        ),
        pagination_html:
          answer.pages > 1
            ? [
                {
                  text: await render('pagination', { pages, previous: at(answer.page - 1), next: at(answer.page + 1) }),
                },
              ]
            : [],
      };
      return noteParts(
        {
          facets_html: joined(parts.facets_html),
          toolbar_html: joined(parts.toolbar_html),
          results_html: joined(parts.results_html),
          pagination_html: joined(parts.pagination_html),
          found: answer.found,
          count_text,
          ...(urls().any() && prefixOf(context) === PREFIX ? { address: link(data, state) } : {}),
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
        path: context.path,
        spelled: stateText(data, data.state),
        prefix: prefixOf(context),
        words: context.leads === 'page' ? choiceWords(chips(data)) : '',
        chosen: data.state.values.size + data.state.ranges.size + (data.state.own?.size ?? 0),
      });
    },
  };
}

/** A facet as it stands in the list of facets. */
interface Group {
  readonly facet: Facet;
  readonly id: string;
  /** How many of its values are chosen. */
  readonly chosen: number;
  readonly open: boolean;
}

function groupOf(facet: Facet, { state, finds, context }: WidgetData): Group {
  const chosen =
    state.values.get(facet.slug)?.length ?? (state.ranges.has(facet.slug) || state.own?.has(facet.slug) ? 1 : 0);
  return {
    facet,
    id: `${context.instance}-${facet.slug}`,
    chosen,
    open: !facet.collapsed || chosen > 0 || finds.has(facet.slug),
  };
}

/** A field that only carries something along. */
interface Hidden {
  readonly name: string;
  readonly value: string;
}

/** What tells a facet from any other. */
const facetMark = (facet: Facet): string => (hasNumber(facet) ? String(numberOf(facet)) : JSON.stringify(facet));

/** Without a heading of its own. */
const isPlain = ({ kind }: Facet): boolean => stateOf(kind) === 'search' || lookOf(kind).toggle === true;
