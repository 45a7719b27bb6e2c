import { float64At, itemAt, uint32At } from './array-access.js';
import { inOrderOf } from './sort-by-number.js';
import type { Ranking } from './custom-types.js';
import { compareOf, COMPARES, type SortOrder } from './document-position.js';
import { PRICE, type Segment } from './segment.js';
import { compareTexts } from './text-list.js';
import type { Sort } from './types.js';
import { atOnce, OFTEN, sorted, upTo, type InterruptibleWork } from './work.js';

/** All documents of a segment in a sort order, and the position of each document. */
export interface DocumentOrder {
  readonly docs: Uint32Array;
  readonly ranks: Uint32Array;
}

/** Created once per segment; the order by relevance contains the order of products that match equally well. */
const orders = new WeakMap<Segment, Map<SortOrder, DocumentOrder>>();

/** The columns of built-in sort orders, least significant first; the product id is the final tie-breaker. */
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

/** Returns products in the order used for equally relevant ones. */
export function* standingOf(
  byId: Uint32Array,
  columns: Pick<Segment, 'rating' | 'available'>,
): InterruptibleWork<Uint32Array> {
  let products = byId;
  for (const [column, direction] of COLUMNS.relevance)
    products = yield* inOrderOf(products, columns[column as keyof typeof columns], direction);
  return products;
}

function* inOwnOrder(segment: Segment, sort: Sort): InterruptibleWork<Uint32Array> {
  const known = segment.numbers.get(PRICE);
  // If all products have a price, the column already has the order.
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

/** Number of letters that a double represents exactly; names with the same first letters are compared in full. */
const PREFIX_LENGTH = 6;

function beginningOf(name: string): number {
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

function* byNames({ names, byId }: Segment): InterruptibleWork<Uint32Array> {
  const texts: string[] = [];
  const beginnings = new Float64Array(names.length);
  for (let product = 0; product < names.length; product++) {
    const name = names.at(product);
    texts.push(name);
    beginnings[product] = beginningOf(name);
    if ((product & OFTEN) === OFTEN) yield;
  }
  const compare = (a: number, b: number): number => compareTexts(itemAt(texts, a), itemAt(texts, b));
  const products = yield* inOrderOf(byId, beginnings, 1);
  let from = 0;
  while (from < products.length) {
    const beginning = float64At(beginnings, uint32At(products, from));
    let to = from + 1;
    while (to < products.length && float64At(beginnings, uint32At(products, to)) === beginning) to++;
    if (to > from + 1) products.set(yield* sorted(products.subarray(from, to), compare), from);
    from = to;
  }
  return products;
}

/** Returns the documents of products, those of each product together. */
export function documentsOf(
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

function* compared(segment: Segment, ranking: Ranking): InterruptibleWork<Uint32Array> {
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
  for (let rank = 0; rank < docs.length; rank++) ranks[uint32At(docs, rank)] = rank;
  return { docs, ranks };
}

function* makeOrder(segment: Segment, sort: SortOrder): InterruptibleWork<DocumentOrder> {
  let known = orders.get(segment);
  if (!known) {
    known = new Map<SortOrder, DocumentOrder>();
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

/** Whether an order is that of the price column. */
const isColumn = (segment: Segment, docs: Uint32Array): boolean => segment.numbers.get(PRICE)?.order === docs;

/** Returns the memory used by the orders of a segment, in bytes. */
export function orderBytes(segment: Segment): number {
  return [...(orders.get(segment)?.values() ?? [])].reduce(
    (sum, { docs, ranks }) => sum + ranks.byteLength + (isColumn(segment, docs) ? 0 : docs.byteLength),
    0,
  );
}

/** Returns a sort order of a segment, creating it if necessary. */
export const orderOf = (segment: Segment, sort: SortOrder): DocumentOrder => atOnce(makeOrder(segment, sort));

/** Returns the position of each document in a sort order, for equally relevant products. */
export const ranksIn = (segment: Segment, sort: Sort): Uint32Array => orderOf(segment, sort).ranks;

/** Creates the sort orders of a segment in advance. */
export function* prepareOrders(segment: Segment): InterruptibleWork<void> {
  for (const sort of Object.keys(COMPARES) as Sort[]) yield* makeOrder(segment, sort);
}

/** Returns the built-in sort orders of a segment that were created and are not those of a column. */
export function preparedOrders(segment: Segment): [sort: Sort, docs: Uint32Array][] {
  return [...(orders.get(segment) ?? [])].flatMap(([sort, { docs }]): [Sort, Uint32Array][] =>
    typeof sort === 'string' && !isColumn(segment, docs) ? [[sort, docs]] : [],
  );
}

/** Restores previously created sort orders of a segment, and creates the others. */
export function* putOrders(
  segment: Segment,
  prepared: readonly (readonly [sort: Sort, docs: Uint32Array])[],
): InterruptibleWork<void> {
  const segmentOrders = new Map<SortOrder, DocumentOrder>();
  for (const [sort, docs] of prepared) {
    segmentOrders.set(sort, orderFrom(docs));
    yield;
  }
  orders.set(segment, segmentOrders);
  yield* prepareOrders(segment);
}
