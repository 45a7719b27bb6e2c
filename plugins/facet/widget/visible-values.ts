import { type Facet, lookOf } from '../settings/facet-types.js';
import type { ValueEdit } from '../settings/value-edits.js';
import type { NamedValue, ValueNames } from './value-names.js';

/** A value of a facet with the owner's edits applied. */
export interface ShownValue extends NamedValue {
  /** Slugs of the source's values that it includes, if these are several or differ from its own. */
  readonly members?: readonly string[];
  readonly hidden?: boolean;
  readonly pinned?: boolean;
}

/** The values of one facet: those of the source, as renamed, merged, hidden and ordered by the owner. */
export interface ShownValues {
  /** Returns all values, including hidden ones, since an old link may select them. */
  list(): readonly ShownValue[];
  /** Returns the canonical slug of a value in a URL, given by its own name or by one that was merged into it. */
  slug(named: string): string | undefined;
  /** Returns the engine's keys of a value. */
  keys(slug: string): readonly string[];
}

const shownValuesCache = new WeakMap<ValueNames, Map<string, ShownValues>>();

/** Returns the values of a facet, computed once per request; a facet without edits uses the source's values. */
export function shownValues(facet: Facet, names: ValueNames): ShownValues {
  const known = shownValuesCache.get(names) ?? new Map<string, ShownValues>();
  shownValuesCache.set(names, known);
  const values = known.get(facet.slug) ?? makeValues(facet, names);
  known.set(facet.slug, values);
  return values;
}

function makeValues(facet: Facet, names: ValueNames): ShownValues {
  if (isBands(facet)) return bandValues(facet.values);
  return facet.values.length === 0 ? plainValues(facet, names) : editedValues(facet, names);
}

/** Whether a facet offers bands of numbers. */
export const isBands = ({ kind }: Facet): boolean => lookOf(kind).bands === true;

function plainValues({ source }: Facet, names: ValueNames): ShownValues {
  return {
    list: () => names.list(source),
    slug: (named) => names.slug(source, named),
    keys: (slug) => names.keys(source, slug),
  };
}

function bandValues(edits: readonly ValueEdit[]): ShownValues {
  const list = edits
    .filter(({ from, to }) => from !== undefined || to !== undefined)
    .map((edit): ShownValue => ({
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

function editedValues(facet: Facet, names: ValueNames): ShownValues {
  const { source, values: edits } = facet;
  const originals = names.list(source);
  const bySlug = new Map(originals.map((value) => [value.slug, value]));
  /** Returns the slug of the source's value that an edit names, however it is written. */
  const original = (named: string): string => names.slug(source, named) ?? named;
  const editOf = new Map(edits.map((edit) => [original(edit.value), edit]));
  const takenBy = new Map(
    edits.flatMap((edit) =>
      (edit.merged ?? []).map((member): [string, string] => [original(member), original(edit.value)]),
    ),
  );
  const keyOf = (slug: string): string => bySlug.get(slug)?.key ?? `group-${slug}`;
  const parents = new Map(
    [...takenBy].flatMap(([member, slug]) => (bySlug.has(member) ? [[keyOf(member), keyOf(slug)] as const] : [])),
  );

  function toShownValue(slug: string, value: NamedValue | undefined): ShownValue {
    const edit = editOf.get(slug);
    const members = edit?.merged?.length
      ? [...(value ? [slug] : []), ...edit.merged.map(original).filter((member) => bySlug.has(member))]
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
      ({ value, merged }) => !bySlug.has(original(value)) && merged?.some((member) => bySlug.has(original(member))),
    )
    .map(({ value }) => toShownValue(value, undefined));
  const visibleValues = [
    ...groups,
    ...originals.filter(({ slug }) => !takenBy.has(slug)).map((value) => toShownValue(value.slug, value)),
  ];
  const list = facet.order === 'manual' ? byHand(visibleValues, [...editOf.keys()]) : visibleValues;
  const shownBySlug = new Map(list.map((value) => [value.slug, value]));
  return {
    list: () => list,
    slug(named) {
      const own = original(named);
      const slug = takenBy.get(own) ?? own;
      return shownBySlug.has(slug) ? slug : undefined;
    },
    keys: (slug) => (shownBySlug.get(slug)?.members ?? [slug]).flatMap((member) => names.keys(source, member)),
  };
}

/** Sorts values in the manual order; values without a position come last. */
function byHand(values: readonly ShownValue[], order: readonly string[]): ShownValue[] {
  const positions = new Map(order.map((slug, position) => [slug, position]));
  return [...values].sort((a, b) => (positions.get(a.slug) ?? order.length) - (positions.get(b.slug) ?? order.length));
}
