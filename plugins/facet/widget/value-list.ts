import type { PluginScope } from 'plinth';
import { type Facet, listStyleOf } from '../settings/facet-types.js';
import { prefixedName, prefixOf } from '../url-state/variable-prefix.js';
import { FIND, MAX_FIND } from '../url-state/value-finds.js';
import { optionsView } from './facet-view.js';
import { countOptions, LARGE_TREE, withPaths } from './large-tree.js';
import { treeHtml, optionsHtml, type OptionView } from './option-html.js';
import { countsByForm } from './language-rules.js';
import { type FacetValue, displayedValues } from './visible-values.js';
import { hasField, listedFacet, listValues, MAX_VALUES } from './value-listing.js';
import { descendantsOf } from './value-names.js';
import type { WidgetData } from './widget-data.js';

/** The rendered values of a facet, with their summary. */
export interface FacetValues {
  readonly html: string;
  /** Number of values that match the search. */
  readonly found: number;
  /** Number of all values. */
  readonly total: number;
  /** Text with the number of values found, or the number shown of them. */
  readonly text: string;
}

/** Data for rendering the body of a facet. */
export type BodyData = Pick<
  WidgetData,
  'state' | 'valueSearches' | 'result' | 'counts' | 'names' | 'context' | 'scale'
>;

/** The data of a flat list for its views. */
interface ListData {
  readonly dropdown: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly found: number;
  readonly total: number;
  readonly text: string;
}

/** The data of a tree for its views. */
interface TreeData {
  /** Whether it has a search field, which finds values at any depth. */
  readonly field: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly values: FacetValues;
}

/** Labels the values of the page; their own names when absent. */
type NameValues = (values: readonly FacetValue[]) => readonly FacetValue[];

/** Creates the values of a facet that has a list. */
interface ValueLists {
  list(facet: Facet, data: BodyData): ListData;
  /** Returns a tree, with a search field if it is large; undefined if it has no values. */
  tree(facet: Facet, data: BodyData): Promise<TreeData | undefined>;
}

interface ValueListDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'render'>;
  /** Formats a number in the visitor's language. */
  number(value: number): string;
}

const CATEGORIES = 'tax:product_cat';

export function createValueLists({ scope, number }: ValueListDeps): ValueLists {
  const { __, _n, render } = scope;

  function textOf(found: number, shownCount: number, find: string): string {
    if (found === 0) return __('No matching values.');
    if (found <= shownCount) return foundText(found, number(found));
    return find === ''
      ? __('Showing %s of %s', number(shownCount), number(found))
      : __('Showing %s of %s matches', number(shownCount), number(found));
  }

  const foundText = (found: number, text: string): string => _n('%s match', '%s matches', found, text);

  /** Returns the forms of “3 matches” by plural category of the language, for the script. */
  function foundForms(): string {
    return JSON.stringify(
      Object.fromEntries([...countsByForm(scope.locale())].map(([form, count]) => [form, foundText(count, '%s')])),
    );
  }

  function list(facet: Facet, data: BodyData, applyLabels: NameValues = (values) => values): ListData {
    const { state, context } = data;
    const selectedSlugs = state.values.get(facet.slug) ?? [];
    const counts = data.counts.get(facet.slug) ?? new Map<string, number>();
    const searchText = data.valueSearches.get(facet.slug) ?? '';
    const listing = listValues({ facet, values: valuesOf(facet, data), counts, selectedSlugs, find: searchText });
    const shape = layoutOf(facet, listing.total, searchText);
    const { searchable, inputType } = shape;
    const view = optionsView({
      facet: shape.facet,
      values: applyLabels(listing.values),
      counts,
      selectedSlugs,
      instance: context.instance,
      locale: scope.locale(),
      searchable,
    });
    const isCut = listing.total > MAX_VALUES;
    const text = textOf(listing.found, listing.shownCount, searchText);
    const showCounts = shape.facet.show_counts;
    const listHtml = (options: readonly OptionView[]): string =>
      optionsHtml(options, { inputType, showCounts, searchable, hasLetters: shape.letters }, scope);
    const body = {
      ...view,
      options_html: listHtml(view.options),
      more_html: listHtml(view.more),
      facet: shape.facet,
      id: `${context.instance}-${facet.slug}`,
      name: view.options[0]?.name ?? '',
      radio: shape.radio,
      inputType,
      any: selectedSlugs.length === 0,
      moreCount: view.more.length,
      searchable,
      field: shape.field,
      lettered: shape.letters,
      cut: isCut,
      // The script requests values that the page does not have.
      asks: isCut || shape.finding,
      none: listing.found === 0,
      note: isCut && listing.found > 0 ? text : '',
      ...findView(facet, searchText, listing.letters, context),
      foundForms: searchable ? foundForms() : '',
    };
    return { dropdown: shape.dropdown, body, found: listing.found, total: listing.total, text };
  }

  async function tree(facet: Facet, data: BodyData): Promise<TreeData | undefined> {
    const values = valuesOf(facet, data);
    const field = values.length > LARGE_TREE;
    const find = field ? (data.valueSearches.get(facet.slug) ?? '') : '';
    const flat = list(
      { ...facet, kind: { ...facet.kind, style: { view: 'options', field: 'always' } } },
      data,
      (some) => withPaths(some, values),
    );
    const { body, found, total, text } = flat;
    if (total === 0) return undefined;
    if (find !== '') return { field, body, values: { html: await render('facet-values', body), found, total, text } };
    const view = optionsView({
      facet,
      values,
      counts: data.counts.get(facet.slug) ?? new Map(),
      selectedSlugs: data.state.values.get(facet.slug) ?? [],
      instance: data.context.instance,
      locale: scope.locale(),
      searchable: false,
    });
    const tree_html = await render('facet-hierarchy', {
      facet,
      id: body.id,
      ...view,
      options_html: treeHtml(view.options, facet.show_counts, scope),
      more_html: treeHtml(view.more, facet.show_counts, scope),
      moreCount: view.more.length,
    });
    const shownCount = countOptions(view.options) + countOptions(view.more);
    const note = shownCount < total ? textOf(total, shownCount, '') : '';
    return {
      field,
      body,
      values: {
        html: field ? await render('facet-tree', { ...body, note, tree_html }) : tree_html,
        found,
        total,
        text: textOf(total, shownCount, ''),
      },
    };
  }

  return { list: (facet, data) => list(facet, data), tree };
}

/** Returns the values that a facet offers in the context of the widget. */
function valuesOf(facet: Facet, { names, context, state }: BodyData): readonly FacetValue[] {
  const selectedSlugs = state.values.get(facet.slug) ?? [];
  const allValues = displayedValues(facet, names).list();
  const visible = allValues.some(({ hidden }) => hidden)
    ? allValues.filter(({ hidden, slug }) => !hidden || selectedSlugs.includes(slug))
    : allValues;
  // On the page of a category, only its descendants narrow the list further.
  const descendants =
    facet.source === CATEGORIES && context.category > 0 ? descendantsOf(visible, String(context.category)) : visible;
  // On the page of a brand, all products have that brand.
  const list =
    context.term > 0 && facet.source.startsWith('tax:')
      ? descendants.filter(({ key }) => key !== String(context.term))
      : descendants;
  return listStyleOf(facet.kind).toggle ? list.slice(0, 1) : list;
}

/** Returns how a list is shown during a search among its values. */
function layoutOf(facet: Facet, total: number, find: string) {
  const shownFacet = listedFacet(facet, total);
  const { view: listView, letters = false, toggle = false } = listStyleOf(shownFacet.kind);
  const field = listView === 'options' && hasField(listStyleOf(shownFacet.kind), total);
  const searchable = field || letters;
  const isSearching = find !== '' && searchable;
  const radio = listView === 'options' && shownFacet.kind.state === 'single' && !toggle;
  return {
    facet: isSearching ? { ...shownFacet, order: 'position' as const, limit: 0 } : shownFacet,
    dropdown: listView === 'dropdown',
    field,
    letters,
    searchable,
    finding: isSearching,
    radio,
    inputType: radio ? ('radio' as const) : ('checkbox' as const),
  };
}

/** Returns the search data for the view. */
function findView(facet: Facet, find: string, letters: readonly string[], context: BodyData['context']) {
  const byLetter = find.startsWith('^');
  return {
    find,
    letters: letters.map((letter) => ({ letter, pressed: find === `^${letter}` })),
    letterPressed: byLetter,
    text: byLetter ? '' : find,
    findName: `${prefixedName(prefixOf(context), FIND)}[${facet.slug}]`,
    maxFind: MAX_FIND,
  };
}
