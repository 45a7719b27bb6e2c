/**
 * Changes to turn an old text into a new one, in groups of three: how far to advance in the old text (back if
 * negative), how many of its characters
 * to copy, and the text to append.
 */
export type TextChange = readonly (number | string)[];

/** A text split into pieces that are compared as wholes, with their positions. */
export interface PlacedPieces {
  readonly text: string;
  readonly pieces: readonly string[];
  /** Start of each piece, and the end of the last one. */
  readonly starts: readonly number[];
  /** Index of each long piece that occurs once; {@link OFTEN} if it occurs more often. */
  readonly indexes: ReadonlyMap<string, number>;
}

/** Matches tags, and the text in between. */
const PIECE = /<[^>]*>?|[^<]+/g;
/** Minimum length of a piece that identifies its position, such as the id of an option, in characters. */
const TELLING = 10;
const OFTEN = -1;
/** Maximum number of consecutive removed pieces that are detected without a piece that identifies its position. */
const NEAR = 8;
/** Minimum number of characters worth copying; fewer are inserted, since a reference would be as long. */
const WORTH_TAKING = 6;

export const piecesOf = (text: string): readonly string[] => text.match(PIECE) ?? [];

/** @param pieces the pieces of the text */
export function placed(text: string, pieces: readonly string[] = piecesOf(text)): PlacedPieces {
  const starts = [0];
  const positions = new Map<string, number>();
  let end = 0;
  for (const [i, piece] of pieces.entries()) {
    end += piece.length;
    starts.push(end);
    if (piece.length >= TELLING) positions.set(piece, positions.has(piece) ? OFTEN : i);
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
export const changeOf = (before: PlacedPieces, after: readonly string[]): TextChange =>
  writtenChange(stepsOf(before, after));

const worth = (characters: number): number => (characters < WORTH_TAKING ? 0 : characters);

/** Returns the number of equal elements in a row. */
function alike(max: number, isAlike: (i: number) => boolean): number {
  let count = 0;
  while (count < max && isAlike(count)) count++;
  return count;
}

/** Whether one piece may replace the other: tags with the same beginning, or two texts. */
const isKin = (one: string, other: string): boolean =>
  one.startsWith('<') ? other.startsWith(one.slice(0, WORTH_TAKING)) : !other.startsWith('<');

/**
 * Walks through the new text once. A piece that differs from the one at its position in the old text is searched a
 * little further on, and by identifying pieces.
 */
export function stepsOf(before: PlacedPieces, pieces: readonly string[]): readonly Step[] {
  const { pieces: old, indexes: positions } = before;
  const startOf = (there: number): number => before.starts[there] ?? before.text.length;
  const steps: Step[] = [];
  let [at, from, to, inserted] = [0, 0, 0, ''];

  const fits = (there: number, i: number): boolean => old[there] === pieces[i] && old[there + 1] === pieces[i + 1];

  /** Returns the index of a moved piece in the old text; undefined for a new one. */
  function lookFor(i: number, piece: string): number | undefined {
    const position = positions.get(piece);
    if (position !== undefined && position !== OFTEN) return position;
    for (let ahead = 1; ahead <= NEAR; ahead++)
      if (fits(at + ahead, i) && old[at + ahead + 2] === pieces[i + 2]) return at + ahead;
    return undefined;
  }

  function end(): void {
    const last = steps.at(-1);
    if (last && to - from < WORTH_TAKING) last.inserted += before.text.slice(from, to) + inserted;
    else steps.push({ from, to, inserted });
  }

  function take(start: number, until: number): void {
    if (inserted !== '' || start !== to) {
      end();
      [from, inserted] = [start, ''];
    }
    to = until;
  }

  /** Copies the common prefix and suffix of a piece and the one it replaces. */
  function replace(there: number, oldPiece: string, piece: string): void {
    const max = Math.min(oldPiece.length, piece.length);
    const head = worth(alike(max, (i) => oldPiece.charCodeAt(i) === piece.charCodeAt(i)));
    const tail = worth(
      alike(max - head, (i) => oldPiece.charCodeAt(oldPiece.length - 1 - i) === piece.charCodeAt(piece.length - 1 - i)),
    );
    if (head > 0) take(startOf(there), startOf(there) + head);
    inserted += piece.slice(head, piece.length - tail);
    if (tail > 0) take(startOf(there + 1) - tail, startOf(there + 1));
  }

  for (const [i, piece] of pieces.entries()) {
    const gone = old[at];
    if (gone !== piece) {
      // One number replaced by another, which is the most common change.
      const replaced = gone !== undefined && (isKin(gone, piece) || fits(at + 1, i + 1));
      const there = replaced && piece.length < TELLING ? undefined : lookFor(i, piece);
      if (there === undefined) {
        if (replaced) replace(at++, gone, piece);
        else inserted += piece;
        continue;
      }
      at = there;
    }
    take(startOf(at), startOf(++at));
  }
  end();
  return steps;
}

/** Returns the steps in the transfer format, in the order of the new text. */
export function writtenChange(steps: readonly Step[]): TextChange {
  const change: (number | string)[] = [];
  let end = 0;
  for (const { from, to, inserted } of steps) {
    change.push(from - end, to - from, inserted);
    end = to;
  }
  return change;
}
