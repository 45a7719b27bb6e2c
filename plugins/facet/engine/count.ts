import { addAt, columnAt, int32At, uint32At, uintAt, type NumberList } from './array-access.js';
import { andNot, type Bitset, countBits, hasBit, wordMask } from './bitset.js';
import { type Match, type Matches, withWholeProducts } from './match.js';
import type { Segment, ValueRange } from './segment.js';

/** Share of documents below which iterating over them is faster than walking a sorted order. */
const SPARSE_SHARE = 1 / 64;

/** Counts distinct products per value in one segment, for one set of matches. */
interface Counter {
  /** Returns products per value of a source, ignoring the facet's own selection. */
  count(key: string, stretch: ValueRange): Uint32Array;
  /** Returns matching products per value that any of their documents has, for a facet whose own selection counts. */
  countWhole(stretch: ValueRange): Uint32Array;
}

export function createCounter(segment: Segment, { all, withoutFacet }: Matches): Counter {
  let full: Uint32Array | undefined;
  let fullSingles: Uint32Array | undefined;

  /** Products with one document that match the whole query; all sources in one pass. */
  const singles = (): Uint32Array => (fullSingles ??= countSingles(segment, all.bits));

  function countAll(): Uint32Array {
    if (full) return full;
    full = singles().slice();
    const groups = countGroups(segment, all.bits, { base: 0, size: full.length });
    for (let value = 0; value < full.length; value++) addAt(full, value, uint32At(groups, value));
    return full;
  }

  return {
    countWhole(stretch) {
      const { base, size } = stretch;
      const counts = singles().slice(base, base + size);
      const groups = countGroups(segment, withWholeProducts(segment, all.bits), stretch);
      for (let local = 0; local < size; local++) addAt(counts, local, uint32At(groups, local));
      return counts;
    },
    count(key, stretch) {
      const { base, size } = stretch;
      const matchesWithoutFacet = withoutFacet.get(key);
      const known = getKnownCounts(segment, matchesWithoutFacet ?? all, stretch);
      if (known) return known;
      if (!matchesWithoutFacet) return countAll().subarray(base, base + size);
      // Documents that match with the facet are already counted; those that only the facet excludes are added.
      const counts = singles().slice(base, base + size);
      addSingles(segment, andNot(matchesWithoutFacet.bits, all.bits), stretch, counts);
      const groups = countGroups(segment, matchesWithoutFacet.bits, stretch);
      for (let local = 0; local < size; local++) addAt(counts, local, uint32At(groups, local));
      return counts;
    },
  };
}

/** Returns counts that are known without counting: with nothing selected, or one value. */
function getKnownCounts(
  { singleTotals, groupTotals, pairs }: Segment,
  { values }: Match,
  { base, size }: ValueRange,
): Uint32Array | undefined {
  if (!values || values.length > 1) return undefined;
  const [selectedValue] = values;
  return selectedValue === undefined
    ? singleTotals.subarray(base, base + size).map((count, local) => count + uint32At(groupTotals, base + local))
    : pairs?.countsFor(selectedValue).subarray(base, base + size);
}

function countSingles(segment: Segment, all: Bitset): Uint32Array {
  const values = segment.singleTotals.length;
  const matching = countBits(all, 0, segment.singles);
  if (matching === 0) return new Uint32Array(values);
  if (matching === segment.liveSingles) return segment.singleTotals;
  const counts = new Uint32Array(values);
  if (matching <= segment.liveSingles / 2) {
    addSingles(segment, all, { base: 0, size: values }, counts);
    return counts;
  }
  addSingles(segment, andNot(segment.live, all), { base: 0, size: values }, counts);
  for (let value = 0; value < values; value++)
    counts[value] = uint32At(segment.singleTotals, value) - uint32At(counts, value);
  return counts;
}

/** Adds one for every value in the range that a document of the set has; only for products with one document. */
function addSingles(
  { singles, singleTotals, rowStart, rowValues }: Segment,
  bits: Bitset,
  stretch: ValueRange,
  counts: Uint32Array,
): void {
  if (singles === 0 || stretch.size === 0) return;
  const last = (singles - 1) >>> 5;
  const coversAll = stretch.size === singleTotals.length;
  for (let i = 0; i <= last; i++) {
    let word = uint32At(bits, i) & wordMask(i, 0, last, 0, singles);
    while (word !== 0) {
      const doc = (i << 5) + 31 - Math.clz32(word & -word);
      word &= word - 1;
      const [from, to] = [uint32At(rowStart, doc), uint32At(rowStart, doc + 1)];
      if (coversAll) addRow(rowValues, from, to, counts);
      else addRowWithin(rowValues, from, to, counts, stretch);
    }
  }
}

/** Adds one for every value of a row. */
function addRow(rowValues: Segment['rowValues'], from: number, to: number, counts: Uint32Array): void {
  for (let at = from; at < to; at++) addAt(counts, uintAt(rowValues, at), 1);
}

/** Adds one for every value of a row that is in the range. */
function addRowWithin(
  rowValues: Segment['rowValues'],
  from: number,
  to: number,
  counts: Uint32Array,
  { base, size }: ValueRange,
): void {
  const end = base + size;
  for (let at = from; at < to; at++) {
    const value = uintAt(rowValues, at);
    if (value >= end) break;
    if (value >= base) addAt(counts, value - base, 1);
  }
}

/** Counts distinct products with several documents, per value in the range. */
function countGroups(segment: Segment, bits: Bitset, { base, size }: ValueRange): Uint32Array {
  const { singles, docs, docProduct, rowStart, rowValues } = segment;
  const counts = new Uint32Array(size);
  if (singles === docs || size === 0) return counts;
  if (countBits(bits, singles, docs) === segment.liveGroupDocs) {
    counts.set(segment.groupTotals.subarray(base, base + size));
    return counts;
  }
  const lastProductByValue = new Int32Array(size).fill(-1);
  const first = singles >>> 5;
  const last = (docs - 1) >>> 5;
  const end = base + size;
  for (let i = first; i <= last; i++) {
    let word = uint32At(bits, i) & wordMask(i, first, last, singles, docs);
    while (word !== 0) {
      const doc = (i << 5) + 31 - Math.clz32(word & -word);
      word &= word - 1;
      const product = uint32At(docProduct, doc);
      for (let at = uint32At(rowStart, doc); at < uint32At(rowStart, doc + 1); at++) {
        const value = uintAt(rowValues, at);
        if (value >= end) break;
        if (value < base || int32At(lastProductByValue, value - base) === product) continue;
        lastProductByValue[value - base] = product;
        addAt(counts, value - base, 1);
      }
    }
  }
  return counts;
}

/** Returns the minimum and maximum number of the documents in the set; null if none has a number. */
export function findExtremes(segment: Segment, source: string, bits: Bitset): { min: number; max: number } | null {
  const column = segment.numbers.get(source);
  if (!column) return null;
  const { values, order } = column;
  if (countBits(bits, 0, segment.docs) < segment.docs * SPARSE_SHARE) return scanExtremes(values, bits, segment.docs);
  let low = 0;
  while (low < order.length && !hasBit(bits, uint32At(order, low))) low++;
  if (low === order.length) return null;
  let high = order.length - 1;
  while (!hasBit(bits, uint32At(order, high))) high--;
  return { min: columnAt(values, uint32At(order, low)), max: columnAt(values, uint32At(order, high)) };
}

function scanExtremes(values: NumberList, bits: Bitset, docs: number): { min: number; max: number } | null {
  let min = Infinity;
  let max = -Infinity;
  const last = (docs - 1) >>> 5;
  for (let i = 0; i <= last; i++) {
    let word = uint32At(bits, i);
    while (word !== 0) {
      const value = values[(i << 5) + 31 - Math.clz32(word & -word)] ?? NaN;
      word &= word - 1;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min === Infinity ? null : { min, max };
}
