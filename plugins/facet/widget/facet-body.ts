import type { PluginScope } from 'plinth';
import { type Facet, isList, lookOf, stateOf } from '../settings/facet-types.js';
import { PREFIX } from '../url-state/filter-state.js';
import { FIND, MAX_FIND } from '../url-state/value-finds.js';
import { optionsView, rangeView } from './facet-view.js';
import { countsByForm } from './plural-forms.js';
import { hasField, listedFacet, listValues, MOST_VALUES } from './value-listing.js';
import { below, type NamedValue } from './value-names.js';
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

export function createFacetBody({ scope, number, unitOf }: FacetBodyDeps): FacetBody {
  const { __, _n, render } = scope;

  function valuesOf(facet: Facet, { names, context }: BodyData): readonly NamedValue[] {
    const all = names.list(facet.source);
    // On the page of a category, only what is below it narrows anything down.
    const list = facet.source === CATEGORIES && context.category > 0 ? below(all, String(context.category)) : all;
    return lookOf(facet.kind).toggle ? list.slice(0, 1) : list;
  }

  function textOf(found: number, shown: number, find: string): string {
    if (found === 0) return __('Nothing here has this name.');
    if (found <= shown) return foundText(found, number(found));
    return find === '' ? __('Showing %s of %s', number(shown), number(found)) : __('Showing %s of %s matches', number(shown), number(found));
  }

  const foundText = (found: number, text: string): string => _n('%s match', '%s matches', found, text);

  /** The forms of “3 matches” by the plural category of the language, for the script. */
  function foundForms(): string {
    return JSON.stringify(Object.fromEntries([...countsByForm(scope.locale())].map(([form, count]) => [form, foundText(count, '%s')])));
  }

  function list(facet: Facet, data: BodyData): { dropdown: boolean; body: Readonly<Record<string, unknown>>; found: number; total: number; text: string } {
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
    const view = optionsView({ facet: shape, values: listing.values, counts, chosen, instance: context.instance, searchable });
    const cut = listing.total > MOST_VALUES;
    const radio = look === 'options' && listed.kind.state === 'single' && !toggle;
    const text = textOf(listing.found, listing.shown, find);
    const body = {
      ...view,
      facet: shape,
      id: `${context.instance}-${facet.slug}`,
      name: view.options[0]?.name ?? '',
      radio, inputType: radio ? 'radio' : 'checkbox', any: chosen.length === 0,
      moreCount: view.more.length,
      searchable, field, lettered: letters, cut, find,
      // What the page does not hold is asked for.
      asks: cut || finding,
      none: listing.found === 0,
      note: cut && listing.found > 0 ? text : '',
      letters: listing.letters.map((letter) => ({ letter, pressed: find === `^${letter}` })),
      letterPressed: find.startsWith('^'),
      words: find.startsWith('^') ? '' : find,
      findName: `${FIND}[${facet.slug}]`, maxFind: MAX_FIND,
      foundForms: searchable ? foundForms() : '',
    };
    return { dropdown: look === 'dropdown', body, found: listing.found, total: listing.total, text };
  }

  async function tree(facet: Facet, data: BodyData): Promise<string> {
    const { context, state } = data;
    const view = optionsView({ facet, values: valuesOf(facet, data), counts: data.counts.get(facet.slug) ?? new Map(), chosen: state.values.get(facet.slug) ?? [], instance: context.instance, searchable: false });
    return view.options.length === 0 ? '' : render('facet-hierarchy', { facet, id: `${context.instance}-${facet.slug}`, ...view, moreCount: view.more.length });
  }

  return {
    async html(facet, data) {
      const { state, answer, context } = data;
      const heading = { facet, id: `${context.instance}-${facet.slug}` };
      const kind = stateOf(facet.kind);
      if (kind === 'own') return facet.kind.render?.({ facet, state: state.own?.get(facet.slug), name: PREFIX + facet.slug, id: heading.id, counts: data.counts.get(facet.slug) ?? new Map<string, number>() }) ?? '';
      if (kind === 'search') return render('facet-search', { ...heading, value: state.search });
      if (kind === 'range') {
        const range = rangeView(facet, answer.bounds.get(facet.slug), state.ranges.get(facet.slug), data.scale(facet.source), unitOf(facet), context.instance);
        return range.known ? render('facet-range', { ...heading, range }) : '';
      }
      if (lookOf(facet.kind).view === 'tree') return tree(facet, data);
      const { dropdown, body, total } = list(facet, data);
      if (total === 0) return '';
      return dropdown ? render('facet-dropdown', body) : render('facet-options', { ...body, values_html: await render('facet-values', body) });
    },

    async values(facet, data) {
      if (!isList(facet.kind) || lookOf(facet.kind).view === 'tree') return undefined;
      const { dropdown, body, found, total, text } = list(facet, data);
      return dropdown ? undefined : { html: await render('facet-values', body), found, total, text };
    },
  };
}
