import type { Bounds } from '../engine/types.js';
import { fold } from '../search/fold.js';
import { type Facet, lookOf } from '../settings/facet-types.js';
import { PREFIX, type Range } from '../url-state/filter-state.js';
import { letterOf } from './value-listing.js';
import type { NamedValue } from './value-names.js';

/** A value to choose, as the views show it. */
interface OptionView {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly checked: boolean;
  /** Would find nothing. */
  readonly disabled: boolean;
  readonly color: string;
  readonly image: string;
  /** First letter without diacritics, `#` for anything else. */
  readonly letter: string;
  /** Folded, for the search among options. */
  readonly words: string;
  readonly stars: string;
  readonly children: readonly OptionView[];
  /** Whether its children are shown. */
  readonly open: boolean;
}

/** The options of a facet, cut where “Show more” stands. */
interface OptionsView {
  readonly options: readonly OptionView[];
  readonly more: readonly OptionView[];
  readonly moreOpen: boolean;
}

/** Above this many values, the levels of a tree are shown one after the other. */
const LARGE_TREE = 150;
/** Fewer than this are not worth a click. */
const WORTH_HIDING = 3;
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

interface OptionsParts {
  readonly facet: Facet;
  readonly values: readonly NamedValue[];
  /** Products by the key of a value. */
  readonly counts: ReadonlyMap<string, number>;
  /** Slugs. */
  readonly chosen: readonly string[];
  readonly instance: string;
  /** Whether the script narrows the options down by what is typed or pressed. */
  readonly searchable: boolean;
}

export function optionsView({ facet, values, counts, chosen, instance, searchable }: OptionsParts): OptionsView {
  const { view, letters } = lookOf(facet.kind);
  const tree = view === 'tree';
  const chosenSlugs = new Set(chosen);
  const name = PREFIX + facet.slug + (facet.kind.state === 'list' && lookOf(facet.kind).toggle !== true ? '[]' : '');
  const childrenOf = tree ? groupByParent(values) : undefined;
  const make = (value: NamedValue): OptionView => {
    const below = childrenOf?.get(value.key);
    const children = below ? sorted(below.map(make), facet).filter((child) => isShown(child, facet)) : [];
    const count = counts.get(value.key) ?? 0;
    const checked = chosenSlugs.has(value.slug);
    return {
      id: `${instance}-${facet.slug}-${value.key.replace(/[^\w-]+/g, '_')}`,
      name,
      value: value.slug.replace(/,/g, '%2C'),
      label: value.label,
      count,
      checked,
      disabled: count === 0 && !checked,
      color: COLOR.test(value.swatch) ? value.swatch : '',
      image: value.swatch !== '' && !COLOR.test(value.swatch) ? value.swatch : '',
      letter: searchable ? letterOf(fold(value.label)) : '',
      words: searchable ? fold(value.label) : '',
      stars: facet.source === 'rating' ? '★'.repeat(Number(value.key)) + '☆'.repeat(5 - Number(value.key)) : '',
      children,
      open: checked || children.some((child) => child.checked || child.open),
    };
  };
  const keys = new Set(values.map(({ key }) => key));
  const roots = tree ? values.filter(({ parent }) => !keys.has(parent)) : values;
  const complete = sorted(roots.map(make), facet).filter((option) => isShown(option, facet));
  const options = values.length > LARGE_TREE ? twoLevels(complete) : complete;
  const all = facet.limit === 0 || view === 'dropdown' || letters === true || options.length < facet.limit + WORTH_HIDING;
  const limit = all ? options.length : facet.limit;
  const more = options.slice(limit);
  return { options: options.slice(0, limit), more, moreOpen: more.some(({ checked, open }) => checked || open) };
}

/** A large tree shows a level more where something is chosen, rather than all of itself at once. */
function twoLevels(options: readonly OptionView[]): OptionView[] {
  return options.map((option) => ({ ...option, children: option.children.map((child) => (child.open ? { ...child, children: twoLevels(child.children) } : { ...child, children: [] })) }));
}

function groupByParent(values: readonly NamedValue[]): ReadonlyMap<string, readonly NamedValue[]> {
  const groups = new Map<string, NamedValue[]>();
  for (const value of values) {
    const group = groups.get(value.parent);
    if (group) group.push(value);
    else groups.set(value.parent, [value]);
  }
  return groups;
}

/** A chosen value is always there to be taken back. */
const isShown = (option: OptionView, { hide_empty }: Facet): boolean => !hide_empty || option.count > 0 || option.checked || option.open;

function sorted(options: OptionView[], { order }: Facet): OptionView[] {
  if (order === 'label') return options.sort((a, b) => a.label.localeCompare(b.label));
  return order === 'count' ? options.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label)) : options;
}

/** A range with its ends as the page shows them. */
interface RangeView {
  readonly id: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly from: number;
  readonly to: number;
  /** What the number fields hold: empty where the end is open. */
  readonly fromText: string;
  readonly toText: string;
  readonly step: number;
  readonly unit: string;
  readonly known: boolean;
}

export function rangeView(facet: Facet, bounds: Bounds | undefined, chosen: Range | undefined, scale: number, unit: string, instance: string): RangeView {
  const low = (bounds?.fullMin ?? 0) / scale;
  const high = (bounds?.fullMax ?? 0) / scale;
  const step = facet.step > 0 ? facet.step : fittingStep(high - low);
  const min = roundTo(Math.floor(low / step) * step);
  const max = roundTo(Math.ceil(high / step) * step);
  const within = (value: number): number => Math.min(Math.max(value, min), max);
  return {
    id: `${instance}-${facet.slug}`,
    name: PREFIX + facet.slug,
    min, max, step, unit,
    from: within(chosen?.min ?? min),
    to: within(chosen?.max ?? max),
    fromText: chosen?.min == null ? '' : String(chosen.min),
    toText: chosen?.max == null ? '' : String(chosen.max),
    known: bounds?.fullMin != null,
  };
}

/** About a hundred steps over the width, in round numbers. */
function fittingStep(width: number): number {
  if (width <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(width / 100));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => width / candidate <= 200) ?? 1;
  return roundTo(step);
}

const roundTo = (value: number): number => Math.round(value * 1e6) / 1e6;
