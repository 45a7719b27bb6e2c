import { itemAt, columnAt, uint32At } from './array-access.js';
import { and, andNot, type Bitset, clearBit, eachBit, emptyBits, hasBit, orInto, setBit } from './bitset.js';
import { getAnyBits } from './match.js';
import { countFound, getPage, type SegmentResult } from './page.js';
import type { SortOrder, DocumentPosition } from './document-position.js';
import { getNearness, type Boosts, type BoostTarget } from './boosts.js';
import { ordinalOf, type Segment } from './segment.js';

/** Documents of promoted products, and of demoted ones. */
interface BoostLevels {
  readonly boosted: Bitset;
  readonly buried: Bitset;
}

/** Computed once per segment, since a placement applies to many requests. */
const levels = new WeakMap<Segment, WeakMap<Boosts, BoostLevels>>();

function getLevels(segment: Segment, placement: Boosts): BoostLevels {
  const known = levels.get(segment) ?? new WeakMap<Boosts, BoostLevels>();
  levels.set(segment, known);
  const segmentLevels = known.get(placement) ?? createLevels(segment, placement);
  known.set(placement, segmentLevels);
  return segmentLevels;
}

function createLevels(segment: Segment, { boosts }: Boosts): BoostLevels {
  const segmentLevels: BoostLevels = { boosted: emptyBits(segment.docs), buried: emptyBits(segment.docs) };
  const handled = emptyBits(segment.docs);
  for (const { direction, targets } of boosts) {
    const affectedDocs = emptyBits(segment.docs);
    for (const target of targets) addAffected(affectedDocs, segment, target);
    orInto(direction > 0 ? segmentLevels.boosted : segmentLevels.buried, andNot(affectedDocs, handled));
    orInto(handled, affectedDocs);
  }
  return segmentLevels;
}

/** Adds all documents of the affected products. */
function addAffected(touched: Bitset, segment: Segment, touch: BoostTarget): void {
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
    eachBit(getAnyBits(segment, segment.dictionary, touch.source, touch.values), 0, docs, (doc) =>
      add(uint32At(docProduct, doc)),
    );
  }
}

/**
 * Yields the results in successive parts: promoted, unchanged, demoted; when sorted by relevance, this is repeated for
 * each level of nearness, nearest first.
 */
function* splitByBoost(
  results: readonly SegmentResult[],
  placement: Boosts,
  sort: SortOrder,
): Generator<readonly SegmentResult[]> {
  if (placement.boosts.length === 0) {
    yield results;
    return;
  }
  for (const near of sort === 'relevance' ? splitByNearness(results) : [results]) {
    const restrictResults = (restrict: (found: Bitset, levels: BoostLevels) => Bitset): SegmentResult[] =>
      near.map((result) => withMatches(result, restrict(result.found, getLevels(result.segment, placement))));
    yield restrictResults((found, { boosted }) => and(found, boosted));
    yield restrictResults((found, { boosted, buried }) => andNot(andNot(found, boosted), buried));
    yield restrictResults((found, { buried }) => and(found, buried));
  }
}

const withMatches = (result: SegmentResult, found: Bitset): SegmentResult => ({
  ...result,
  found,
  count: countFound(result.segment, found),
});

function splitByNearness(results: readonly SegmentResult[]): (readonly SegmentResult[])[] {
  const parts = new Map<number, Map<SegmentResult, Bitset>>();
  for (const result of results) {
    const { segment, found, scores } = result;
    eachBit(found, 0, segment.docs, (doc) => {
      const near = getNearness(scores?.[uint32At(segment.docProduct, doc)] ?? 0);
      let part = parts.get(near);
      if (!part) parts.set(near, (part = new Map<SegmentResult, Bitset>()));
      let bits = part.get(result);
      if (!bits) part.set(result, (bits = emptyBits(segment.docs)));
      setBit(bits, doc);
    });
  }
  return [...parts]
    .sort(([a], [b]) => b - a)
    .map(([, part]) => [...part].map(([result, bits]) => withMatches(result, bits)));
}

/** A pinned product and its final position, which is the end of the list if that is shorter. */
interface PinnedProduct {
  readonly position: number;
  readonly document: DocumentPosition;
}

/** Returns the pins of the products found, and the results without them. */
function extractPins(
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
      document,
      position: (last = Math.min(Math.max(pinPosition, last + 1), others + i + 1)),
    })),
  };
}

/**
 * Returns a page with products in the owner's positions. It takes a few passes over bitsets and needs no sort order of
 * its own.
 */
export function getPlacedPage(
  results: readonly SegmentResult[],
  sort: SortOrder,
  placement: Boosts,
  offset: number,
  limit: number,
): DocumentPosition[] {
  const { pins, rest } = extractPins(results, placement);
  const before = pins.filter(({ position }) => position <= offset).length;
  const pagePins = pins.filter(({ position }) => position > offset && position <= offset + limit);
  const others: DocumentPosition[] = [];
  let skipped = offset - before;
  for (const part of splitByBoost(rest, placement, sort)) {
    const remaining = limit - pagePins.length - others.length;
    if (remaining <= 0) break;
    const count = part.reduce((sum, result) => sum + result.count, 0);
    if (skipped >= count) {
      skipped -= count;
      continue;
    }
    others.push(...getPage(part, sort, skipped, remaining));
    skipped = 0;
  }
  const page: DocumentPosition[] = [];
  for (let at = offset + 1; page.length < pagePins.length + others.length; at++) {
    const own = pagePins.find((pin) => pin.position === at);
    const next = own?.document ?? itemAt(others, page.length - pagePins.filter((pin) => pin.position < at).length);
    page.push(next);
  }
  return page;
}
