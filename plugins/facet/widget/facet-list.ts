import { mapSeries, type PluginScope } from 'plinth';
import { type Facet, listStyleOf, stateOf } from '../settings/facet-types.js';
import { PREFIX, toParams } from '../url-state/filter-state.js';
import { prefixedName, prefixOf } from '../url-state/variable-prefix.js';
import type { FacetBody } from './facet-body.js';
import { hasCacheId, cacheIdOf, cachePerUser } from './render-cache.js';
import { fillFrame, type Frame, parseFrame, gap, type TextPart } from './text-parts.js';
import type { WidgetData } from './widget-data.js';

interface FacetListDeps {
  readonly scope: Pick<
    PluginScope,
    'render' | 'applyFilters' | 'locale' | 'cache' | 'getCurrentUserId' | 'currentRequest'
  >;
  readonly body: FacetBody;
  unitOf(facet: Facet): string;
}

/** Creates the renderer of the facet list, in parts that remain the same across selections. */
export function createFacetList({ scope, body, unitOf }: FacetListDeps): (data: WidgetData) => Promise<TextPart[]> {
  const { render } = scope;

  /** Returns the markup around the bodies; it depends on the number of selected values only. */
  async function cachedFrame(groups: readonly Group[], hidden: readonly HiddenField[]): Promise<Frame> {
    const key = [
      groups.map(({ facet, id, selectedCount, open }) => [facetCacheKey(facet), id, selectedCount, open]),
      hidden,
    ];
    return cachePerUser(scope, 'frame', key, async () =>
      parseFrame(
        await render('facets', {
          groups: groups.map((group, i) => ({ ...group, html: gap(i), plain: isPlain(group.facet) })),
          hidden,
          showHint: groups.length > 0,
        }),
      ),
    );
  }

  /**
   * Returns the body of a facet; it is the same for equal values, counts and checked options, whatever else is
   * selected.
   */
  async function cachedBody(facet: Facet, data: WidgetData): Promise<TextPart> {
    const { context, state, result, counts, valueSearches, names } = data;
    const renderBody = async (): Promise<TextPart> => ({ text: await body.html(facet, data) });
    // The output of an extension's type may depend on anything, so it is not cached.
    if (typeof facet.kind.state !== 'string') return renderBody();
    const key = [
      facetCacheKey(facet),
      names.cacheKey(facet.source),
      context.instance,
      context.category,
      context.term,
      data.scale(facet),
      valueSearches.get(facet.slug) ?? '',
      facet.kind.state === 'search'
        ? state.search
        : [state.values.get(facet.slug) ?? [], state.ranges.get(facet.slug) ?? {}],
      [...(counts.get(facet.slug) ?? [])],
      result.bounds.get(facet.slug) ?? {},
      unitOf(facet),
    ];
    return cachePerUser(scope, 'body', key, renderBody);
  }

  /** Returns selections without an input on this page, which the form sends as hidden fields. */
  function hiddenFieldsOf({ state, facets, context }: WidgetData, shownSlugs: ReadonlySet<string>): HiddenField[] {
    return toParams({ ...state, orderby: '', page: 1 }, facets).flatMap(([name, value]) =>
      shownSlugs.has(name.slice(PREFIX.length)) ? [] : [{ name: prefixedName(prefixOf(context), name), value }],
    );
  }

  return async (data) => {
    const facets = data.facets.filter(({ slug }) => data.shownSlugs.has(slug));
    const bodies = await mapSeries(facets, async (facet) => {
      const part = await cachedBody(facet, data);
      const html = await scope.applyFilters<string>('facet/facet_html', part.text, facet);
      return html === part.text ? part : { text: html };
    });
    const groups = facets.flatMap((facet, i) => ((bodies[i]?.text ?? '') === '' ? [] : [groupOf(facet, data)]));
    const frame = await cachedFrame(
      groups,
      hiddenFieldsOf(data, new Set(groups.map(({ facet }) => (facet.kind.state === 'search' ? 'q' : facet.slug)))),
    );
    return fillFrame(
      frame,
      bodies.filter(({ text }) => text !== ''),
    );
  };
}

/** A facet in the facet list. */
interface Group {
  readonly facet: Facet;
  readonly id: string;
  /** Number of selected values. */
  readonly selectedCount: number;
  readonly open: boolean;
}

function groupOf(facet: Facet, { state, valueSearches, context }: WidgetData): Group {
  const selectedCount =
    state.values.get(facet.slug)?.length ??
    (state.ranges.has(facet.slug) || state.customStates?.has(facet.slug) ? 1 : 0);
  return {
    facet,
    id: `${context.instance}-${facet.slug}`,
    selectedCount,
    open: !facet.collapsed || selectedCount > 0 || valueSearches.has(facet.slug),
  };
}

/** A hidden form field. */
interface HiddenField {
  readonly name: string;
  readonly value: string;
}

/** Returns a key that identifies a facet. */
const facetCacheKey = (facet: Facet): string => (hasCacheId(facet) ? String(cacheIdOf(facet)) : JSON.stringify(facet));

/** Whether the facet has no heading of its own. */
const isPlain = ({ kind }: Facet): boolean => stateOf(kind) === 'search' || listStyleOf(kind).toggle === true;
