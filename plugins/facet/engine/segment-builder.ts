import { addAt, itemAt, uint32At, type NumberList } from './array-access.js';
import { clearBit, fullBits, hasBit } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import { growingFloats, growingWholes, type GrowableArray } from './growable-array.js';
import { inOrderOf } from './sort-by-number.js';
import { createNumberColumn, narrowed, type NumberColumn } from './number-column.js';
import { countPairs } from './pair-counts.js';
import type { PreparedRecord } from './prepared-record.js';
import { invert, packRows, totalsOf } from './segment-rows.js';
import { documentsOf, standingOf } from './order.js';
import { ordinalOf, type Segment, type TextSearch, type ValueStretch } from './segment.js';
import { textList } from './text-list.js';
import type { OrderKeys } from './types.js';
import { OFTEN, upTo, type InterruptibleWork } from './work.js';

/** Number of values of a product's first document by which products are clustered. */
const CLUSTERED_BY = 4;

/** Collects products and turns them into a segment. */
interface SegmentBuilder {
  add(record: PreparedRecord): void;
  finish(): InterruptibleWork<Segment>;
}

/** Products as they were added, in columns. */
interface ProductColumns {
  readonly ids: GrowableArray;
  /** By product: its first document; by document: its first value. */
  readonly firstDoc: GrowableArray;
  readonly firstValue: GrowableArray;
  readonly version: GrowableArray;
  readonly values: GrowableArray;
  readonly numbers: Map<string, GrowableArray>;
  readonly order: Readonly<Record<Exclude<keyof OrderKeys, 'name'>, GrowableArray>>;
}

export function createSegmentBuilder(dictionary: Dictionary, texts: TextSearch): SegmentBuilder {
  const added: ProductColumns = {
    ids: growingFloats(),
    firstDoc: growingWholes(),
    firstValue: growingWholes(),
    version: growingFloats(),
    values: growingWholes(),
    numbers: new Map(),
    order: {
      position: growingFloats(),
      rating: growingFloats(),
      ratingCount: growingFloats(),
      sales: growingFloats(),
      published: growingFloats(),
      available: growingFloats(),
    },
  };
  const names: string[] = [];
  /** Whether the names for sorting equal the names for searching. */
  let alike = true;
  const collector = texts.createCollector();

  function addNumber(source: string, doc: number, value: number): void {
    let column = added.numbers.get(source);
    if (!column) added.numbers.set(source, (column = growingFloats()));
    while (column.length() < doc) column.push(NaN);
    column.push(value);
  }

  return {
    add({ id, order, text, docs }) {
      added.ids.push(id);
      added.firstDoc.push(added.firstValue.length());
      for (const { values, numbers, version } of docs) {
        for (const [source, number] of Object.entries(numbers)) addNumber(source, added.firstValue.length(), number);
        added.firstValue.push(added.values.length());
        added.version.push(version);
        for (const value of values) added.values.push(value);
      }
      for (const key of Object.keys(added.order) as (keyof ProductColumns['order'])[])
        added.order[key].push(Number(order[key]));
      names.push(order.name);
      alike &&= order.name === text.name;
      collector.add(text);
    },

    *finish() {
      added.firstDoc.push(added.firstValue.length());
      added.firstValue.push(added.values.length());
      const order = yield* clustered(added);
      const stretches = stretchesOf(dictionary.sizes());
      const values = stretches.reduce((sum, { size }) => sum + size, 0);
      const { addedDoc, ...layout } = yield* layOut(order, added);
      const rows = yield* packRows(addedDoc, added, stretches, values);
      const postings = yield* invert(rows.rowStart, rows.rowValues, values, layout.docs);
      const totals = yield* totalsOf(layout, rows, values);
      const columns = {
        position: yield* column(order, added.order.position),
        rating: yield* column(order, added.order.rating),
        ratingCount: yield* column(order, added.order.ratingCount),
        sales: yield* column(order, added.order.sales),
        published: yield* column(order, added.order.published),
        available: yield* permuted(order, new Uint8Array(order.length), added.order.available.at),
      };
      const text = yield* collector.finish(order, yield* standingOf(layout.byId, columns));
      return {
        ...layout,
        ...rows,
        ...postings,
        ...totals,
        ...columns,
        valueRanges: stretches,
        dictionary,
        docVariation: yield* column(addedDoc, added.version),
        pairs: yield* countPairs({ ...layout, ...rows }, values),
        numbers: yield* numberColumns(added.numbers, addedDoc, documentsOf(layout, layout.byId)),
        names: alike ? text.names : yield* textList(order.length, (product) => itemAt(names, uint32At(order, product))),
        text,
        live: fullBits(layout.docs),
        liveProducts: layout.products,
        liveSingles: layout.singles,
        liveGroupDocs: layout.docs - layout.singles,
      };
    },
  };
}

/**
 * Returns products with similar ones together, so that the rows of a selection are close in memory. Products with
 * several documents come last.
 */
function* clustered({ ids, firstDoc, firstValue, values }: ProductColumns): InterruptibleWork<Uint32Array> {
  const products = ids.length();
  const several = new Uint8Array(products);
  const number = new Float64Array(products);
  const first = Array.from({ length: CLUSTERED_BY }, () => new Uint32Array(products));
  for (let product = 0; product < products; product++) {
    const doc = firstDoc.at(product);
    const [from, to] = [firstValue.at(doc), firstValue.at(doc + 1)];
    for (let i = 0; i < CLUSTERED_BY && from + i < to; i++) itemAt(first, i)[product] = values.at(from + i);
    several[product] = Number(firstDoc.at(product + 1) - doc > 1);
    number[product] = ids.at(product);
    if ((product & OFTEN) === OFTEN) yield;
  }
  let order = yield* inOrderOf(upTo(products), number, 1);
  for (const column of first.reverse()) order = yield* inOrderOf(order, column, 1);
  return yield* inOrderOf(order, several, 1);
}

/** Fills an array with the added values, in the segment's order. */
function* permuted<T extends Float64Array | Uint8Array>(
  order: Uint32Array,
  target: T,
  from: (product: number) => number,
): InterruptibleWork<T> {
  const list: Float64Array | Uint8Array = target;
  for (let i = 0; i < order.length; i++) {
    list[i] = from(uint32At(order, i));
    if ((i & OFTEN) === OFTEN) yield;
  }
  return target;
}

function* column(order: Uint32Array, from: GrowableArray): InterruptibleWork<NumberList> {
  return yield* narrowed(yield* permuted(order, new Float64Array(order.length), from.at));
}

function stretchesOf(sizes: readonly number[]): ValueStretch[] {
  let base = 0;
  return sizes.map((size) => {
    const stretch = { base, size };
    base += size;
    return stretch;
  });
}

type Layout = Pick<Segment, 'docs' | 'singles' | 'products' | 'productIds' | 'byId' | 'docProduct' | 'firstDoc'>;

/** @returns also, by document of the segment, the index at which it was added */
function* layOut(
  order: Uint32Array,
  { ids, firstDoc: added }: ProductColumns,
): InterruptibleWork<Layout & { addedDoc: Uint32Array }> {
  const products = order.length;
  const docs = added.at(products);
  const firstDoc = new Uint32Array(products + 1);
  const docProduct = new Uint32Array(docs);
  const addedDoc = new Uint32Array(docs);
  const productIds = new Float64Array(products);
  let doc = 0;
  let singles = 0;
  for (let ordinal = 0; ordinal < products; ordinal++) {
    const [from, to] = [added.at(uint32At(order, ordinal)), added.at(uint32At(order, ordinal) + 1)];
    firstDoc[ordinal] = doc;
    productIds[ordinal] = ids.at(uint32At(order, ordinal));
    if (to - from === 1) singles++;
    for (let one = from; one < to; one++) {
      addedDoc[doc] = one;
      docProduct[doc++] = ordinal;
    }
    if ((ordinal & OFTEN) === OFTEN) yield;
  }
  firstDoc[products] = doc;
  return {
    docs,
    singles,
    products,
    firstDoc,
    addedDoc,
    productIds: yield* narrowed(productIds),
    byId: yield* inOrderOf(upTo(products), productIds, 1),
    // If no product has two documents, both arrays are equal.
    docProduct: singles === docs ? firstDoc.subarray(0, docs) : docProduct,
  };
}

/** @param inIdOrder documents in the order of their products' ids, the order used for equal numbers */
function* numberColumns(
  added: ProductColumns['numbers'],
  addedDoc: Uint32Array,
  inIdOrder: Uint32Array,
): InterruptibleWork<Map<string, NumberColumn>> {
  const columnsBySource = new Map<string, NumberColumn>();
  for (const [source, known] of added) {
    const values = yield* permuted(addedDoc, new Float64Array(addedDoc.length), (doc) =>
      doc < known.length() ? known.at(doc) : NaN,
    );
    columnsBySource.set(source, yield* createNumberColumn(values, inIdOrder));
  }
  return columnsBySource;
}

/** Removes a product from a segment; returns false if it is no longer there. */
export function removeProduct(segment: Segment, id: number): boolean {
  const ordinal = ordinalOf(segment, id);
  if (ordinal === undefined) return false;
  const [from, to] = [uint32At(segment.firstDoc, ordinal), uint32At(segment.firstDoc, ordinal + 1)];
  if (!hasBit(segment.live, from)) return false;
  for (let doc = from; doc < to; doc++) clearBit(segment.live, doc);
  const totals = from < segment.singles ? segment.singleTotals : segment.groupTotals;
  for (const value of new Set(
    segment.rowValues.subarray(uint32At(segment.rowStart, from), uint32At(segment.rowStart, to)),
  ))
    addAt(totals, value, -1);
  segment.pairs?.remove(ordinal);
  segment.liveProducts--;
  if (from < segment.singles) segment.liveSingles--;
  else segment.liveGroupDocs -= to - from;
  return true;
}
