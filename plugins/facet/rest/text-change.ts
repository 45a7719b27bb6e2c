/**
 * Changes that turn an old text into a new one, in groups of three: the number of characters to advance in the old text
 * (negative to go back), the number of its characters to copy, and the text to append.
 */
export type TextChange = readonly (number | string)[];

/** A text split into pieces that are compared as wholes, with their positions. */
export interface IndexedPieces {
  readonly text: string;
  readonly pieces: readonly string[];
  /** Start of each piece, and the end of the last one. */
  readonly starts: readonly number[];
  /** Index of each long piece that occurs once; {@link REPEATED} if it occurs more often. */
  readonly indexes: ReadonlyMap<string, number>;
}

/** Matches tags, and the text in between. */
const PIECE = /<[^>]*>?|[^<]+/g;
/** Minimum length of a piece that identifies its position, such as the id of an option, in characters. */
const MIN_IDENTIFYING_LENGTH = 10;
const REPEATED = -1;
/** Maximum number of consecutive removed pieces that are detected without a piece that identifies its position. */
const MAX_LOOKAHEAD = 8;
/** Minimum number of characters to copy; fewer are inserted, since a reference would be as long. */
const MIN_COPY_LENGTH = 6;

export const splitPieces = (text: string): readonly string[] => text.match(PIECE) ?? [];

/** @param pieces the pieces of the text */
export function indexPieces(text: string, pieces: readonly string[] = splitPieces(text)): IndexedPieces {
  const starts = [0];
  const positions = new Map<string, number>();
  let end = 0;
  for (const [i, piece] of pieces.entries()) {
    end += piece.length;
    starts.push(end);
    if (piece.length >= MIN_IDENTIFYING_LENGTH) positions.set(piece, positions.has(piece) ? REPEATED : i);
  }
  return { text, pieces, starts, indexes: positions };
}

/** A range of the old text, and the new text inserted after it. */
export interface Step {
  readonly from: number;
  to: number;
  inserted: string;
}

/** @param after the pieces of the new text */
export const createChange = (before: IndexedPieces, after: readonly string[]): TextChange =>
  formatChange(computeSteps(before, after));

const copyLength = (characters: number): number => (characters < MIN_COPY_LENGTH ? 0 : characters);

/** Returns the number of equal elements in a row. */
function countEqual(max: number, isEqual: (i: number) => boolean): number {
  let count = 0;
  while (count < max && isEqual(count)) count++;
  return count;
}

/** Whether one piece may replace another: tags with the same beginning, or two texts. */
const isReplaceable = (one: string, newPiece: string): boolean =>
  one.startsWith('<') ? newPiece.startsWith(one.slice(0, MIN_COPY_LENGTH)) : !newPiece.startsWith('<');

/**
 * Walks through the new text once. If a piece differs from the one at its position in the old text, it is searched for
 * a few pieces further on, and by the pieces that identify their positions.
 */
export function computeSteps(before: IndexedPieces, pieces: readonly string[]): readonly Step[] {
  const { pieces: old, indexes: positions } = before;
  const startOf = (index: number): number => before.starts[index] ?? before.text.length;
  const steps: Step[] = [];
  let [at, from, to, inserted] = [0, 0, 0, ''];

  const fits = (there: number, i: number): boolean => old[there] === pieces[i] && old[there + 1] === pieces[i + 1];

  /** Returns the index of a moved piece in the old text; undefined for a new one. */
  function findMoved(i: number, piece: string): number | undefined {
    const position = positions.get(piece);
    if (position !== undefined && position !== REPEATED) return position;
    for (let ahead = 1; ahead <= MAX_LOOKAHEAD; ahead++)
      if (fits(at + ahead, i) && old[at + ahead + 2] === pieces[i + 2]) return at + ahead;
    return undefined;
  }

  function end(): void {
    const last = steps.at(-1);
    if (last && to - from < MIN_COPY_LENGTH) last.inserted += before.text.slice(from, to) + inserted;
    else steps.push({ from, to, inserted });
  }

  function copyRange(start: number, until: number): void {
    if (inserted !== '' || start !== to) {
      end();
      [from, inserted] = [start, ''];
    }
    to = until;
  }

  /** Copies the common prefix and suffix of a piece and the one it replaces. */
  function replace(there: number, oldPiece: string, piece: string): void {
    const max = Math.min(oldPiece.length, piece.length);
    const prefixLength = copyLength(countEqual(max, (i) => oldPiece.charCodeAt(i) === piece.charCodeAt(i)));
    const suffixLength = copyLength(
      countEqual(
        max - prefixLength,
        (i) => oldPiece.charCodeAt(oldPiece.length - 1 - i) === piece.charCodeAt(piece.length - 1 - i),
      ),
    );
    if (prefixLength > 0) copyRange(startOf(there), startOf(there) + prefixLength);
    inserted += piece.slice(prefixLength, piece.length - suffixLength);
    if (suffixLength > 0) copyRange(startOf(there + 1) - suffixLength, startOf(there + 1));
  }

  for (const [i, piece] of pieces.entries()) {
    const gone = old[at];
    if (gone !== piece) {
      // One number replaced by another, which is the most common change.
      const replaced = gone !== undefined && (isReplaceable(gone, piece) || fits(at + 1, i + 1));
      const there = replaced && piece.length < MIN_IDENTIFYING_LENGTH ? undefined : findMoved(i, piece);
      if (there === undefined) {
        if (replaced) replace(at++, gone, piece);
        else inserted += piece;
        continue;
      }
      at = there;
    }
    copyRange(startOf(at), startOf(++at));
  }
  end();
  return steps;
}

/** Returns the steps in the transfer format, in the order of the new text. */
export function formatChange(steps: readonly Step[]): TextChange {
  const change: (number | string)[] = [];
  let end = 0;
  for (const { from, to, inserted } of steps) {
    change.push(from - end, to - from, inserted);
    end = to;
  }
  return change;
}
