import { addAt, itemAt, takeIndex, uint32At, uintAt } from './array-access.js';
import { type Bitset, emptyBits, setBit } from './bitset.js';
import type { GrowableArray } from './growable-array.js';
import { getLocalNumber, getSourceNumber } from './prepared-record.js';
import type { Segment, ValueRange } from './segment.js';
import { YIELD_MASK, type InterruptibleWork } from './work.js';

/** Share of documents above which the documents of a value are stored as a bitset. */
const DENSE_SHARE = 1 / 48;
/**
 * Packs the values of every document, row by row.
 * @param addedDoc by document: the index at which it was added
 */
export function* packRows(
  addedDoc: Uint32Array,
  { firstValue, values: encoded }: { readonly firstValue: GrowableArray; readonly values: GrowableArray },
  valueRanges: readonly ValueRange[],
  values: number,
): InterruptibleWork<Pick<Segment, 'rowStart' | 'rowValues'>> {
  const rowStart = new Uint32Array(addedDoc.length + 1);
  const rowValues = values <= 0xffff ? new Uint16Array(encoded.length()) : new Uint32Array(encoded.length());
  let at = 0;
  for (let doc = 0; doc < addedDoc.length; doc++) {
    const to = firstValue.at(uint32At(addedDoc, doc) + 1);
    for (let i = firstValue.at(uint32At(addedDoc, doc)); i < to; i++)
      rowValues[at++] = itemAt(valueRanges, getSourceNumber(encoded.at(i))).base + getLocalNumber(encoded.at(i));
    rowStart[doc + 1] = at;
    if ((doc & YIELD_MASK) === YIELD_MASK) yield;
  }
  return { rowStart, rowValues };
}

/** Returns the documents of every value; those of frequent values as bitsets. */
export function* createPostings(
  rowStart: Uint32Array,
  rowValues: Segment['rowValues'],
  values: number,
  docs: number,
): InterruptibleWork<Pick<Segment, 'postStart' | 'postDocs' | 'dense'>> {
  const documentCounts = new Uint32Array(values);
  for (let i = 0; i < rowValues.length; i++) addAt(documentCounts, uintAt(rowValues, i), 1);
  yield;
  const sets: (Bitset | undefined)[] = Array.from(documentCounts, (count) =>
    count > docs * DENSE_SHARE ? emptyBits(docs) : undefined,
  );
  const postStart = new Uint32Array(values + 1);
  for (let value = 0; value < values; value++)
    postStart[value + 1] = uint32At(postStart, value) + (sets[value] ? 0 : uint32At(documentCounts, value));
  const fill = postStart.slice();
  const postDocs = new Uint32Array(uint32At(postStart, values));
  for (let doc = 0; doc < docs; doc++) {
    for (let i = uint32At(rowStart, doc); i < uint32At(rowStart, doc + 1); i++) {
      const set = sets[uintAt(rowValues, i)];
      if (set) setBit(set, doc);
      else postDocs[takeIndex(fill, uintAt(rowValues, i))] = doc;
    }
    if ((doc & YIELD_MASK) === YIELD_MASK) yield;
  }
  return { postStart, postDocs, dense: new Map(sets.flatMap((set, value) => (set ? [[value, set] as const] : []))) };
}

/** Counts the products of each value, separately for products with one document and with several. */
export function* totalsOf(
  { singles, products, firstDoc }: Pick<Segment, 'singles' | 'products' | 'firstDoc'>,
  rows: Pick<Segment, 'rowStart' | 'rowValues'>,
  values: number,
): InterruptibleWork<Pick<Segment, 'singleTotals' | 'groupTotals'>> {
  const singleTotals = new Uint32Array(values);
  const groupTotals = new Uint32Array(values);
  for (let i = 0; i < uint32At(rows.rowStart, singles); i++) addAt(singleTotals, uintAt(rows.rowValues, i), 1);
  yield;
  for (let ordinal = singles; ordinal < products; ordinal++) {
    if ((ordinal & YIELD_MASK) === YIELD_MASK) yield;
    for (const value of new Set(
      rows.rowValues.subarray(
        uint32At(rows.rowStart, uint32At(firstDoc, ordinal)),
        uint32At(rows.rowStart, uint32At(firstDoc, ordinal + 1)),
      ),
    ))
      addAt(groupTotals, value, 1);
  }
  return { singleTotals, groupTotals };
}
