import { nameOrder } from '../index/name-order.js';
import { normalizeValueName, wordsOf } from '../search/normalize.js';
import { type Facet, type ListStyle, listStyleOf } from '../settings/facet-types.js';
import type { FacetValue } from './visible-values.js';
import type { NamedValue } from './value-names.js';

/** The values of a flat list that are rendered in the page. */
interface ValueListing {
  readonly values: readonly FacetValue[];
  /** Number of values that could be shown without the limit. */
  readonly total: number;
  /** Number of those that match the search. */
  readonly found: number;
  /** Number of matching values among the rendered ones. */
  readonly shownCount: number;
  /** First letters of all values, sorted. */
  readonly letters: readonly string[];
}

interface ListingParts {
  readonly facet: Pick<Facet, 'hide_empty' | 'kind'>;
  /** All values of the source, in the owner's order. */
  readonly values: readonly FacetValue[];
  readonly counts: ReadonlyMap<string, number>;
  /** Slugs of the selected values. */
  readonly selectedSlugs: readonly string[];
  /** A text, `^` with a first letter, or empty. */
  readonly find: string;
}

/** Maximum number of values in a page; more selected values are still shown. */
export const MAX_VALUES = 100;
/** Number of values above which a list has a search field. */
const MAX_WITHOUT_FIELD = 15;

/** Maximum number of first letters to choose from; scripts without an alphabet have more. */
const MAX_LETTERS = 60;

const normalizedNames = new WeakMap<readonly NamedValue[], readonly string[]>();

/** Returns the normalized names. They are cached, since normalizing them takes longer than searching them. */
function normalizeNames(values: readonly NamedValue[]): readonly string[] {
  const names = normalizedNames.get(values) ?? values.map(({ label }) => normalizeValueName(label));
  normalizedNames.set(values, names);
  return names;
}

/**
 * Returns the selected values and as many others as fit: those with the most products, or the best matches of the
 * search. Without a search they keep the owner’s order.
 */
export function listValues({ facet, values, counts, selectedSlugs, find }: ListingParts): ValueListing {
  const names = normalizeNames(values);
  const slugs = new Set(selectedSlugs);
  const rank = createRanking(find);
  const hasLetterBar = listStyleOf(facet.kind).letters === true;
  const letters = new Set<string>();
  const candidates: { value: FacetValue; index: number; rank: number; count: number; isSelected: boolean }[] = [];
  let [total, found] = [0, 0];
  values.forEach((value, index) => {
    const name = names[index] ?? '';
    const count = counts.get(value.key) ?? 0;
    const isSelectedValue = slugs.has(value.slug);
    const alwaysListed = isSelectedValue || (find === '' && value.pinned === true);
    if (facet.hide_empty && count === 0 && !isSelectedValue) return;
    total++;
    if (hasLetterBar) letters.add(letterOf(name));
    const ranked = rank(name);
    if (ranked < NO_MATCH) found++;
    if (ranked < NO_MATCH || isSelectedValue)
      candidates.push({ value, index, rank: ranked, count, isSelected: alwaysListed });
  });
  const compareMatches = (a: (typeof candidates)[number], b: (typeof candidates)[number]): number =>
    a.rank - b.rank || b.count - a.count || a.index - b.index;
  let selected = candidates;
  if (candidates.length > MAX_VALUES) {
    const remaining = Math.max(0, MAX_VALUES - candidates.filter((candidate) => candidate.isSelected).length);
    const bestOthers = candidates
      .filter((candidate) => !candidate.isSelected)
      .sort(compareMatches)
      .slice(0, remaining);
    selected = [...candidates.filter((candidate) => candidate.isSelected), ...bestOthers];
  }
  // Selected values that do not match come first, so that they can be deselected; matching ones keep their position
  // when selected.
  if (find !== '')
    selected.sort((a, b) => Number(b.rank === NO_MATCH) - Number(a.rank === NO_MATCH) || compareMatches(a, b));
  else selected.sort((a, b) => a.index - b.index);
  return {
    values: selected.map(({ value }) => value),
    total,
    found,
    shownCount: selected.filter(({ rank: ranked }) => ranked < NO_MATCH).length,
    letters: letters.size > MAX_LETTERS ? [] : [...letters].sort(nameOrder('')),
  };
}

const NO_MATCH = 3;

/**
 * Ranks a normalized name: it begins with the text, one of its words does, it contains all words, or it does not match.
 */
function createRanking(find: string): (name: string) => number {
  if (find.startsWith('^')) return (name) => (letterOf(name) === find.slice(1) ? 0 : NO_MATCH);
  const text = normalizeValueName(find).trim();
  const words = text.split(/\s+/);
  const [firstWord = ''] = words;
  return (name) => {
    if (!words.every((word) => name.includes(word))) return NO_MATCH;
    if (name.startsWith(text)) return 0;
    return wordsOf(name).some((word) => word.startsWith(firstWord)) ? 1 : 2;
  };
}

/** Returns the first letter of a normalized name, in any alphabet; `#` for anything else. */
export function letterOf(name: string): string {
  const [first = ''] = name;
  return /\p{L}/u.test(first) ? first.toUpperCase() : '#';
}

/** Whether a list of this length has a search field. Trees are browsed, and browsers search dropdowns themselves. */
export function hasField({ field }: ListStyle, total: number): boolean {
  return field === 'always' || (field === undefined && total > MAX_WITHOUT_FIELD);
}

/** Shows a dropdown that does not have all its values as a list, since a dropdown cannot show search results. */
export function listedFacet(facet: Facet, total: number): Facet {
  const { view, ...otherStyle } = listStyleOf(facet.kind);
  return view === 'dropdown' && total > MAX_VALUES
    ? { ...facet, type: 'radio', kind: { ...facet.kind, style: { ...otherStyle, view: 'options', field: undefined } } }
    : facet;
}
