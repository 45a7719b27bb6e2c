import { type Facet, listStyleOf } from '../settings/facet-types.js';
import type { ValueEdit } from '../settings/value-edits.js';
import type { FilterState } from '../url-state/filter-state.js';
import type { NamedValue, ValueNames } from './value-names.js';

/** A value of a facet with the owner's edits applied. */
export interface FacetValue extends NamedValue {
  /** Slugs of the source's values that it includes, if these are several or differ from its own. */
  readonly members?: readonly string[];
  readonly hidden?: boolean;
  readonly pinned?: boolean;
}

/** The values of one facet: those of the source, as renamed, merged, hidden and ordered by the owner. */
export interface DisplayedValues {
  /** Returns all values, including hidden ones, since an old link may select them. */
  list(): readonly FacetValue[];
  /** Returns the canonical slug of a value in a URL, given by its own name or by one that was merged into it. */
  slug(named: string): string | undefined;
  /** Returns the engine's keys of a value. */
  keys(slug: string): readonly string[];
}

const shownValuesCache = new WeakMap<ValueNames, Map<string, DisplayedValues>>();

/** Returns the values of a facet, computed once per request; a facet without edits uses the source's values. */
export function displayedValues(facet: Facet, names: ValueNames): DisplayedValues {
  const cache = shownValuesCache.get(names) ?? new Map<string, DisplayedValues>();
  shownValuesCache.set(names, cache);
  const values = cache.get(facet.slug) ?? makeValues(facet, names);
  cache.set(facet.slug, values);
  return values;
}

function makeValues(facet: Facet, names: ValueNames): DisplayedValues {
  if (isBands(facet)) return bandValues(facet.values);
  return facet.values.length === 0 ? plainValues(facet, names) : editedValues(facet, names);
}

/** Whether a facet offers bands of numbers. */
export const isBands = ({ kind }: Facet): boolean => listStyleOf(kind).bands === true;

function plainValues({ source }: Facet, names: ValueNames): DisplayedValues {
  return {
    list: () => names.list(source),
    slug: (named) => names.slug(source, named),
    keys: (slug) => names.keys(source, slug),
  };
}

function bandValues(edits: readonly ValueEdit[]): DisplayedValues {
  const list = edits
    .filter(({ from, to }) => from !== undefined || to !== undefined)
    .map((edit): FacetValue => ({
      key: edit.value,
      slug: edit.value,
      label: edit.label || bandText(edit),
      parent: '',
      swatch: '',
      hidden: edit.hidden,
      pinned: edit.pinned,
    }));
  return { list: () => list, slug: (named) => list.find(({ slug }) => slug === named)?.slug, keys: (slug) => [slug] };
}

function bandText({ from, to }: ValueEdit): string {
  if (from === undefined) return `≤ ${to ?? ''}`;
  return to === undefined ? `≥ ${from}` : `${from}–${to}`;
}

function editedValues(facet: Facet, names: ValueNames): DisplayedValues {
  const { source, values: edits } = facet;
  const sourceValues = names.list(source);
  const bySlug = new Map(sourceValues.map((value) => [value.slug, value]));
  /** Returns the slug of the source's value that an edit names, however it is written. */
  const sourceSlug = (named: string): string => names.slug(source, named) ?? named;
  const editOf = new Map(edits.map((edit) => [sourceSlug(edit.value), edit]));
  const mergedInto = new Map(
    edits.flatMap((edit) =>
      (edit.merged ?? []).map((member): [string, string] => [sourceSlug(member), sourceSlug(edit.value)]),
    ),
  );
  const keyOf = (slug: string): string => bySlug.get(slug)?.key ?? `group-${slug}`;
  const parents = new Map(
    [...mergedInto].flatMap(([member, slug]) => (bySlug.has(member) ? [[keyOf(member), keyOf(slug)] as const] : [])),
  );

  function toDisplayedValue(slug: string, value: NamedValue | undefined): FacetValue {
    const edit = editOf.get(slug);
    const members = edit?.merged?.length
      ? [...(value ? [slug] : []), ...edit.merged.map(sourceSlug).filter((member) => bySlug.has(member))]
      : undefined;
    const plain = value ?? { key: keyOf(slug), slug, label: slug, parent: '', swatch: '' };
    const parent = parents.get(plain.parent) ?? plain.parent;
    return {
      ...plain,
      parent: parent === plain.key ? '' : parent,
      label: edit?.label || plain.label,
      swatch: edit?.swatch || plain.swatch,
      members,
      hidden: edit?.hidden,
      pinned: edit?.pinned,
    };
  }

  const groups = edits
    .filter(
      ({ value, merged }) => !bySlug.has(sourceSlug(value)) && merged?.some((member) => bySlug.has(sourceSlug(member))),
    )
    .map(({ value }) => toDisplayedValue(value, undefined));
  const visibleValues = [
    ...groups,
    ...sourceValues.filter(({ slug }) => !mergedInto.has(slug)).map((value) => toDisplayedValue(value.slug, value)),
  ];
  const list = facet.order === 'manual' ? inManualOrder(visibleValues, [...editOf.keys()]) : visibleValues;
  const shownBySlug = new Map(list.map((value) => [value.slug, value]));
  return {
    list: () => list,
    slug(named) {
      const ownSlug = sourceSlug(named);
      const slug = mergedInto.get(ownSlug) ?? ownSlug;
      return shownBySlug.has(slug) ? slug : undefined;
    },
    keys: (slug) => (shownBySlug.get(slug)?.members ?? [slug]).flatMap((member) => names.keys(source, member)),
  };
}

/** Sorts values in the manual order; values without a position come last. */
function inManualOrder(values: readonly FacetValue[], order: readonly string[]): FacetValue[] {
  const positions = new Map(order.map((slug, position) => [slug, position]));
  return [...values].sort((a, b) => (positions.get(a.slug) ?? order.length) - (positions.get(b.slug) ?? order.length));
}

/**
 * Returns the state without values of which a descendant is selected as well: a subcategory narrows the list of its
 * category. Facets that require all selected values keep them.
 */
export function withoutAncestors(state: FilterState, facets: readonly Facet[], names: ValueNames): FilterState {
  const values = new Map(state.values);
  for (const facet of facets) {
    const selectedSlugs = values.get(facet.slug) ?? [];
    if (selectedSlugs.length < 2 || facet.operator === 'and' || isBands(facet)) continue;
    const ancestors = ancestorsOf(selectedSlugs, displayedValues(facet, names).list());
    if (ancestors.size > 0)
      values.set(
        facet.slug,
        selectedSlugs.filter((slug) => !ancestors.has(slug)),
      );
  }
  return { ...state, values };
}

/** Returns the slugs of all ancestors of values in a tree. */
function ancestorsOf(slugs: readonly string[], list: readonly FacetValue[]): ReadonlySet<string> {
  const byKey = new Map(list.map((value) => [value.key, value]));
  const ancestors = new Set<string>();
  for (const value of list.filter(({ slug }) => slugs.includes(slug)))
    for (let parent = byKey.get(value.parent); parent && !ancestors.has(parent.slug); parent = byKey.get(parent.parent))
      ancestors.add(parent.slug);
  return ancestors;
}
