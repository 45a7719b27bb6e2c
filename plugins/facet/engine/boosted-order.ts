import { itemAt, columnAt, uint32At } from './array-access.js';
import { and, andNot, type Bitset, clearBit, eachBit, emptyBits, hasBit, orInto, setBit } from './bitset.js';
import { anyBits } from './match.js';
import { countFound, pageOf, type SegmentResult } from './page.js';
import type { SortOrder, DocumentPosition } from './document-position.js';
import { nearnessOf, type Boosts, type BoostTarget } from './boosts.js';
import { ordinalOf, type Segment } from './segment.js';

/** Documents of promoted products, and of demoted ones. */
interface Levels {
  readonly boosted: Bitset;
  readonly buried: Bitset;
}

/** Computed once per segment, since a placing applies to many requests. */
const levels = new WeakMap<Segment, WeakMap<Boosts, Levels>>();

function levelsOf(segment: Segment, placing: Boosts): Levels {
  const known = levels.get(segment) ?? new WeakMap<Boosts, Levels>();
  levels.set(segment, known);
  const segmentLevels = known.get(placing) ?? makeLevels(segment, placing);
  known.set(placing, segmentLevels);
  return segmentLevels;
}

function makeLevels(segment: Segment, { boosts }: Boosts): Levels {
  const segmentLevels: Levels = { boosted: emptyBits(segment.docs), buried: emptyBits(segment.docs) };
  const decided = emptyBits(segment.docs);
  for (const { direction, targets } of boosts) {
    const touched = emptyBits(segment.docs);
    for (const touch of targets) touchInto(touched, segment, touch);
    orInto(direction > 0 ? segmentLevels.boosted : segmentLevels.buried, andNot(touched, decided));
    orInto(decided, touched);
  }
  return segmentLevels;
}

/** Adds all documents of the affected products. */
function touchInto(touched: Bitset, segment: Segment, touch: BoostTarget): void {
  const { firstDoc, docProduct, docs, products, published } = segment;
  const add = (product: number): void => {
    for (let doc = uint32At(firstDoc, product); doc < uint32At(firstDoc, product + 1); doc++) setBit(touched, doc);
  };
  if ('products' in touch) {
    for (const id of touch.products) {
      const product = ordinalOf(segment, id);
      if (product !== undefined) add(product);
    }
  } else if ('since' in touch) {
    for (let product = 0; product < products; product++) if (columnAt(published, product) >= touch.since) add(product);
  } else {
    eachBit(anyBits(segment, segment.dictionary, touch.source, touch.values), 0, docs, (doc) =>
      add(uint32At(docProduct, doc)),
    );
  }
}

/**
 * Yields the results in successive parts: promoted, unchanged, demoted; when sorted by relevance, this is repeated for
 * each level of nearness, nearest first.
 */
function* partsOf(
  results: readonly SegmentResult[],
  placing: Boosts,
  sort: SortOrder,
): Generator<readonly SegmentResult[]> {
  if (placing.boosts.length === 0) {
    yield results;
    return;
  }
  for (const near of sort === 'relevance' ? byNearness(results) : [results]) {
    const restricted = (restrict: (found: Bitset, levels: Levels) => Bitset): SegmentResult[] =>
      near.map((result) => withFound(result, restrict(result.found, levelsOf(result.segment, placing))));
    yield restricted((found, { boosted }) => and(found, boosted));
    yield restricted((found, { boosted, buried }) => andNot(andNot(found, boosted), buried));
    yield restricted((found, { buried }) => and(found, buried));
  }
}

const withFound = (result: SegmentResult, found: Bitset): SegmentResult => ({
  ...result,
  found,
  count: countFound(result.segment, found),
});

function byNearness(results: readonly SegmentResult[]): (readonly SegmentResult[])[] {
  const parts = new Map<number, Map<SegmentResult, Bitset>>();
  for (const result of results) {
    const { segment, found, scores } = result;
    eachBit(found, 0, segment.docs, (doc) => {
      const near = nearnessOf(scores?.[uint32At(segment.docProduct, doc)] ?? 0);
      let part = parts.get(near);
      if (!part) parts.set(near, (part = new Map<SegmentResult, Bitset>()));
      let bits = part.get(result);
      if (!bits) part.set(result, (bits = emptyBits(segment.docs)));
      setBit(bits, doc);
    });
  }
  return [...parts]
    .sort(([a], [b]) => b - a)
    .map(([, part]) => [...part].map(([result, bits]) => withFound(result, bits)));
}

/** A pinned product and its final position, which is the end of the list if that is shorter. */
interface PinnedProduct {
  readonly position: number;
  readonly document: DocumentPosition;
}

/** Returns the pins of the products found, and the results without them. */
function pinned(
  results: readonly SegmentResult[],
  { pins }: Boosts,
): { readonly pins: readonly PinnedProduct[]; readonly rest: readonly SegmentResult[] } {
  const rest = new Map(results.map((result) => [result, result]));
  const found = pins.flatMap(({ position: pinPosition, product }) => {
    for (const [result, left] of rest) {
      const { segment, scores } = result;
      const ordinal = ordinalOf(segment, product);
      if (ordinal === undefined) continue;
      for (let doc = uint32At(segment.firstDoc, ordinal); doc < uint32At(segment.firstDoc, ordinal + 1); doc++) {
        if (!hasBit(left.found, doc)) continue;
        const bits = left === result ? left.found.slice() : left.found;
        clearBit(bits, doc);
        rest.set(result, { ...left, found: bits, count: left.count - 1 });
        return [{ wanted: pinPosition, place: { segment, doc, scores } }];
      }
    }
    return [];
  });
  const others = [...rest.values()].reduce((sum, { count }) => sum + count, 0);
  let last = 0;
  return {
    rest: [...rest.values()],
    pins: found.map(({ wanted: pinPosition, place: document }, i) => ({
      document: document,
      position: (last = Math.min(Math.max(pinPosition, last + 1), others + i + 1)),
    })),
  };
}

/**
 * Works like `pageOf`, with products in the owner's positions. It takes a few passes over bitsets and needs no sort
 * order of its own.
 */
export function placedPage(
  results: readonly SegmentResult[],
  sort: SortOrder,
  placing: Boosts,
  offset: number,
  limit: number,
): DocumentPosition[] {
  const { pins, rest } = pinned(results, placing);
  const before = pins.filter(({ position }) => position <= offset).length;
  const here = pins.filter(({ position }) => position > offset && position <= offset + limit);
  const others: DocumentPosition[] = [];
  let skipped = offset - before;
  for (const part of partsOf(rest, placing, sort)) {
    const remaining = limit - here.length - others.length;
    if (remaining <= 0) break;
    const count = part.reduce((sum, result) => sum + result.count, 0);
    if (skipped >= count) {
      skipped -= count;
      continue;
    }
    others.push(...pageOf(part, sort, skipped, remaining));
    skipped = 0;
  }
  const page: DocumentPosition[] = [];
  for (let at = offset + 1; page.length < here.length + others.length; at++) {
    const own = here.find((pin) => pin.position === at);
    const next = own?.document ?? itemAt(others, page.length - here.filter((pin) => pin.position < at).length);
    page.push(next);
  }
  return page;
}
