import { addAt, itemAt, uint32At, type NumberList } from './array-access.js';
import { clearBit, fullBits, hasBit } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import { createFloatArray, createIntegerArray, type GrowableArray } from './growable-array.js';
import { sortByNumber } from './sort-by-number.js';
import { createNumberColumn, narrow, type NumberColumn } from './number-column.js';
import { countPairs } from './pair-counts.js';
import type { PreparedRecord } from './prepared-record.js';
import { createPostings, packRows, totalsOf } from './segment-rows.js';
import { getDocuments, orderEquallyRelevant } from './order.js';
import { ordinalOf, type Segment, type TextSearch, type ValueRange } from './segment.js';
import { createTextList } from './text-list.js';
import type { OrderKeys } from './types.js';
import { YIELD_MASK, upTo, type InterruptibleWork } from './work.js';

/** Number of values (of the first document of a product) that similar products are grouped by. */
const CLUSTER_VALUES = 4;

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
    ids: createFloatArray(),
    firstDoc: createIntegerArray(),
    firstValue: createIntegerArray(),
    version: createFloatArray(),
    values: createIntegerArray(),
    numbers: new Map(),
    order: {
      position: createFloatArray(),
      rating: createFloatArray(),
      ratingCount: createFloatArray(),
      sales: createFloatArray(),
      published: createFloatArray(),
      available: createFloatArray(),
    },
  };
  const names: string[] = [];
  /** Whether the names for sorting equal the names for searching. */
  let hasSameNames = true;
  const collector = texts.createCollector();

  function addNumber(source: string, doc: number, value: number): void {
    let column = added.numbers.get(source);
    if (!column) added.numbers.set(source, (column = createFloatArray()));
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
      hasSameNames &&= order.name === text.name;
      collector.add(text);
    },

    *finish() {
      added.firstDoc.push(added.firstValue.length());
      added.firstValue.push(added.values.length());
      const order = yield* clusterProducts(added);
      const stretches = valueRangesOf(dictionary.sizes());
      const values = stretches.reduce((sum, { size }) => sum + size, 0);
      const { addedDoc, ...layout } = yield* createLayout(order, added);
      const rows = yield* packRows(addedDoc, added, stretches, values);
      const postings = yield* createPostings(rows.rowStart, rows.rowValues, values, layout.docs);
      const totals = yield* totalsOf(layout, rows, values);
      const columns = {
        position: yield* packColumn(order, added.order.position),
        rating: yield* packColumn(order, added.order.rating),
        ratingCount: yield* packColumn(order, added.order.ratingCount),
        sales: yield* packColumn(order, added.order.sales),
        published: yield* packColumn(order, added.order.published),
        available: yield* permute(order, new Uint8Array(order.length), added.order.available.at),
      };
      const text = yield* collector.finish(order, yield* orderEquallyRelevant(layout.byId, columns));
      return {
        ...layout,
        ...rows,
        ...postings,
        ...totals,
        ...columns,
        valueRanges: stretches,
        dictionary,
        docVariation: yield* packColumn(addedDoc, added.version),
        pairs: yield* countPairs({ ...layout, ...rows }, values),
        numbers: yield* numberColumns(added.numbers, addedDoc, getDocuments(layout, layout.byId)),
        names: hasSameNames
          ? text.names
          : yield* createTextList(order.length, (product) => itemAt(names, uint32At(order, product))),
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
function* clusterProducts({ ids, firstDoc, firstValue, values }: ProductColumns): InterruptibleWork<Uint32Array> {
  const products = ids.length();
  const hasSeveralDocs = new Uint8Array(products);
  const number = new Float64Array(products);
  const first = Array.from({ length: CLUSTER_VALUES }, () => new Uint32Array(products));
  for (let product = 0; product < products; product++) {
    const doc = firstDoc.at(product);
    const [from, to] = [firstValue.at(doc), firstValue.at(doc + 1)];
    for (let i = 0; i < CLUSTER_VALUES && from + i < to; i++) itemAt(first, i)[product] = values.at(from + i);
    hasSeveralDocs[product] = Number(firstDoc.at(product + 1) - doc > 1);
    number[product] = ids.at(product);
    if ((product & YIELD_MASK) === YIELD_MASK) yield;
  }
  let order = yield* sortByNumber(upTo(products), number, 1);
  for (const column of first.reverse()) order = yield* sortByNumber(order, column, 1);
  return yield* sortByNumber(order, hasSeveralDocs, 1);
}

/** Fills an array with the added values, in the segment's order. */
function* permute<T extends Float64Array | Uint8Array>(
  order: Uint32Array,
  target: T,
  from: (product: number) => number,
): InterruptibleWork<T> {
  const list: Float64Array | Uint8Array = target;
  for (let i = 0; i < order.length; i++) {
    list[i] = from(uint32At(order, i));
    if ((i & YIELD_MASK) === YIELD_MASK) yield;
  }
  return target;
}

function* packColumn(order: Uint32Array, from: GrowableArray): InterruptibleWork<NumberList> {
  return yield* narrow(yield* permute(order, new Float64Array(order.length), from.at));
}

function valueRangesOf(sizes: readonly number[]): ValueRange[] {
  let base = 0;
  return sizes.map((size) => {
    const range = { base, size };
    base += size;
    return range;
  });
}

type Layout = Pick<Segment, 'docs' | 'singles' | 'products' | 'productIds' | 'byId' | 'docProduct' | 'firstDoc'>;

/** @returns also, by document of the segment, the index at which it was added */
function* createLayout(
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
    for (let addedIndex = from; addedIndex < to; addedIndex++) {
      addedDoc[doc] = addedIndex;
      docProduct[doc++] = ordinal;
    }
    if ((ordinal & YIELD_MASK) === YIELD_MASK) yield;
  }
  firstDoc[products] = doc;
  return {
    docs,
    singles,
    products,
    firstDoc,
    addedDoc,
    productIds: yield* narrow(productIds),
    byId: yield* sortByNumber(upTo(products), productIds, 1),
    // If no product has two documents, both arrays are equal.
    docProduct: singles === docs ? firstDoc.subarray(0, docs) : docProduct,
  };
}

/** @param inIdOrder documents in the order of their products' ids, the order used for equal numbers */
function* numberColumns(
  addedColumns: ProductColumns['numbers'],
  addedDoc: Uint32Array,
  inIdOrder: Uint32Array,
): InterruptibleWork<Map<string, NumberColumn>> {
  const columnsBySource = new Map<string, NumberColumn>();
  for (const [source, known] of addedColumns) {
    const values = yield* permute(addedDoc, new Float64Array(addedDoc.length), (doc) =>
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
