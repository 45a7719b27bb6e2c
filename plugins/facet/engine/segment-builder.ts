import { clearBit, emptyBits, fullBits, hasBit, setBit, type Bitset } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import { createNumberColumn, type NumberColumn } from './number-column.js';
import type { Segment, TextIndex, ValueStretch } from './segment.js';
import type { FacetRecord, TextFields } from './types.js';
import { OFTEN, sorted, type Work } from './work.js';

export interface MakeTextIndex {
  (texts: readonly TextFields[]): TextIndex;
  /** The same in steps, so that others go on meanwhile. */
  inSteps?(texts: readonly TextFields[]): Work<TextIndex>;
  /** Does the work of one product beforehand, so that the index is made in fewer moments of the whole. */
  prepare?(text: TextFields): void;
}

/** Values that more than this part of the documents have are kept as sets. */
const DENSE_PART = 1 / 48;
/** Low bits of an encoded value hold its number within the source. */
const LOCAL_BITS = 20;
const LOCAL_MASK = (1 << LOCAL_BITS) - 1;

interface Entry {
  readonly record: Pick<FacetRecord, 'id' | 'order' | 'text'>;
  readonly docs: readonly { readonly values: Uint32Array; readonly numbers: Readonly<Record<string, number>> }[];
}

/** Collects products and turns them into a segment. */
export interface SegmentBuilder {
  add(record: FacetRecord): void;
  finish(): Work<Segment>;
}

export function createSegmentBuilder(dictionary: Dictionary, makeTextIndex: MakeTextIndex): SegmentBuilder {
  const added: Entry[] = [];

  function encode(values: FacetRecord['docs'][number]['values']): Uint32Array {
    const out: number[] = [];
    for (const source of Object.keys(values)) {
      for (const key of values[source]) {
        const { source: number, local } = dictionary.intern(source, key);
        out.push(number * (LOCAL_MASK + 1) + local);
      }
    }
    return Uint32Array.from(new Set(out)).sort();
  }

  return {
    add(record) {
      makeTextIndex.prepare?.(record.text);
      added.push({ record, docs: record.docs.map(({ values, numbers }) => ({ values: encode(values), numbers })) });
    },

    *finish() {
      const entries = yield* sorted(added, byCluster);
      const sizes = dictionary.sizes();
      const stretches = stretchesOf(sizes);
      const values = stretches.reduce((sum, { size }) => sum + size, 0);
      const allDocs = entries.flatMap((entry) => entry.docs);
      yield;
      const layout = yield* layOut(entries, allDocs.length);
      const rows = yield* packRows(allDocs, stretches, values);
      const postings = yield* invert(rows.rowStart, rows.rowValues, values, allDocs.length);
      const totals = yield* totalsOf(layout, rows, values);
      const texts = entries.map(({ record }) => record.text);
      function* column(pick: (order: FacetRecord['order']) => number): Work<Float64Array> {
        const made = Float64Array.from(entries, ({ record }) => pick(record.order));
        yield;
        return made;
      }
      return {
        ...layout, ...rows, ...postings, ...totals, stretches,
        numbers: yield* numberColumns(allDocs),
        names: entries.map(({ record }) => record.order.name),
        position: yield* column(({ position }) => position),
        rating: yield* column(({ rating }) => rating),
        ratingCount: yield* column(({ ratingCount }) => ratingCount),
        sales: yield* column(({ sales }) => sales),
        published: yield* column(({ published }) => published),
        available: Uint8Array.from(entries, ({ record }) => (record.order.available ? 1 : 0)),
        text: makeTextIndex.inSteps ? yield* makeTextIndex.inSteps(texts) : makeTextIndex(texts),
        live: fullBits(allDocs.length),
        liveProducts: entries.length,
        liveSingles: layout.singles,
        liveGroupDocs: layout.docs - layout.singles,
      };
    },
  };
}

/** Products alike stand together: rows of a choice are then near each other in memory. */
function byCluster(a: Entry, b: Entry): number {
  const several = Number(a.docs.length > 1) - Number(b.docs.length > 1);
  if (several !== 0) return several;
  const [left, right] = [a.docs[0].values, b.docs[0].values];
  for (let i = 0; i < 4; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.record.id - b.record.id;
}

function stretchesOf(sizes: readonly number[]): ValueStretch[] {
  let base = 0;
  return sizes.map((size) => {
    const stretch = { base, size };
    base += size;
    return stretch;
  });
}

function* layOut(entries: readonly Entry[], docs: number): Work<Pick<Segment, 'docs' | 'singles' | 'products' | 'productIds' | 'ordinals' | 'docProduct' | 'firstDoc'>> {
  const firstDoc = new Uint32Array(entries.length + 1);
  const docProduct = new Uint32Array(docs);
  const ordinals = new Map<number, number>();
  let doc = 0;
  let singles = 0;
  for (const [ordinal, entry] of entries.entries()) {
    firstDoc[ordinal] = doc;
    ordinals.set(entry.record.id, ordinal);
    if (entry.docs.length === 1) singles++;
    for (let i = 0; i < entry.docs.length; i++) docProduct[doc++] = ordinal;
    if ((ordinal & OFTEN) === OFTEN) yield;
  }
  firstDoc[entries.length] = doc;
  return { docs, singles, products: entries.length, productIds: Float64Array.from(entries, ({ record }) => record.id), ordinals, docProduct, firstDoc };
}

function* packRows(docs: readonly Entry['docs'][number][], stretches: readonly ValueStretch[], values: number): Work<Pick<Segment, 'rowStart' | 'rowValues'>> {
  const rowStart = new Uint32Array(docs.length + 1);
  docs.forEach((doc, index) => {
    rowStart[index + 1] = rowStart[index] + doc.values.length;
  });
  const rowValues = values <= 0xffff ? new Uint16Array(rowStart[docs.length]) : new Uint32Array(rowStart[docs.length]);
  yield;
  let at = 0;
  for (const [index, doc] of docs.entries()) {
    for (const encoded of doc.values) rowValues[at++] = stretches[encoded >>> LOCAL_BITS].base + (encoded & LOCAL_MASK);
    if ((index & OFTEN) === OFTEN) yield;
  }
  return { rowStart, rowValues };
}

function* invert(rowStart: Uint32Array, rowValues: Segment['rowValues'], values: number, docs: number): Work<Pick<Segment, 'postStart' | 'postDocs' | 'dense'>> {
  const postStart = new Uint32Array(values + 1);
  for (const value of rowValues) postStart[value + 1]++;
  for (let value = 0; value < values; value++) postStart[value + 1] += postStart[value];
  yield;
  const fill = postStart.slice();
  const postDocs = new Uint32Array(rowValues.length);
  for (let doc = 0; doc < docs; doc++) {
    for (let i = rowStart[doc]; i < rowStart[doc + 1]; i++) postDocs[fill[rowValues[i]]++] = doc;
    if ((doc & OFTEN) === OFTEN) yield;
  }
  const dense = new Map<number, Bitset>();
  for (let value = 0; value < values; value++) {
    if (postStart[value + 1] - postStart[value] <= docs * DENSE_PART) continue;
    const bits = emptyBits(docs);
    for (let i = postStart[value]; i < postStart[value + 1]; i++) setBit(bits, postDocs[i]);
    dense.set(value, bits);
    yield;
  }
  return { postStart, postDocs, dense };
}

function* totalsOf({ singles, products, firstDoc }: Pick<Segment, 'singles' | 'products' | 'firstDoc'>, rows: Pick<Segment, 'rowStart' | 'rowValues'>, values: number): Work<Pick<Segment, 'singleTotals' | 'groupTotals'>> {
  const singleTotals = new Uint32Array(values);
  const groupTotals = new Uint32Array(values);
  for (let i = 0; i < rows.rowStart[singles]; i++) singleTotals[rows.rowValues[i]]++;
  yield;
  for (let ordinal = singles; ordinal < products; ordinal++) {
    if ((ordinal & OFTEN) === OFTEN) yield;
    for (const value of new Set(rows.rowValues.subarray(rows.rowStart[firstDoc[ordinal]], rows.rowStart[firstDoc[ordinal + 1]]))) groupTotals[value]++;
  }
  return { singleTotals, groupTotals };
}

function* numberColumns(docs: readonly Entry['docs'][number][]): Work<Map<string, NumberColumn>> {
  const columns = new Map<string, Float64Array>();
  for (const [doc, { numbers }] of docs.entries()) {
    for (const source of Object.keys(numbers)) {
      let column = columns.get(source);
      if (!column) columns.set(source, (column = new Float64Array(docs.length).fill(NaN)));
      column[doc] = numbers[source];
    }
    if ((doc & OFTEN) === OFTEN) yield;
  }
  const made = new Map<string, NumberColumn>();
  for (const [source, values] of columns) made.set(source, yield* createNumberColumn(values));
  return made;
}

/** Takes a product out of a segment; false when it is not there any more. */
export function removeProduct(segment: Segment, id: number): boolean {
  const ordinal = segment.ordinals.get(id);
  if (ordinal === undefined) return false;
  const [from, to] = [segment.firstDoc[ordinal], segment.firstDoc[ordinal + 1]];
  if (!hasBit(segment.live, from)) return false;
  for (let doc = from; doc < to; doc++) clearBit(segment.live, doc);
  const totals = from < segment.singles ? segment.singleTotals : segment.groupTotals;
  for (const value of new Set(segment.rowValues.subarray(segment.rowStart[from], segment.rowStart[to]))) totals[value]--;
  segment.liveProducts--;
  if (from < segment.singles) segment.liveSingles--;
  else segment.liveGroupDocs -= to - from;
  return true;
}
