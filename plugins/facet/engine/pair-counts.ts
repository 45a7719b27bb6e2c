import { addAt, uint32At, uintAt } from './array-access.js';
import { YIELD_MASK, type InterruptibleWork } from './work.js';

/**
 * Number of live products that have two values on the same document, for every pair of values. Most visitors select
 * one value; their counts then take constant time whatever the size of the catalog.
 */
export interface PairCounts {
  /** Returns product counts for a value combined with every value of the segment. */
  countsFor(value: number): Uint32Array;
  /** Removes a product from the counts. */
  remove(ordinal: number): void;
  /** The counts, row by row. */
  readonly table: Uint32Array;
  readonly bytes: number;
}

/** Maximum number of values. The table grows with its square, up to 16 MB. */
const MAX_VALUES = 2000;
/** With fewer documents, counting is as fast as a lookup. */
const MIN_DOCS = 2000;

/** The part of a segment that is counted. */
export interface CountedRows {
  readonly docs: number;
  /** Number of documents that are the only one of their product; they come first. */
  readonly singles: number;
  readonly products: number;
  /** By product: its first document; one extra entry at the end. */
  readonly firstDoc: Uint32Array;
  /** By document: the start of its row; one extra entry at the end. */
  readonly rowStart: Uint32Array;
  /** The values of all documents, in ascending order within each. */
  readonly rowValues: Uint16Array | Uint32Array;
}

export function* countPairs(rows: CountedRows, values: number): InterruptibleWork<PairCounts | undefined> {
  if (values > MAX_VALUES || rows.docs < MIN_DOCS) return undefined;
  const table = new Uint32Array(values * values);
  // By pair of values: the last product with several documents that was counted.
  const lastCounted = rows.singles < rows.docs ? new Uint32Array(values * values) : table;

  for (let doc = 0; doc < rows.singles; doc++) {
    countRow(rows, table, values, doc, 1);
    if ((doc & YIELD_MASK) === YIELD_MASK) yield;
  }
  // Products with one document come first, so their numbers equal those of their documents.
  for (let ordinal = rows.singles; ordinal < rows.products; ordinal++) {
    countProduct(rows, table, values, ordinal, lastCounted);
    if ((ordinal & YIELD_MASK) === YIELD_MASK) yield;
  }

  return createPairCounts(rows, values, table);
}

/**
 * Adds a product with several documents to the counts, each pair of values once.
 * @param lastCounted by pair of values: the last product counted, from 1
 */
function countProduct(
  { firstDoc, rowStart, rowValues }: CountedRows,
  table: Uint32Array,
  values: number,
  ordinal: number,
  lastCounted: Uint32Array,
): void {
  const end = uint32At(firstDoc, ordinal + 1);
  for (let doc = uint32At(firstDoc, ordinal); doc < end; doc++) {
    const [from, to] = [uint32At(rowStart, doc), uint32At(rowStart, doc + 1)];
    for (let i = from; i < to; i++) {
      const row = uintAt(rowValues, i) * values;
      for (let j = from; j < to; j++) {
        const cell = row + uintAt(rowValues, j);
        if (uint32At(lastCounted, cell) === ordinal + 1) continue;
        lastCounted[cell] = ordinal + 1;
        addAt(table, cell, 1);
      }
    }
  }
}

/** Adds a document to the counts of its values, or subtracts it. */
function countRow(
  { rowStart, rowValues }: CountedRows,
  table: Uint32Array,
  values: number,
  doc: number,
  change: 1 | -1,
): void {
  const [from, to] = [uint32At(rowStart, doc), uint32At(rowStart, doc + 1)];
  for (let i = from; i < to; i++) {
    const row = uintAt(rowValues, i) * values;
    for (let j = from; j < to; j++) addAt(table, row + uintAt(rowValues, j), change);
  }
}

/**
 * Creates pair counts from an existing table.
 * @param values number of values
 */
export function createPairCounts(rows: CountedRows, values: number, table: Uint32Array): PairCounts {
  return {
    table,
    bytes: table.byteLength,
    countsFor: (value) => table.subarray(value * values, (value + 1) * values),
    remove(ordinal) {
      if (ordinal < rows.singles) return countRow(rows, table, values, uint32At(rows.firstDoc, ordinal), -1);
      const cells = new Set<number>();
      for (let doc = uint32At(rows.firstDoc, ordinal); doc < uint32At(rows.firstDoc, ordinal + 1); doc++) {
        const row = rows.rowValues.subarray(uint32At(rows.rowStart, doc), uint32At(rows.rowStart, doc + 1));
        for (const rowValue of row) for (const columnValue of row) cells.add(rowValue * values + columnValue);
      }
      for (const cell of cells) addAt(table, cell, -1);
    },
  };
}
