import { type Facet, lookOf } from '../settings/facet-types.js';
import type { ValueEdit } from '../settings/value-edits.js';
import type { NamedValue, ValueNames } from './value-names.js';

/** A value of a facet as the owner wants it shown. */
export interface ShownValue extends NamedValue {
  /** Slugs of the source's values that it stands for, where these are several or have another name. */
  readonly members?: readonly string[];
  readonly hidden?: boolean;
  readonly pinned?: boolean;
}

/** The values of one facet: the source's, as its owner renamed, merged, hid and put them in order. */
export interface ShownValues {
  /** Hidden ones included: they may be chosen in an old link. */
  list(): readonly ShownValue[];
  /** The one slug of a value that a URL names, by its own name or one that was merged into it. */
  slug(named: string): string | undefined;
  /** The engine's keys of a value. */
  keys(slug: string): readonly string[];
}

const made = new WeakMap<ValueNames, Map<string, ShownValues>>();

/** Makes them once for each request, and for a facet without edits not at all. */
export function shownValues(facet: Facet, names: ValueNames): ShownValues {
  const known = made.get(names) ?? new Map<string, ShownValues>();
  made.set(names, known);
  const values = known.get(facet.slug) ?? makeValues(facet, names);
  known.set(facet.slug, values);
  return values;
}

function makeValues(facet: Facet, names: ValueNames): ShownValues {
  if (isBands(facet)) return bandValues(facet.values);
  return facet.values.length === 0 ? plainValues(facet, names) : editedValues(facet, names);
}

/** Whether a facet offers steps of numbers. */
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
  /** The slug of the source's value that an edit names, in whatever spelling. */
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

  function shown(slug: string, value: NamedValue | undefined): ShownValue {
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
    .map(({ value }) => shown(value, undefined));
  const kept = [
    ...groups,
    ...originals.filter(({ slug }) => !takenBy.has(slug)).map((value) => shown(value.slug, value)),
  ];
  const list = facet.order === 'manual' ? byHand(kept, [...editOf.keys()]) : kept;
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

/** Values in the order in which they were put, and behind them those that nobody put anywhere. */
function byHand(values: readonly ShownValue[], order: readonly string[]): ShownValue[] {
  const places = new Map(order.map((slug, place) => [slug, place]));
  return [...values].sort((a, b) => (places.get(a.slug) ?? order.length) - (places.get(b.slug) ?? order.length));
}
