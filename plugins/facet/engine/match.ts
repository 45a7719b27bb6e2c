import { uint32At, uint8At } from './array-access.js';
import { and, type Bitset, eachBit, emptyBits, orInto, setBit } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import type { DocumentView, CustomSelection } from './custom-types.js';
import type { Segment } from './segment.js';
import type { EngineQuery, RangeSelection, Selection } from './types.js';

/**
 * Matching documents, and the values they were selected by; the values are absent if having all of them is not the only
 * condition.
 */
export interface Match {
  readonly bits: Bitset;
  readonly values: readonly number[] | undefined;
}

/** The matching documents of a segment. */
export interface Matches {
  /** Documents in the scope alone. */
  readonly scope: Bitset;
  /** Documents that match the whole query. */
  readonly all: Match;
  /** Documents that match the query without one facet; a facet that restricts nothing has no entry. */
  readonly withoutFacet: ReadonlyMap<string, Match>;
}

/** Returns the documents of a segment that match an extension's selection; undefined for all. */
type GetCustomBits = (selection: CustomSelection) => Bitset | undefined;

/** Returns the live documents of a segment within a scope. */
export function getScopeBits(segment: Segment, dictionary: Dictionary, scope: EngineQuery['scope']): Bitset {
  return scope.reduce(
    (bits, selection) => and(bits, matchSelection(segment, dictionary, selection).bits),
    segment.live,
  );
}

/** Returns the live documents of a segment that have any of some values. */
export const getAnyBits = (
  segment: Segment,
  dictionary: Dictionary,
  source: string,
  values: readonly string[],
): Bitset => and(segment.live, matchSelection(segment, dictionary, { key: '', source, values, operator: 'or' }).bits);

/** @param scores by product; absent without a search */
export function matchDocuments(
  segment: Segment,
  dictionary: Dictionary,
  query: Pick<EngineQuery, 'selections' | 'ranges' | 'scope' | 'customSelections'>,
  scores: Uint8Array | undefined,
  ownBits: GetCustomBits = () => undefined,
): Matches {
  const getMatch = (selection: Selection): Match => matchSelection(segment, dictionary, selection);
  const scope = query.scope.map(getMatch).reduce(combine, { bits: segment.live, values: [] });
  const baseMatch = scores ? { bits: and(scope.bits, getScoredBits(segment, scores)), values: undefined } : scope;
  const facets = [
    ...query.selections.map((selection) => ({
      key: selection.key,
      match: getMatch(selection),
      excluded: selection.operator === 'or',
    })),
    ...query.ranges.map((range) => ({
      key: range.key,
      match: { bits: rangeBits(segment, range), values: undefined },
      excluded: true,
    })),
    ...(query.customSelections ?? []).flatMap((own) => {
      const bits = ownBits(own);
      return bits ? [{ key: own.key, match: { bits, values: undefined }, excluded: true }] : [];
    }),
  ];
  // `rest` combines the facets before one, `after` those behind it, so that leaving out a facet costs only one more
  // AND.
  let all: Match = baseMatch;
  const facetsBefore = facets.map((facet) => {
    const rest = all;
    all = combine(all, facet.match);
    return { facet, rest };
  });
  const without = new Map<string, Match>();
  let after: Match | undefined;
  for (const { facet, rest } of facetsBefore.reverse()) {
    if (facet.excluded) without.set(facet.key, after ? combine(rest, after) : rest);
    after = after ? combine(after, facet.match) : facet.match;
  }
  return { scope: scope.bits, all, withoutFacet: without };
}

function combine(a: Match, b: Match): Match {
  return { bits: and(a.bits, b.bits), values: a.values && b.values && [...new Set([...a.values, ...b.values])] };
}

/** Adds the other documents of each product that has one in the set. */
export function withWholeProducts({ singles, docs, docProduct, firstDoc }: Segment, bits: Bitset): Bitset {
  if (singles === docs) return bits;
  const whole = bits.slice();
  let lastProduct = -1;
  eachBit(bits, singles, docs, (doc) => {
    const product = uint32At(docProduct, doc);
    if (product === lastProduct) return;
    lastProduct = product;
    for (let other = uint32At(firstDoc, product); other < uint32At(firstDoc, product + 1); other++)
      setBit(whole, other);
  });
  return whole;
}

function matchSelection(
  segment: Segment,
  dictionary: Dictionary,
  { source, values, operator, anyDocument }: Selection,
): Match {
  const { base, size } = segment.valueRanges[dictionary.sourceNumber(source)] ?? { base: 0, size: 0 };
  const sets = values.map((key) => {
    const local = dictionary.find(source, key);
    return local === undefined || local >= size ? undefined : base + local;
  });
  const known = sets.filter((value) => value !== undefined);
  const all = operator === 'and' || sets.length === 1;
  const isWhole = anyDocument === true && segment.singles < segment.docs;
  const complete = (bits: Bitset): Bitset => (isWhole ? withWholeProducts(segment, bits) : bits);
  return {
    bits: all
      ? sets.reduce<Bitset>((bits, value) => and(bits, complete(getValueSet(segment, value))), segment.live)
      : complete(getUnion(segment, sets)),
    values: all && !isWhole && known.length === sets.length ? known : undefined,
  };
}

function getUnion(segment: Segment, values: readonly (number | undefined)[]): Bitset {
  const bits = emptyBits(segment.docs);
  for (const value of values) addValue(bits, segment, value);
  return bits;
}

/** Returns documents that have a value of a source, including removed ones. */
function valueBits(segment: Segment, dictionary: Dictionary, source: string, key: string): Bitset {
  const { base, size } = segment.valueRanges[dictionary.sourceNumber(source)] ?? { base: 0, size: 0 };
  const local = dictionary.find(source, key);
  return getValueSet(segment, local === undefined || local >= size ? undefined : base + local);
}

function getValueSet(segment: Segment, value: number | undefined): Bitset {
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
  for (let i = uint32At(segment.postStart, value); i < uint32At(segment.postStart, value + 1); i++)
    setBit(bits, uint32At(segment.postDocs, i));
}

function rangeBits(segment: Segment, { source, min, max }: RangeSelection): Bitset {
  return segment.numbers.get(source)?.between(min, max) ?? emptyBits(segment.docs);
}

/** Bitsets by score array, which the text index caches for repeated searches. They must not be modified. */
const scoredCache = new WeakMap<Uint8Array, Bitset>();

function getScoredBits(segment: Segment, scores: Uint8Array): Bitset {
  const known = scoredCache.get(scores);
  if (known) return known;
  const bits = emptyBits(segment.docs);
  const add = (ordinal: number): void => {
    if (uint8At(scores, ordinal) !== 0)
      for (let doc = uint32At(segment.firstDoc, ordinal); doc < uint32At(segment.firstDoc, ordinal + 1); doc++)
        setBit(bits, doc);
  };
  const ordinals = segment.text.scoredProducts(scores);
  if (ordinals) ordinals.forEach(add);
  else for (let ordinal = 0; ordinal < scores.length; ordinal++) add(ordinal);
  scoredCache.set(scores, bits);
  return bits;
}

/** Returns a facet type's view of a segment: read-only, limited to its own source. */
export function createDocumentView(segment: Segment, dictionary: Dictionary, source: string): DocumentView {
  const { docs } = segment;
  const column = (name?: string) => segment.numbers.get(name === undefined ? source : `${source}.${name}`);
  return {
    docs,
    numbers: (name) => Float64Array.from(column(name)?.values ?? new Float64Array(docs).fill(NaN)),
    findByValue: (value) => valueBits(segment, dictionary, source, value).slice(),
    between: (min, max, name) => column(name)?.between(min, max) ?? emptyBits(docs),
    where(test) {
      const bits = emptyBits(docs);
      for (let doc = 0; doc < docs; doc++) if (test(doc)) setBit(bits, doc);
      return bits;
    },
  };
}

/** Returns the live documents that a selection matches; undefined for all. */
export function getCustomBits(
  segment: Segment,
  dictionary: Dictionary,
  selection: CustomSelection,
): Bitset | undefined {
  const bits = selection.match(createDocumentView(segment, dictionary, selection.source));
  return bits && and(segment.live, bits);
}
