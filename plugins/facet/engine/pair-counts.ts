import { OFTEN, type Work } from './work.js';

/**
 * How many live products have two values on one and the same document, for every two values: what most visitors ask, who have
 * chosen one thing, is then answered whatever the size of the catalogue.
 */
export interface PairCounts {
  /** Products that have the value, by every value of the segment. */
  with(value: number): Uint32Array;
  /** Takes out a product. */
  remove(ordinal: number): void;
  /** The numbers, row by row. */
  readonly table: Uint32Array;
  readonly bytes: number;
}

/** The table grows with the square of the values: 16 MB at the most. */
const MOST_VALUES = 2000;
/** Fewer documents are counted as fast as they are looked up. */
const FEWEST_DOCS = 2000;

/** The part of a segment that is counted. */
export interface CountedRows {
  readonly docs: number;
  /** Documents below this number belong to products that have no other. */
  readonly singles: number;
  readonly products: number;
  /** By product: its first document; one entry more at the end. */
  readonly firstDoc: Uint32Array;
  /** By document: where its row starts; one entry more at the end. */
  readonly rowStart: Uint32Array;
  /** The values of every document, ascending within one. */
  readonly rowValues: Uint16Array | Uint32Array;
}

export function* countPairs(rows: CountedRows, values: number): Work<PairCounts | undefined> {
  if (values > MOST_VALUES || rows.docs < FEWEST_DOCS) return undefined;
  const table = new Uint32Array(values * values);
  // Of products with several documents, the last that was counted for two values.
  const seen = rows.singles < rows.docs ? new Uint32Array(values * values) : table;

  for (let doc = 0; doc < rows.singles; doc++) {
    countRow(rows, table, values, doc, 1);
    if ((doc & OFTEN) === OFTEN) yield;
  }
  // Products with one document come first, so their numbers are those of the documents.
  for (let ordinal = rows.singles; ordinal < rows.products; ordinal++) {
    for (let doc = rows.firstDoc[ordinal]; doc < rows.firstDoc[ordinal + 1]; doc++) {
      for (let i = rows.rowStart[doc]; i < rows.rowStart[doc + 1]; i++) {
        const row = rows.rowValues[i] * values;
        for (let j = rows.rowStart[doc]; j < rows.rowStart[doc + 1]; j++) {
          const cell = row + rows.rowValues[j];
          if (seen[cell] === ordinal + 1) continue;
          seen[cell] = ordinal + 1;
          table[cell]++;
        }
      }
    }
    if ((ordinal & OFTEN) === OFTEN) yield;
  }

  return pairCountsOf(rows, values, table);
}

/** Adds a document to the counts of its values, or takes it out. */
function countRow(
  { rowStart, rowValues }: CountedRows,
  table: Uint32Array,
  values: number,
  doc: number,
  change: 1 | -1,
): void {
  const [from, to] = [rowStart[doc], rowStart[doc + 1]];
  for (let i = from; i < to; i++) {
    const row = rowValues[i] * values;
    for (let j = from; j < to; j++) table[row + rowValues[j]] += change;
  }
}

/** Counts that are there already. @param values how many there are */
export function pairCountsOf(rows: CountedRows, values: number, table: Uint32Array): PairCounts {
  return {
    table,
    bytes: table.byteLength,
    with: (value) => table.subarray(value * values, (value + 1) * values),
    remove(ordinal) {
      if (ordinal < rows.singles) return countRow(rows, table, values, rows.firstDoc[ordinal], -1);
      const cells = new Set<number>();
      for (let doc = rows.firstDoc[ordinal]; doc < rows.firstDoc[ordinal + 1]; doc++) {
        const row = rows.rowValues.subarray(rows.rowStart[doc], rows.rowStart[doc + 1]);
        for (const one of row) for (const other of row) cells.add(one * values + other);
      }
      for (const cell of cells) table[cell]--;
    },
  };
}
