import type { PluginScope } from 'plinth';
import { type Facet, isList, listStyleOf, stateOf } from '../settings/facet-types.js';
import { prefixOf } from '../url-state/variable-prefix.js';
import { rangeView } from './facet-view.js';
import { countsByForm } from './language-rules.js';
import { type BodyData, createValueLists, type FacetValues } from './value-list.js';

/** Renders the content below the heading of a facet. */
export interface FacetBody {
  html(facet: Facet, data: BodyData): Promise<string>;
  /**
   * Renders the list alone, to replace it during a search; undefined if the facet is not a list or cannot be searched.
   */
  values(facet: Facet, data: BodyData): Promise<FacetValues | undefined>;
}

interface FacetBodyDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'render'>;
  /** Formats a number in the visitor's language. */
  number(value: number): string;
  unitOf(facet: Facet): string;
}

const barsHtml = (bars: readonly { readonly height: number; readonly inside: boolean }[]): string =>
  bars
    .map(
      ({ height, inside }, x) =>
        `<rect x="${x}" y="${100 - height}" width="0.86" height="${height}"${inside ? ' class="facet-bars__bar--in-range"' : ''}/>`,
    )
    .join('');

export function createFacetBody({ scope, number, unitOf }: FacetBodyDeps): FacetBody {
  const { __, _n, render } = scope;
  const { list, tree } = createValueLists({ scope, number });

  /** Returns the texts of the list of suggestions, for the script. */
  function suggestTexts(): string {
    const counts = Object.fromEntries(
      [...countsByForm(scope.locale())].map(([form, count]) => [
        form,
        _n('%s suggestion', '%s suggestions', count, '%s'),
      ]),
    );
    return JSON.stringify({
      list: __('Suggestions'),
      spelling: __('Did you mean:'),
      words: __('Search term'),
      categories: __('Categories'),
      brands: __('Brands'),
      products: __('Products'),
      counts,
    });
  }

  async function renderCustom(facet: Facet, { state, counts, context, result }: BodyData): Promise<string> {
    // A range that no product of the list has is not shown, unless it is selected.
    if (facet.kind.range && !state.customStates?.has(facet.slug) && result.bounds.get(facet.slug)?.min == null)
      return '';
    const html = await facet.kind.render?.({
      facet,
      state: state.customStates?.get(facet.slug),
      name: prefixOf(context) + facet.slug,
      id: idOf(facet, context),
      counts: counts.get(facet.slug) ?? new Map<string, number>(),
    });
    return html ?? '';
  }

  async function renderSearch(facet: Facet, { state, context }: BodyData): Promise<string> {
    return render('facet-search', {
      facet,
      id: idOf(facet, context),
      name: `${prefixOf(context)}q`,
      value: state.search,
      suggest: suggestTexts(),
    });
  }

  async function renderRange(facet: Facet, { state, result, context, scale }: BodyData): Promise<string> {
    const view = rangeView(facet, result.bounds.get(facet.slug), state.ranges.get(facet.slug), {
      scale: scale(facet),
      unit: unitOf(facet),
      instance: context.instance,
    });
    return view.isUseful
      ? render('facet-range', { facet, id: idOf(facet, context), range: view, ...sliderData(view) })
      : '';
  }

  async function renderValues(facet: Facet, data: BodyData): Promise<string> {
    if (listStyleOf(facet.kind).view === 'tree') {
      const treeView = await tree(facet, data);
      if (!treeView) return '';
      return treeView.field
        ? render('facet-options', { ...treeView.body, values_html: treeView.values.html })
        : treeView.values.html;
    }
    const { dropdown, body, total } = list(facet, data);
    if (total === 0) return '';
    return dropdown
      ? render('facet-dropdown', body)
      : render('facet-options', { ...body, values_html: await render('facet-values', body) });
  }

  return {
    async html(facet, data) {
      const kind = stateOf(facet.kind);
      if (kind === 'own') return renderCustom(facet, data);
      if (kind === 'search') return renderSearch(facet, data);
      return kind === 'range' ? renderRange(facet, data) : renderValues(facet, data);
    },

    async values(facet, data) {
      if (!isList(facet.kind)) return undefined;
      if (listStyleOf(facet.kind).view === 'tree') {
        const treeView = await tree(facet, data);
        return treeView?.field ? treeView.values : undefined;
      }
      const { dropdown, body, found, total, text } = list(facet, data);
      return dropdown ? undefined : { html: await render('facet-values', body), found, total, text };
    },
  };
}

const idOf = (facet: Facet, { instance }: BodyData['context']): string => `${instance}-${facet.slug}`;

/** Returns the data for rendering the slider and its bars. */
function sliderData({ stops, bars, from, to, unit }: ReturnType<typeof rangeView>): Readonly<Record<string, unknown>> {
  const text = (index: number): string => `${stops[index] ?? ''} ${unit}`.trim();
  return {
    stopsText: stops.join(' '),
    lowText: text(from),
    highText: text(to),
    width: bars.length,
    bars: bars.map(({ height, inside }, x) => ({ x, y: 100 - height, height, inside })),
    bars_html: barsHtml(bars),
  };
}
