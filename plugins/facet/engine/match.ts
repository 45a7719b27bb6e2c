import { and, type Bitset, emptyBits, orInto, setBit } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import type { Segment } from './segment.js';
import type { EngineQuery, RangeSelection, Selection } from './types.js';

/** Which documents of a segment match. */
export interface Matches {
  /** Under the scope alone. */
  readonly scope: Bitset;
  /** Under everything. */
  readonly all: Bitset;
  /** Under everything but one facet; a facet that restricts nothing has no entry. */
  readonly without: ReadonlyMap<string, Bitset>;
}

/** @param scores by product, when words are searched for */
export function matchDocuments(segment: Segment, dictionary: Dictionary, query: Pick<EngineQuery, 'selections' | 'ranges' | 'scope'>, scores: Uint8Array | undefined): Matches {
  const scope = query.scope.reduce((bits, selection) => and(bits, selectionBits(segment, dictionary, selection)), segment.live);
  const fixed = scores ? and(scope, scoredBits(segment, scores)) : scope;
  const facets = [
    ...query.selections.map((selection) => ({ key: selection.key, bits: selectionBits(segment, dictionary, selection), excluded: selection.operator === 'or' })),
    ...query.ranges.map((range) => ({ key: range.key, bits: rangeBits(segment, range), excluded: true })),
  ];
  // before[i] holds with the facets before i, after with those behind it: every facet's absence costs one more AND.
  const before = [fixed];
  for (const { bits } of facets) before.push(and(before[before.length - 1], bits));
  const without = new Map<string, Bitset>();
  let after: Bitset | undefined;
  for (let i = facets.length - 1; i >= 0; i--) {
    if (facets[i].excluded) without.set(facets[i].key, after ? and(before[i], after) : before[i]);
    after = after ? and(after, facets[i].bits) : facets[i].bits;
  }
  return { scope, all: before[facets.length], without };
}

function selectionBits(segment: Segment, dictionary: Dictionary, { source, values, operator }: Selection): Bitset {
  const { base, size } = segment.stretches[dictionary.sourceNumber(source)] ?? { base: 0, size: 0 };
  const sets = values.map((key) => {
    const local = dictionary.find(source, key);
    return local === undefined || local >= size ? undefined : base + local;
  });
  if (operator === 'and') return sets.reduce<Bitset>((bits, value) => and(bits, valueBits(segment, value)), segment.live);
  if (sets.length === 1) return valueBits(segment, sets[0]);
  const bits = emptyBits(segment.docs);
  for (const value of sets) addValue(bits, segment, value);
  return bits;
}

function valueBits(segment: Segment, value: number | undefined): Bitset {
  const dense = value === undefined ? undefined : segment.dense.get(value);
  if (dense) return dense;
  const bits = emptyBits(segment.docs);
  addValue(bits, segment, value);
  return bits;
}

function addValue(bits: Bitset, segment: Segment, value: number | undefined): void {
  if (value === undefined) return;
  const dense = segment.dense.get(value);
  if (dense) return orInto(bits, dense);
  for (let i = segment.postStart[value]; i < segment.postStart[value + 1]; i++) setBit(bits, segment.postDocs[i]);
}

function rangeBits(segment: Segment, { source, min, max }: RangeSelection): Bitset {
  return segment.numbers.get(source)?.between(min, max) ?? emptyBits(segment.docs);
}

function scoredBits(segment: Segment, scores: Uint8Array): Bitset {
  const bits = emptyBits(segment.docs);
  for (let ordinal = 0; ordinal < scores.length; ordinal++) {
    if (scores[ordinal] === 0) continue;
    for (let doc = segment.firstDoc[ordinal]; doc < segment.firstDoc[ordinal + 1]; doc++) setBit(bits, doc);
  }
  return bits;
}
