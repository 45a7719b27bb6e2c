import { normalizeForSearch } from 'plinth';
import { wordsOf } from '../search/normalize.js';
import { type Facet, type ListStyle, lookOf } from '../settings/facet-types.js';
import type { ShownValue } from './visible-values.js';
import type { NamedValue } from './value-names.js';

/** Which values of a flat list stand in the page. */
interface ValueListing {
  readonly values: readonly ShownValue[];
  /** Values that could be shown if there were room. */
  readonly total: number;
  /** Those of them that have what is looked for. */
  readonly found: number;
  /** Those of the found ones that are among the values here. */
  readonly shown: number;
  /** First letters of all of them, in order. */
  readonly letters: readonly string[];
}

interface ListingParts {
  readonly facet: Pick<Facet, 'hide_empty' | 'kind'>;
  /** All of the source, in the owner's order. */
  readonly values: readonly ShownValue[];
  readonly counts: ReadonlyMap<string, number>;
  /** Slugs. */
  readonly chosen: readonly string[];
  /** Words, `^` with a first letter, or nothing. */
  readonly find: string;
}

/** Values in a page at most; what is chosen comes on top when it is more. */
export const MAX_VALUES = 100;
/** Lists with more values than this have a field to look for one. */
const LONG_LIST = 15;

const folded = new WeakMap<readonly NamedValue[], readonly string[]>();

/** Folding thousands of names takes longer than finding among them. */
function foldedNames(values: readonly NamedValue[]): readonly string[] {
  const names = folded.get(values) ?? values.map(({ label }) => normalizeForSearch(label));
  folded.set(values, names);
  return names;
}

/**
 * The chosen values, and as many of the others as there is room for: those that most products have, or those that fit best what is looked for.
 * Without a search they keep the owner's order.
 */
export function listValues({ facet, values, counts, chosen, find }: ListingParts): ValueListing {
  const names = foldedNames(values);
  const slugs = new Set(chosen);
  const rank = ranking(find);
  const lettered = lookOf(facet.kind).letters === true;
  const letters = new Set<string>();
  const candidates: { value: ShownValue; index: number; rank: number; count: number; chosen: boolean }[] = [];
  let [total, found] = [0, 0];
  values.forEach((value, index) => {
    const name = names[index] ?? '';
    const count = counts.get(value.key) ?? 0;
    const isChosen = slugs.has(value.slug);
    const stays = isChosen || (find === '' && value.pinned === true);
    if (facet.hide_empty && count === 0 && !isChosen) return;
    total++;
    if (lettered) letters.add(letterOf(name));
    const ranked = rank(name);
    if (ranked < NO_MATCH) found++;
    if (ranked < NO_MATCH || isChosen) candidates.push({ value, index, rank: ranked, count, chosen: stays });
  });
  const best = (a: (typeof candidates)[number], b: (typeof candidates)[number]): number =>
    a.rank - b.rank || b.count - a.count || a.index - b.index;
  let kept = candidates;
  if (candidates.length > MAX_VALUES) {
    const room = Math.max(0, MAX_VALUES - candidates.filter((one) => one.chosen).length);
    const others = candidates
      .filter((one) => !one.chosen)
      .sort(best)
      .slice(0, room);
    kept = [...candidates.filter((one) => one.chosen), ...others];
  }
  // What is chosen and was not looked for stands first, to be taken back; what was looked for stays where it is when it is chosen.
  if (find !== '') kept.sort((a, b) => Number(b.rank === NO_MATCH) - Number(a.rank === NO_MATCH) || best(a, b));
  else kept.sort((a, b) => a.index - b.index);
  return {
    values: kept.map(({ value }) => value),
    total,
    found,
    shown: kept.filter(({ rank: ranked }) => ranked < NO_MATCH).length,
    letters: [...letters].sort(),
  };
}

const NO_MATCH = 3;

/** How well a folded name fits: it begins so, one of its words does, it has all the words, or none of it. */
function ranking(find: string): (name: string) => number {
  if (find.startsWith('^')) return (name) => (letterOf(name) === find.slice(1) ? 0 : NO_MATCH);
  const typed = normalizeForSearch(find).trim();
  const words = typed.split(/\s+/);
  const [first = ''] = words;
  return (name) => {
    if (!words.every((word) => name.includes(word))) return NO_MATCH;
    if (name.startsWith(typed)) return 0;
    return wordsOf(name).some((word) => word.startsWith(first)) ? 1 : 2;
  };
}

/** The first letter of a folded name; `#` for anything else. */
export function letterOf(name: string): string {
  const first = name.charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : '#';
}

/** Whether a list of so many values has a field to look for one; trees are walked, and a browser finds in a dropdown by itself. */
export function hasField({ field }: ListStyle, total: number): boolean {
  return field === 'always' || (field === undefined && total > LONG_LIST);
}

/** A dropdown cannot show what was found, so one that does not hold all of its values is shown as a list. */
export function listedFacet(facet: Facet, total: number): Facet {
  const { view, ...look } = lookOf(facet.kind);
  return view === 'dropdown' && total > MAX_VALUES
    ? { ...facet, type: 'radio', kind: { ...facet.kind, look: { ...look, view: 'options', field: undefined } } }
    : facet;
}
