/** The position of the rows in the changes. */
export interface IndexPosition {
  /** Position in the catalog's changes. */
  readonly sequence: number;
  /** Position in the changes of extensions' sources. */
  readonly ownSequence: number;
}

/** The values of a custom source for all products: rows with a column number that is never reused. */
export interface CustomColumn {
  /** Id with the version: `place@1`. */
  readonly source: string;
  readonly column: number;
}

/** The valid rows, and their position in the catalog's changes. */
export interface IndexState extends IndexPosition {
  readonly generation: number;
  /** The previous generation, whose rows remain for current readers. */
  readonly previous: number;
  readonly format: number;
  /** Whether its prices are without tax. */
  readonly netPrices: boolean;
  /** Number of rows in the generation. */
  readonly products: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly builtAt: string;
  /** Valid columns of extensions' sources. */
  readonly columns: readonly CustomColumn[];
  /** The last announced change of extensions' sources. */
  readonly announced: number;
}

/** A product's row in the index. */
export interface IndexRow {
  readonly productId: number;
  readonly packed: string;
  /** Number of values and numbers in the row. */
  readonly rows: number;
}

/** The value of one source for one product. */
export interface CustomRow {
  readonly column: number;
  readonly productId: number;
  /** JSON. */
  readonly value: string;
  /** Number of values and numbers in the row. */
  readonly rows: number;
}

/** Returns the id of a source from its id with version. */
export const sourceIdOf = (source: string): string => source.slice(0, source.lastIndexOf('@'));

/** Returns the ids of the sources in columns, without versions. */
export const sourceIdsOf = (columns: readonly CustomColumn[]): ReadonlySet<string> =>
  new Set(columns.map(({ source }) => sourceIdOf(source)));

export const sameColumns = (a: readonly CustomColumn[], b: readonly CustomColumn[]): boolean =>
  a.length === b.length && a.every(({ column }, i) => b[i]?.column === column);

/** Whether nothing was written between two reads of a generation. */
export const samePosition = (a: IndexState, b: IndexState): boolean =>
  a.generation === b.generation && a.sequence === b.sequence && a.ownSequence === b.ownSequence;
