import { type Bitset, countBits, eachBit, emptyBits, hasBit, setBit } from './bitset.js';
import type { RankedProduct, Ranking } from './own-parts.js';
import { inOrderOf } from './in-order-of.js';
import { leastFirst } from './least-first.js';
import { MOST_SCORE, PRICE, type Segment } from './segment.js';
import type { Sort } from './types.js';
import { atOnce, OFTEN, sorted, upTo, type Work } from './work.js';

/** A document by its segment. */
export interface Place {
  readonly segment: Segment;
  readonly doc: number;
  readonly scores: Uint8Array | undefined;
}

type Compare = (a: Place, b: Place) => number;

/** An order of the engine's own by name, or one of an extension. */
export type Ordering = Sort | Ranking;

const ordinal = ({ segment, doc }: Place): number => segment.docProduct[doc];
const byId: Compare = (a, b) => a.segment.productIds[ordinal(a)] - b.segment.productIds[ordinal(b)];
const by =
  (column: 'position' | 'rating' | 'ratingCount' | 'sales' | 'published' | 'available', direction: 1 | -1): Compare =>
  (a, b) =>
    direction * (a.segment[column][ordinal(a)] - b.segment[column][ordinal(b)]);
const byName: Compare = (a, b) => {
  const [left, right] = [a.segment.names.at(ordinal(a)), b.segment.names.at(ordinal(b))];
  return left < right ? -1 : left > right ? 1 : 0;
};
const byPrice =
  (direction: 1 | -1): Compare =>
  (a, b) =>
    direction * (priceOf(a.segment, a.doc) - priceOf(b.segment, b.doc));
const byScore: Compare = (a, b) => (b.scores?.[ordinal(b)] ?? 0) - (a.scores?.[ordinal(a)] ?? 0);
const chain =
  (...steps: readonly Compare[]): Compare =>
  (a, b) => {
    for (const step of steps) {
      const difference = step(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };

/** Every order ends with the id, so that no product stands on two pages. */
const COMPARES: Readonly<Record<Sort, Compare>> = {
  '': chain(by('position', 1), byName, byId),
  popularity: chain(by('sales', -1), byId),
  rating: chain(by('rating', -1), by('ratingCount', -1), byId),
  date: chain(by('published', -1), byId),
  price: chain(byPrice(1), byId),
  'price-desc': chain(byPrice(-1), byId),
  relevance: chain(byScore, by('available', -1), by('rating', -1), byId),
};

/** What extensions' orders give each document, asked once for a segment. */
const ranked = new WeakMap<Segment, Map<Ranking, Float64Array>>();

function scoresIn(segment: Segment, ranking: Ranking): Float64Array {
  const known = ranked.get(segment) ?? new Map<Ranking, Float64Array>();
  ranked.set(segment, known);
  const scores = known.get(ranking) ?? ranking.scores(segment.docs, (doc) => rankedProduct(segment, doc));
  known.set(ranking, scores);
  return scores;
}

function rankedProduct(segment: Segment, doc: number, scores?: Uint8Array): RankedProduct {
  const product = segment.docProduct[doc];
  return {
    id: segment.productIds[product],
    price: priceOf(segment, doc),
    position: segment.position[product],
    rating: segment.rating[product],
    ratingCount: segment.ratingCount[product],
    sales: segment.sales[product],
    published: segment.published[product],
    available: segment.available[product] === 1,
    relevance: (scores?.[product] ?? 0) / MOST_SCORE,
    number(source) {
      const value = segment.numbers.get(source)?.values[doc];
      return value === undefined || Number.isNaN(value) ? undefined : value;
    },
    has: (source, key) => hasValue(segment, doc, source, key),
  };
}

function hasValue(
  { dictionary, stretches, rowStart, rowValues }: Segment,
  doc: number,
  source: string,
  key: string,
): boolean {
  const local = dictionary.find(source, key);
  if (local === undefined) return false;
  const stretch = stretches[dictionary.sourceNumber(source)];
  return (
    local < (stretch?.size ?? 0) && rowValues.subarray(rowStart[doc], rowStart[doc + 1]).includes(stretch.base + local)
  );
}

function compareOf(ordering: Ordering): Compare {
  return typeof ordering === 'string'
    ? COMPARES[ordering]
    : chain((a, b) => scoresIn(b.segment, ordering)[b.doc] - scoresIn(a.segment, ordering)[a.doc], byId);
}

export function priceOf(segment: Segment, doc: number): number {
  const price = segment.numbers.get(PRICE)?.values[doc];
  return price === undefined || Number.isNaN(price) ? 0 : price;
}

/** One document per product: its first that matches, which is its cheapest. */
export function firstDocuments(segment: Segment, all: Bitset): Bitset {
  const { singles, docs, docProduct } = segment;
  if (singles === docs) return all;
  const out = emptyBits(docs);
  out.set(all.subarray(0, singles >>> 5));
  let seen = -1;
  eachBit(all, (singles >>> 5) << 5, docs, (doc) => {
    if (docProduct[doc] === seen) return;
    seen = docProduct[doc];
    setBit(out, doc);
  });
  return out;
}

/** All documents of a segment in an order, and each document's place in it. */
interface DocumentOrder {
  readonly docs: Uint32Array;
  readonly ranks: Uint32Array;
}

/** Made once for a segment; that by relevance is the one among products that match equally well. */
const orders = new WeakMap<Segment, Map<Ordering, DocumentOrder>>();

/** The columns of an order of the engine's own, the one that decides last first; the number of a product is before them all. */
const COLUMNS: Readonly<
  Record<
    Exclude<Sort, '' | 'price' | 'price-desc'>,
    readonly (readonly ['rating' | 'ratingCount' | 'sales' | 'published' | 'available', 1 | -1])[]
  >
> = {
  popularity: [['sales', -1]],
  rating: [
    ['ratingCount', -1],
    ['rating', -1],
  ],
  date: [['published', -1]],
  relevance: [
    ['rating', -1],
    ['available', -1],
  ],
};

/** Products in the order of those that match alike: what the order by relevance is besides. */
export function* standingOf(byId: Uint32Array, columns: Pick<Segment, 'rating' | 'available'>): Work<Uint32Array> {
  let products = byId;
  for (const [column, direction] of COLUMNS.relevance)
    products = yield* inOrderOf(products, columns[column as keyof typeof columns], direction);
  return products;
}

function* inOwnOrder(segment: Segment, sort: Sort): Work<Uint32Array> {
  const known = segment.numbers.get(PRICE);
  // Where all have a price, their order is there already.
  if (sort === 'price' && known?.order.length === segment.docs) return known.order;
  if (sort === 'price' || sort === 'price-desc') {
    const prices = known?.values ?? new Uint8Array(segment.docs);
    return yield* inOrderOf(
      documentsOf(segment, segment.byId),
      prices.some(Number.isNaN) ? prices.map((price) => price || 0) : prices,
      sort === 'price' ? 1 : -1,
    );
  }
  if (sort === '') return documentsOf(segment, yield* inOrderOf(yield* byNames(segment), segment.position, 1));
  let products = segment.byId;
  for (const [column, direction] of COLUMNS[sort]) products = yield* inOrderOf(products, segment[column], direction);
  return documentsOf(segment, products);
}

/** As many letters as a number holds exactly say where a name stands; those that begin alike are compared. */
const LETTERS = 6;

function beginningOf(name: string): number {
  let number = 0;
  let exact = true;
  for (let at = 0; at < LETTERS; at++) {
    const letter = exact && at < name.length ? Math.min(name.charCodeAt(at), 0xff) : 0;
    // What is not told apart here is not told apart by what follows.
    if (letter === 0xff) exact = false;
    number = number * 0x100 + letter;
  }
  return number;
}

function* byNames({ names, byId }: Segment): Work<Uint32Array> {
  const texts: string[] = [];
  const beginnings = new Float64Array(names.length);
  for (let product = 0; product < names.length; product++) {
    texts.push(names.at(product));
    beginnings[product] = beginningOf(texts[product]);
    if ((product & OFTEN) === OFTEN) yield;
  }
  const products = yield* inOrderOf(byId, beginnings, 1);
  let from = 0;
  while (from < products.length) {
    let to = from + 1;
    while (to < products.length && beginnings[products[to]] === beginnings[products[from]]) to++;
    if (to > from + 1)
      products.set(
        yield* sorted(products.subarray(from, to), (a, b) => (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : 0)),
        from,
      );
    from = to;
  }
  return products;
}

/** The documents of products, one product's after another's. */
export function documentsOf(
  { docs, singles, firstDoc }: Pick<Segment, 'docs' | 'singles' | 'firstDoc'>,
  products: Uint32Array,
): Uint32Array {
  if (singles === docs) return products;
  const made = new Uint32Array(docs);
  let filled = 0;
  for (const product of products)
    for (let doc = firstDoc[product]; doc < firstDoc[product + 1]; doc++) made[filled++] = doc;
  return made;
}

function* compared(segment: Segment, ranking: Ranking): Work<Uint32Array> {
  const compare = compareOf(ranking);
  const left = { segment, doc: 0, scores: undefined };
  const right = { segment, doc: 0, scores: undefined };
  return yield* sorted(upTo(segment.docs), (a, b) => {
    left.doc = a;
    right.doc = b;
    return compare(left, right) || a - b;
  });
}

function orderFrom(docs: Uint32Array): DocumentOrder {
  const ranks = new Uint32Array(docs.length);
  for (let rank = 0; rank < docs.length; rank++) ranks[docs[rank]] = rank;
  return { docs, ranks };
}

function* makeOrder(segment: Segment, sort: Ordering): Work<DocumentOrder> {
  let known = orders.get(segment);
  if (!known) {
    known = new Map<Ordering, DocumentOrder>();
    orders.set(segment, known);
  }
  let order = known.get(sort);
  if (!order) {
    order = orderFrom(typeof sort === 'string' ? yield* inOwnOrder(segment, sort) : yield* compared(segment, sort));
    known.set(sort, order);
    yield;
  }
  return order;
}

/** Whether an order is that of the column of prices. */
const isColumn = (segment: Segment, docs: Uint32Array): boolean => segment.numbers.get(PRICE)?.order === docs;

/** What the orders and the extensions' scores that are made of a segment take. */
export function orderBytes(segment: Segment): number {
  const made = [...(orders.get(segment)?.values() ?? [])].reduce(
    (sum, { docs, ranks }) => sum + ranks.byteLength + (isColumn(segment, docs) ? 0 : docs.byteLength),
    0,
  );
  return [...(ranked.get(segment)?.values() ?? [])].reduce((sum, scores) => sum + scores.byteLength, made);
}

const orderOf = (segment: Segment, sort: Ordering): DocumentOrder => atOnce(makeOrder(segment, sort));

/** By document: its place in an order, where what was searched for matches all alike. */
export const ranksIn = (segment: Segment, sort: Sort): Uint32Array => orderOf(segment, sort).ranks;

/** Which of two documents stands first: below zero the left one. */
export const placeInOrder = (sort: Sort, a: Place, b: Place): number => COMPARES[sort](a, b);

/** Makes the orders of a segment beforehand. */
export function* prepareOrders(segment: Segment): Work<void> {
  for (const sort of Object.keys(COMPARES) as Sort[]) yield* makeOrder(segment, sort);
}

/** The documents of a segment in each of the engine's own orders, as far as they were made, and are not those of a column. */
export function preparedOrders(segment: Segment): [sort: Sort, docs: Uint32Array][] {
  return [...(orders.get(segment) ?? [])].flatMap(([sort, { docs }]): [Sort, Uint32Array][] =>
    typeof sort === 'string' && !isColumn(segment, docs) ? [[sort, docs]] : [],
  );
}

/** Gives a segment orders that were made of the same before, and makes the others. */
export function* putOrders(
  segment: Segment,
  prepared: readonly (readonly [sort: Sort, docs: Uint32Array])[],
): Work<void> {
  const made = new Map<Ordering, DocumentOrder>();
  for (const [sort, docs] of prepared) {
    made.set(sort, orderFrom(docs));
    yield;
  }
  orders.set(segment, made);
  yield* prepareOrders(segment);
}

/** What matches in one segment. */
export interface SegmentResult {
  readonly segment: Segment;
  /** One document per product. */
  readonly found: Bitset;
  readonly count: number;
  readonly scores: Uint8Array | undefined;
}

/** Below this part of a segment, collecting and sorting the matches beats walking the whole order. */
const SPARSE = 1 / 64;

/** Gives the matches one after the other; -1 at the end. */
function inOrder(result: SegmentResult, sort: Ordering): () => number {
  const { segment, found, count, scores } = result;
  const order = orderOf(segment, sort);
  const scored = sort === 'relevance' ? scores : undefined;
  if (count < segment.docs * SPARSE) return sparsely(result, order, scored);
  const { docProduct } = segment;
  const levels = scored ? levelsOf(result, scored) : [0];
  let [level, at] = [0, 0];
  return () => {
    for (; level < levels.length; level++, at = 0) {
      while (at < order.docs.length) {
        const doc = order.docs[at++];
        if (hasBit(found, doc) && (!scored || scored[docProduct[doc]] === levels[level])) return doc;
      }
    }
    return -1;
  };
}

/** Few matches, put in order by their places. */
function sparsely(
  { segment, found, count }: SegmentResult,
  { docs, ranks }: DocumentOrder,
  scores: Uint8Array | undefined,
): () => number {
  const keys = new Float64Array(count);
  let filled = 0;
  eachBit(found, 0, segment.docs, (doc) => {
    keys[filled++] = ranks[doc] + (scores ? (MOST_SCORE - scores[segment.docProduct[doc]]) * segment.docs : 0);
  });
  const least = leastFirst(keys);
  return () => {
    const key = least();
    return key === undefined ? -1 : docs[key % segment.docs];
  };
}

/** The scores there are, the best first. */
function levelsOf({ segment, found }: SegmentResult, scores: Uint8Array): number[] {
  const there = new Uint8Array(MOST_SCORE + 1);
  eachBit(found, 0, segment.docs, (doc) => {
    there[scores[segment.docProduct[doc]]] = 1;
  });
  return [...there.keys()].filter((score) => there[score] === 1).reverse();
}

/** What was found in an order that holds for this choice alone: everything is scored, and only as much put in order as the page needs. */
function passingPage(results: readonly SegmentResult[], ranking: Ranking, offset: number, limit: number): Place[] {
  const parts = results.map(({ segment, found, count, scores }) => {
    const docs = new Uint32Array(count);
    let filled = 0;
    eachBit(found, 0, segment.docs, (doc) => void (docs[filled++] = doc));
    return { segment, scores, docs, given: ranking.scores(count, (i) => rankedProduct(segment, docs[i], scores)) };
  });
  const all = Float64Array.from(parts.flatMap(({ given }) => [...given])).sort();
  const least = all.at(-Math.min(offset + limit, all.length)) ?? 0;
  return parts
    .flatMap(({ segment, scores, docs, given }) =>
      [...docs.keys()]
        .filter((i) => given[i] >= least)
        .map((i) => ({ segment, scores, doc: docs[i], given: given[i] })),
    )
    .sort((a, b) => b.given - a.given || byId(a, b))
    .slice(offset, offset + limit);
}

/** The matches of all segments from `offset` on, at most `limit`, in order. */
export function pageOf(results: readonly SegmentResult[], sort: Ordering, offset: number, limit: number): Place[] {
  if (typeof sort !== 'string' && sort.passing) return passingPage(results, sort, offset, limit);
  const compare = compareOf(sort);
  const streams = results
    .filter(({ count }) => count > 0)
    .map((result) => {
      const next = inOrder(result, sort);
      return { result, next, doc: next() };
    });
  const page: Place[] = [];
  for (let rank = 0; page.length < limit; rank++) {
    let best: { place: Place; stream: (typeof streams)[number] } | undefined;
    for (const stream of streams) {
      if (stream.doc === -1) continue;
      if (streams.length > 1 || rank >= offset) {
        const place = { segment: stream.result.segment, doc: stream.doc, scores: stream.result.scores };
        if (!best || compare(place, best.place) < 0) best = { place, stream };
      } else {
        stream.doc = stream.next();
      }
    }
    if (best) {
      if (rank >= offset) page.push(best.place);
      best.stream.doc = best.stream.next();
    } else if (streams.every(({ doc }) => doc === -1)) break;
  }
  return page;
}

/** How many products a set of first documents holds. */
export const countFound = (segment: Segment, found: Bitset): number => countBits(found, 0, segment.docs);
