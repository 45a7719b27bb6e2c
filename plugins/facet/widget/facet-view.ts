import type { Bounds } from '../engine/types.js';
import { normalizeName } from '../search/normalize.js';
import { nameOrder } from '../index/name-order.js';
import { type Facet, listStyleOf } from '../settings/facet-types.js';
import { encodeValue, type Range } from '../url-state/filter-state.js';
import { prefixOf } from '../url-state/variable-prefix.js';
import { LARGE_TREE, cutLargeTree } from './large-tree.js';
import { letterOf } from './value-listing.js';
import type { OptionView } from './option-html.js';
import { type RangeScale, createRangeScale } from './range-scale.js';
import type { FacetValue } from './visible-values.js';

/** The options of a facet, split at “Show more”. */
interface OptionsView {
  readonly options: readonly OptionView[];
  readonly more: readonly OptionView[];
  readonly moreOpen: boolean;
}

/** Minimum number of options worth hiding behind a click. */
const MIN_HIDDEN = 3;
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

interface OptionsParts {
  readonly facet: Facet;
  readonly values: readonly FacetValue[];
  /** Number of products by value key. */
  readonly counts: ReadonlyMap<string, number>;
  /** Slugs of the selected values. */
  readonly selectedSlugs: readonly string[];
  readonly instance: string;
  /** Locale whose rules sort the names. */
  readonly locale: string;
  /** Whether the script filters the options by typed text or first letter. */
  readonly searchable: boolean;
}

export function optionsView({
  facet,
  values,
  counts,
  selectedSlugs,
  instance,
  locale,
  searchable,
}: OptionsParts): OptionsView {
  const { view, letters } = listStyleOf(facet.kind);
  const tree = view === 'tree';
  const selectedSlugSet = new Set(selectedSlugs);
  const name =
    prefixOf({ instance }) +
    facet.slug +
    (facet.kind.state === 'list' && listStyleOf(facet.kind).toggle !== true ? '[]' : '');
  const childrenOf = tree ? groupByParent(values) : undefined;
  const toOptionView = (value: FacetValue): OptionView => {
    const childValues = childrenOf?.get(value.key);
    const children = childValues
      ? sortOptions(childValues.map(toOptionView), facet, locale).filter((child) => isShown(child, facet))
      : [];
    const count = counts.get(value.key) ?? 0;
    const checked = selectedSlugSet.has(value.slug);
    return {
      id: `${instance}-${facet.slug}-${value.key.replace(/[^\w-]+/g, '_')}`,
      name,
      value: encodeValue(value.slug),
      label: value.label,
      count,
      checked,
      disabled: count === 0 && !checked,
      color: COLOR.test(value.swatch) ? value.swatch : '',
      image: value.swatch !== '' && !COLOR.test(value.swatch) ? value.swatch : '',
      letter: searchable ? letterOf(normalizeName(value.label)) : '',
      text: searchable ? normalizeName(value.label) : '',
      stars: facet.source === 'rating' ? '★'.repeat(Number(value.key)) + '☆'.repeat(5 - Number(value.key)) : '',
      pinned: value.pinned === true,
      children,
      open: checked || children.some((child) => child.checked || child.open),
    };
  };
  const keys = new Set(values.map(({ key }) => key));
  const roots = tree ? values.filter(({ parent }) => !keys.has(parent)) : values;
  const complete = sortOptions(roots.map(toOptionView), facet, locale).filter((option) => isShown(option, facet));
  const options = tree && values.length > LARGE_TREE ? cutLargeTree(complete) : complete;
  const showsAll =
    facet.limit === 0 || view === 'dropdown' || letters === true || options.length < facet.limit + MIN_HIDDEN;
  const limit = showsAll ? options.length : facet.limit;
  const more = options.slice(limit);
  return { options: options.slice(0, limit), more, moreOpen: more.some(({ checked, open }) => checked || open) };
}

function groupByParent(values: readonly FacetValue[]): ReadonlyMap<string, readonly FacetValue[]> {
  const groups = new Map<string, FacetValue[]>();
  for (const value of values) {
    const group = groups.get(value.parent);
    if (group) group.push(value);
    else groups.set(value.parent, [value]);
  }
  return groups;
}

/** A selected value is always shown, so that it can be deselected. */
const isShown = (option: OptionView, { hide_empty }: Facet): boolean =>
  !hide_empty || option.count > 0 || option.checked || option.open;

function sortOptions(options: OptionView[], { order }: Facet, locale: string): OptionView[] {
  const compareNames = nameOrder(locale);
  const byName = (a: OptionView, b: OptionView): number => compareNames(a.label, b.label);
  if (order === 'label') options.sort(byName);
  else if (order === 'count') options.sort((a, b) => b.count - a.count || byName(a, b));
  return options.some(({ pinned }) => pinned) ? options.sort((a, b) => Number(b.pinned) - Number(a.pinned)) : options;
}

/** A range with its bounds in display units. */
interface RangeView extends RangeScale {
  readonly id: string;
  readonly name: string;
  /** Bounds under the other facets. */
  readonly min: number;
  readonly max: number;
  /** Positions of the thumbs, by index of the stop. */
  readonly from: number;
  readonly to: number;
  /** Index of the last stop. */
  readonly last: number;
  /** Contents of the number fields; empty if the bound is open. */
  readonly fromText: string;
  readonly toText: string;
  readonly unit: string;
  /** Whether the range narrows the list: the products under the other facets have different numbers, or it is selected. */
  readonly isUseful: boolean;
}

/** @param selectedRange in display units */
export function rangeView(
  facet: Facet,
  bounds: Bounds | undefined,
  selectedRange: Range = { min: null, max: null },
  { scale, unit, instance }: { readonly scale: number; readonly unit: string; readonly instance: string },
): RangeView {
  const toDisplayUnits = (value: number | null | undefined): number => (value ?? 0) / scale;
  const [lowest, highest] = [
    toDisplayUnits(bounds?.min ?? bounds?.fullMin),
    toDisplayUnits(bounds?.max ?? bounds?.fullMax),
  ];
  const { stops, bars } = createRangeScale(
    bounds?.quantiles?.map(toDisplayUnits) ?? [lowest, highest],
    facet.step,
    selectedRange,
  );
  const last = Math.max(0, stops.length - 1);
  return {
    id: `${instance}-${facet.slug}`,
    name: prefixOf({ instance }) + facet.slug,
    stops,
    bars,
    unit,
    last,
    min: stops[0] ?? lowest,
    max: stops[last] ?? highest,
    from: selectedRange.min === null ? 0 : lastStopUpTo(stops, selectedRange.min),
    to:
      selectedRange.max === null ? last : last - lastStopUpTo(stops.map((stop) => -stop).reverse(), -selectedRange.max),
    fromText: selectedRange.min === null ? '' : String(selectedRange.min),
    toText: selectedRange.max === null ? '' : String(selectedRange.max),
    isUseful: hasDifferentNumbers(bounds) || selectedRange.min !== null || selectedRange.max !== null,
  };
}

/** Whether the products under the other facets have different numbers. */
const hasDifferentNumbers = (bounds: Bounds | undefined): boolean => bounds?.min != null && bounds.min !== bounds.max;

/** Returns the index of the last stop that is not above a value; the first if all are. */
function lastStopUpTo(stops: readonly number[], value: number): number {
  const firstAbove = stops.findIndex((stop) => stop > value);
  return Math.max(0, (firstAbove === -1 ? stops.length : firstAbove) - 1);
}
