/** How far the rows are. */
export interface IndexPosition {
  /** In the catalogue's changes. */
  readonly sequence: number;
  /** In those of extensions' sources. */
  readonly ownSequence: number;
}

/** What a source of an extension says of all products: rows under a number that is never given twice. */
export interface OwnColumn {
  /** With its version: `place@1`. */
  readonly source: string;
  readonly column: number;
}

/** Which rows are valid, and how far in the catalogue's changes they are. */
export interface IndexState extends IndexPosition {
  readonly generation: number;
  /** The one before, whose rows stay for those who are reading them. */
  readonly previous: number;
  readonly format: number;
  /** Rows the generation has. */
  readonly products: number;
  /** UTC. */
  readonly builtAt: string;
  /** Columns of extensions' sources that are valid. */
  readonly columns: readonly OwnColumn[];
  /** The last change of extensions' sources that was announced. */
  readonly announced: number;
}

/** A product's row of the index. */
export interface IndexRow {
  readonly productId: number;
  readonly packed: string;
  /** Values and numbers it holds. */
  readonly rows: number;
}

/** What one source says of one product. */
export interface OwnRow {
  readonly column: number;
  readonly productId: number;
  /** JSON. */
  readonly value: string;
  /** Values and numbers it holds. */
  readonly rows: number;
}

/** The id of a source with its version. */
export const idOf = (source: string): string => source.slice(0, source.lastIndexOf('@'));

/** The sources that columns hold, without their versions. */
export const idsOf = (columns: readonly OwnColumn[]): ReadonlySet<string> =>
  new Set(columns.map(({ source }) => idOf(source)));

export const sameColumns = (a: readonly OwnColumn[], b: readonly OwnColumn[]): boolean =>
  a.length === b.length && a.every(({ column }, i) => b[i]?.column === column);

/** Whether nothing was written between two looks at a generation. */
export const samePosition = (a: IndexState, b: IndexState): boolean =>
  a.generation === b.generation && a.sequence === b.sequence && a.ownSequence === b.ownSequence;
