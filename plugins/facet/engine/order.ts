import { float64At, itemAt, uint32At } from './array-access.js';
import { sortByNumber } from './sort-by-number.js';
import type { Ranking } from './custom-types.js';
import { getCompare, COMPARE_FUNCTIONS, type SortOrder } from './document-position.js';
import { PRICE_SOURCE, type Segment } from './segment.js';
import { compareTexts } from './text-list.js';
import type { Sort } from './types.js';
import { runSync, YIELD_MASK, sortNumbers, upTo, type InterruptibleWork } from './work.js';

/** All documents of a segment in a sort order, and the position of each document. */
export interface DocumentOrder {
  readonly docs: Uint32Array;
  readonly ranks: Uint32Array;
}

/** Created once per segment; the order by relevance contains the order of products that match equally well. */
const orders = new WeakMap<Segment, Map<SortOrder, DocumentOrder>>();

/** The columns of built-in sort orders, least significant first; the product id is the final tie-breaker. */
const SORT_COLUMNS: Readonly<
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

/** Returns products in the order used for equally relevant ones. */
export function* orderEquallyRelevant(
  byId: Uint32Array,
  columns: Pick<Segment, 'rating' | 'available'>,
): InterruptibleWork<Uint32Array> {
  let products = byId;
  for (const [column, direction] of SORT_COLUMNS.relevance)
    products = yield* sortByNumber(products, columns[column as keyof typeof columns], direction);
  return products;
}

function* createBuiltInOrder(segment: Segment, sort: Sort): InterruptibleWork<Uint32Array> {
  const known = segment.numbers.get(PRICE_SOURCE);
  // If all products have a price, the column already has the order.
  if (sort === 'price' && known?.order.length === segment.docs) return known.order;
  if (sort === 'price' || sort === 'price-desc') {
    const prices = known?.values ?? new Uint8Array(segment.docs);
    return yield* sortByNumber(
      getDocuments(segment, segment.byId),
      prices.some(Number.isNaN) ? prices.map((price) => price || 0) : prices,
      sort === 'price' ? 1 : -1,
    );
  }
  if (sort === '') return getDocuments(segment, yield* sortByNumber(yield* orderByName(segment), segment.position, 1));
  let products = segment.byId;
  for (const [column, direction] of SORT_COLUMNS[sort])
    products = yield* sortByNumber(products, segment[column], direction);
  return getDocuments(segment, products);
}

/** Number of letters that a double represents exactly; names with the same first letters are compared in full. */
const PREFIX_LENGTH = 6;

function encodeNamePrefix(name: string): number {
  let number = 0;
  let exact = true;
  for (let at = 0; at < PREFIX_LENGTH; at++) {
    const charCode = exact && at < name.length ? Math.min(name.charCodeAt(at), 0xff) : 0;
    // After a letter outside the range, later letters are not compared here either.
    if (charCode === 0xff) exact = false;
    number = number * 0x100 + charCode;
  }
  return number;
}

function* orderByName({ names, byId }: Segment): InterruptibleWork<Uint32Array> {
  const texts: string[] = [];
  const prefixes = new Float64Array(names.length);
  for (let product = 0; product < names.length; product++) {
    const name = names.at(product);
    texts.push(name);
    prefixes[product] = encodeNamePrefix(name);
    if ((product & YIELD_MASK) === YIELD_MASK) yield;
  }
  const compare = (a: number, b: number): number => compareTexts(itemAt(texts, a), itemAt(texts, b));
  const products = yield* sortByNumber(byId, prefixes, 1);
  let from = 0;
  while (from < products.length) {
    const prefix = float64At(prefixes, uint32At(products, from));
    let to = from + 1;
    while (to < products.length && float64At(prefixes, uint32At(products, to)) === prefix) to++;
    if (to > from + 1) products.set(yield* sortNumbers(products.subarray(from, to), compare), from);
    from = to;
  }
  return products;
}

/** Returns the documents of products, those of each product together. */
export function getDocuments(
  { docs, singles, firstDoc }: Pick<Segment, 'docs' | 'singles' | 'firstDoc'>,
  products: Uint32Array,
): Uint32Array {
  if (singles === docs) return products;
  const ordered = new Uint32Array(docs);
  let index = 0;
  for (const product of products)
    for (let doc = uint32At(firstDoc, product); doc < uint32At(firstDoc, product + 1); doc++) ordered[index++] = doc;
  return ordered;
}

function* orderByRanking(segment: Segment, ranking: Ranking): InterruptibleWork<Uint32Array> {
  const compare = getCompare(ranking);
  const left = { segment, doc: 0, scores: undefined };
  const right = { segment, doc: 0, scores: undefined };
  return yield* sortNumbers(upTo(segment.docs), (a, b) => {
    left.doc = a;
    right.doc = b;
    return compare(left, right) || a - b;
  });
}

function createOrder(docs: Uint32Array): DocumentOrder {
  const ranks = new Uint32Array(docs.length);
  for (let rank = 0; rank < docs.length; rank++) ranks[uint32At(docs, rank)] = rank;
  return { docs, ranks };
}

function* prepareOrder(segment: Segment, sort: SortOrder): InterruptibleWork<DocumentOrder> {
  let known = orders.get(segment);
  if (!known) {
    known = new Map<SortOrder, DocumentOrder>();
    orders.set(segment, known);
  }
  let order = known.get(sort);
  if (!order) {
    order = createOrder(
      typeof sort === 'string' ? yield* createBuiltInOrder(segment, sort) : yield* orderByRanking(segment, sort),
    );
    known.set(sort, order);
    yield;
  }
  return order;
}

/** Whether an order is that of the price column. */
const isColumn = (segment: Segment, docs: Uint32Array): boolean => segment.numbers.get(PRICE_SOURCE)?.order === docs;

/** Returns the memory used by the orders of a segment, in bytes. */
export function getOrderBytes(segment: Segment): number {
  return [...(orders.get(segment)?.values() ?? [])].reduce(
    (sum, { docs, ranks }) => sum + ranks.byteLength + (isColumn(segment, docs) ? 0 : docs.byteLength),
    0,
  );
}

/** Returns a sort order of a segment, creating it if necessary. */
export const getOrder = (segment: Segment, sort: SortOrder): DocumentOrder => runSync(prepareOrder(segment, sort));

/** Returns the position of each document in a sort order, for equally relevant products. */
export const getRanks = (segment: Segment, sort: Sort): Uint32Array => getOrder(segment, sort).ranks;

/** Creates the sort orders of a segment in advance. */
export function* prepareOrders(segment: Segment): InterruptibleWork<void> {
  for (const sort of Object.keys(COMPARE_FUNCTIONS) as Sort[]) yield* prepareOrder(segment, sort);
}

/** Returns the built-in sort orders of a segment that were created and are not those of a column. */
export function listPreparedOrders(segment: Segment): [sort: Sort, docs: Uint32Array][] {
  return [...(orders.get(segment) ?? [])].flatMap(([sort, { docs }]): [Sort, Uint32Array][] =>
    typeof sort === 'string' && !isColumn(segment, docs) ? [[sort, docs]] : [],
  );
}

/** Restores previously created sort orders of a segment, and creates the others. */
export function* restoreOrders(
  segment: Segment,
  prepared: readonly (readonly [sort: Sort, docs: Uint32Array])[],
): InterruptibleWork<void> {
  const segmentOrders = new Map<SortOrder, DocumentOrder>();
  for (const [sort, docs] of prepared) {
    segmentOrders.set(sort, createOrder(docs));
    yield;
  }
  orders.set(segment, segmentOrders);
  yield* prepareOrders(segment);
}
