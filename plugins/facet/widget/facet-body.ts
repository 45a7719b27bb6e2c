import type { PluginScope } from 'plinth';
import { type Facet, isList, lookOf, stateOf } from '../settings/facet-types.js';
import { nameIn, prefixOf } from '../url-state/own-variables.js';
import { FIND, MAX_FIND } from '../url-state/value-finds.js';
import { optionsView, rangeView } from './facet-view.js';
import { branchesHtml, optionsHtml } from './option-html.js';
import type { OptionView } from './option-view.js';
import { countOptions, LARGE_TREE, withWays } from './large-tree.js';
import { countsByForm } from './plural-forms.js';
import { hasField, listedFacet, listValues, MOST_VALUES } from './value-listing.js';
import { type ShownValue, shownValues } from './shown-values.js';
import { below } from './value-names.js';
import type { WidgetData } from './widget-data.js';

/** The values of a facet as a list, with what is said about it. */
export interface FacetValues {
  readonly html: string;
  /** Values that have what is looked for. */
  readonly found: number;
  /** Of all values. */
  readonly total: number;
  /** In words: how many were found, or how many of them are shown. */
  readonly text: string;
}

/** What the body of a facet is made of. */
export type BodyData = Pick<WidgetData, 'state' | 'finds' | 'answer' | 'counts' | 'names' | 'context' | 'scale'>;

/** Makes what stands below the heading of a facet. */
interface FacetBody {
  html(facet: Facet, data: BodyData): Promise<string>;
  /** The list alone, as it is put in place while somebody types; undefined for what is no list, or cannot be searched. */
  values(facet: Facet, data: BodyData): Promise<FacetValues | undefined>;
}

interface FacetBodyDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'render'>;
  /** A number in the visitor's language. */
  number(value: number): string;
  unitOf(facet: Facet): string;
}

const CATEGORIES = 'tax:product_cat';

const barsHtml = (bars: readonly { readonly height: number; readonly inside: boolean }[]): string =>
  bars
    .map(
      ({ height, inside }, x) =>
        `<rect x="${x}" y="${100 - height}" width="0.86" height="${height}"${inside ? ' class="facet-bars__in"' : ''}/>`,
    )
    .join('');

export function createFacetBody({ scope, number, unitOf }: FacetBodyDeps): FacetBody {
  const { __, _n, render } = scope;

  function valuesOf(facet: Facet, { names, context, state }: BodyData): readonly ShownValue[] {
    const chosen = state.values.get(facet.slug) ?? [];
    const known = shownValues(facet, names).list();
    const all = known.some(({ hidden }) => hidden)
      ? known.filter(({ hidden, slug }) => !hidden || chosen.includes(slug))
      : known;
    // On the page of a category, only what is below it narrows anything down.
    const inside = facet.source === CATEGORIES && context.category > 0 ? below(all, String(context.category)) : all;
    // On the page of a brand, all products are of the brand.
    const list =
      context.term > 0 && facet.source.startsWith('tax:')
        ? inside.filter(({ key }) => key !== String(context.term))
        : inside;
    return lookOf(facet.kind).toggle ? list.slice(0, 1) : list;
  }

  function textOf(found: number, shown: number, find: string): string {
    if (found === 0) return __('Nothing here has this name.');
    if (found <= shown) return foundText(found, number(found));
    return find === ''
      ? __('Showing %s of %s', number(shown), number(found))
      : __('Showing %s of %s matches', number(shown), number(found));
  }

  const foundText = (found: number, text: string): string => _n('%s match', '%s matches', found, text);

  /** The forms of “3 matches” by the plural category of the language, for the script. */
  function foundForms(): string {
    return JSON.stringify(
      Object.fromEntries([...countsByForm(scope.locale())].map(([form, count]) => [form, foundText(count, '%s')])),
    );
  }

  /** What the list of suggestions says, for the script. */
  function suggestWords(): string {
    const counts = Object.fromEntries(
      [...countsByForm(scope.locale())].map(([form, count]) => [
        form,
        _n('%s suggestion', '%s suggestions', count, '%s'),
      ]),
    );
    return JSON.stringify({
      list: __('Suggestions'),
      meant: __('Did you mean:'),
      words: __('Words'),
      categories: __('Categories'),
      brands: __('Brands'),
      products: __('Products'),
      counts,
    });
  }

  /** @param named what the values of the page are called; their own names when absent */
  function list(
    facet: Facet,
    data: BodyData,
    named?: (values: readonly ShownValue[]) => readonly ShownValue[],
  ): { dropdown: boolean; body: Readonly<Record<string, unknown>>; found: number; total: number; text: string } {
    const { state, context } = data;
    const chosen = state.values.get(facet.slug) ?? [];
    const counts = data.counts.get(facet.slug) ?? new Map<string, number>();
    const find = data.finds.get(facet.slug) ?? '';
    const listing = listValues({ facet, values: valuesOf(facet, data), counts, chosen, find });
    const listed = listedFacet(facet, listing.total);
    const { view: look, letters = false, toggle = false } = lookOf(listed.kind);
    const field = look === 'options' && hasField(lookOf(listed.kind), listing.total);
    const searchable = field || letters;
    const finding = find !== '' && searchable;
    const shape: Facet = finding ? { ...listed, order: 'position', limit: 0 } : listed;
    const view = optionsView({
      facet: shape,
      values: named ? named(listing.values) : listing.values,
      counts,
      chosen,
      instance: context.instance,
      locale: scope.locale(),
      searchable,
    });
    const cut = listing.total > MOST_VALUES;
    const radio = look === 'options' && listed.kind.state === 'single' && !toggle;
    const text = textOf(listing.found, listing.shown, find);
    const inputType = radio ? 'radio' : 'checkbox';
    const written = (options: readonly OptionView[]): string =>
      optionsHtml(options, { inputType, showCounts: shape.show_counts, searchable, lettered: letters }, scope);
    const body = {
      ...view,
      options_html: written(view.options),
      more_html: written(view.more),
      facet: shape,
      id: `${context.instance}-${facet.slug}`,
      name: view.options[0]?.name ?? '',
      radio,
      inputType,
      any: chosen.length === 0,
      moreCount: view.more.length,
      searchable,
      field,
      lettered: letters,
      cut,
      find,
      // What the page does not hold is asked for.
      asks: cut || finding,
      none: listing.found === 0,
      note: cut && listing.found > 0 ? text : '',
      letters: listing.letters.map((letter) => ({ letter, pressed: find === `^${letter}` })),
      letterPressed: find.startsWith('^'),
      words: find.startsWith('^') ? '' : find,
      findName: `${nameIn(prefixOf(context), FIND)}[${facet.slug}]`,
      maxFind: MAX_FIND,
      foundForms: searchable ? foundForms() : '',
    };
    return { dropdown: look === 'dropdown', body, found: listing.found, total: listing.total, text };
  }

  /** A tree; a large one with a field, by which values are found at any depth. */
  async function tree(
    facet: Facet,
    data: BodyData,
  ): Promise<{ field: boolean; body: Readonly<Record<string, unknown>>; values: FacetValues } | undefined> {
    const values = valuesOf(facet, data);
    const field = values.length > LARGE_TREE;
    const find = field ? (data.finds.get(facet.slug) ?? '') : '';
    const flat = list({ ...facet, kind: { ...facet.kind, look: { view: 'options', field: 'always' } } }, data, (some) =>
      withWays(some, values),
    );
    const { body, found, total, text } = flat;
    if (total === 0) return undefined;
    if (find !== '') return { field, body, values: { html: await render('facet-values', body), found, total, text } };
    const view = optionsView({
      facet,
      values,
      counts: data.counts.get(facet.slug) ?? new Map(),
      chosen: data.state.values.get(facet.slug) ?? [],
      instance: data.context.instance,
      locale: scope.locale(),
      searchable: false,
    });
    const tree_html = await render('facet-hierarchy', {
      facet,
      id: body.id,
      ...view,
      options_html: branchesHtml(view.options, facet.show_counts, scope),
      more_html: branchesHtml(view.more, facet.show_counts, scope),
      moreCount: view.more.length,
    });
    const shown = countOptions(view.options) + countOptions(view.more);
    const note = shown < total ? textOf(total, shown, '') : '';
    return {
      field,
      body,
      values: {
        html: field ? await render('facet-tree', { ...body, note, tree_html }) : tree_html,
        found,
        total,
        text: textOf(total, shown, ''),
      },
    };
  }

  /** What the slider and its bars are drawn with. */
  function drawn({ stops, bars, from, to, unit }: ReturnType<typeof rangeView>): Readonly<Record<string, unknown>> {
    const text = (at: number): string => `${stops[at] ?? ''} ${unit}`.trim();
    return {
      stopsText: stops.join(' '),
      lowText: text(from),
      highText: text(to),
      width: bars.length,
      bars: bars.map(({ height, inside }, x) => ({ x, y: 100 - height, height, inside })),
      bars_html: barsHtml(bars),
    };
  }

  return {
    async html(facet, data) {
      const { state, answer, context } = data;
      const heading = { facet, id: `${context.instance}-${facet.slug}` };
      const kind = stateOf(facet.kind);
      if (kind === 'own')
        return (
          facet.kind.render?.({
            facet,
            state: state.own?.get(facet.slug),
            name: prefixOf(context) + facet.slug,
            id: heading.id,
            counts: data.counts.get(facet.slug) ?? new Map<string, number>(),
          }) ?? ''
        );
      if (kind === 'search')
        return render('facet-search', {
          ...heading,
          name: `${prefixOf(context)}q`,
          value: state.search,
          suggest: suggestWords(),
        });
      if (kind === 'range') {
        const range = rangeView(
          facet,
          answer.bounds.get(facet.slug),
          state.ranges.get(facet.slug),
          data.scale(facet.source),
          unitOf(facet),
          context.instance,
        );
        return range.known ? render('facet-range', { ...heading, range, ...drawn(range) }) : '';
      }
      if (lookOf(facet.kind).view === 'tree') {
        const made = await tree(facet, data);
        return made?.field
          ? render('facet-options', { ...made.body, values_html: made.values.html })
          : (made?.values.html ?? '');
      }
      const { dropdown, body, total } = list(facet, data);
      if (total === 0) return '';
      return dropdown
        ? render('facet-dropdown', body)
        : render('facet-options', { ...body, values_html: await render('facet-values', body) });
    },

    async values(facet, data) {
      if (!isList(facet.kind)) return undefined;
      if (lookOf(facet.kind).view === 'tree') {
        const made = await tree(facet, data);
        return made?.field ? made.values : undefined;
      }
      const { dropdown, body, found, total, text } = list(facet, data);
      return dropdown ? undefined : { html: await render('facet-values', body), found, total, text };
    },
  };
}
