import { addAt, uint32At, uintAt } from './array-access.js';
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
const MAX_VALUES = 2000;
/** Fewer documents are counted as fast as they are looked up. */
const MIN_DOCS = 2000;

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
  if (values > MAX_VALUES || rows.docs < MIN_DOCS) return undefined;
  const table = new Uint32Array(values * values);
  // Of products with several documents, the last that was counted for two values.
  const seen = rows.singles < rows.docs ? new Uint32Array(values * values) : table;

  for (let doc = 0; doc < rows.singles; doc++) {
    countRow(rows, table, values, doc, 1);
    if ((doc & OFTEN) === OFTEN) yield;
  }
  // Products with one document come first, so their numbers are those of the documents.
  for (let ordinal = rows.singles; ordinal < rows.products; ordinal++) {
    countProduct(rows, table, values, ordinal, seen);
    if ((ordinal & OFTEN) === OFTEN) yield;
  }

  return pairCountsOf(rows, values, table);
}

/** Adds a product with several documents to the counts of its values, each two once. @param seen by two values: the last product that was counted, from 1 */
function countProduct(
  { firstDoc, rowStart, rowValues }: CountedRows,
  table: Uint32Array,
  values: number,
  ordinal: number,
  seen: Uint32Array,
): void {
  const end = uint32At(firstDoc, ordinal + 1);
  for (let doc = uint32At(firstDoc, ordinal); doc < end; doc++) {
    const [from, to] = [uint32At(rowStart, doc), uint32At(rowStart, doc + 1)];
    for (let i = from; i < to; i++) {
      const row = uintAt(rowValues, i) * values;
      for (let j = from; j < to; j++) {
        const cell = row + uintAt(rowValues, j);
        if (uint32At(seen, cell) === ordinal + 1) continue;
        seen[cell] = ordinal + 1;
        addAt(table, cell, 1);
      }
    }
  }
}

/** Adds a document to the counts of its values, or takes it out. */
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

/** Counts that are there already. @param values how many there are */
export function pairCountsOf(rows: CountedRows, values: number, table: Uint32Array): PairCounts {
  return {
    table,
    bytes: table.byteLength,
    with: (value) => table.subarray(value * values, (value + 1) * values),
    remove(ordinal) {
      if (ordinal < rows.singles) return countRow(rows, table, values, uint32At(rows.firstDoc, ordinal), -1);
      const cells = new Set<number>();
      for (let doc = uint32At(rows.firstDoc, ordinal); doc < uint32At(rows.firstDoc, ordinal + 1); doc++) {
        const row = rows.rowValues.subarray(uint32At(rows.rowStart, doc), uint32At(rows.rowStart, doc + 1));
        for (const one of row) for (const other of row) cells.add(one * values + other);
      }
      for (const cell of cells) addAt(table, cell, -1);
    },
  };
}
