/**
 * What makes a new text of an old one, in threes: how far to go on in the old text (back where it is negative), how many characters of it to take
 * over, and what to put behind them.
 */
export type TextChange = readonly (number | string)[];

/** A text in pieces that are compared as wholes, with their places. */
export interface PlacedPieces {
  readonly text: string;
  readonly pieces: readonly string[];
  /** Where each piece begins, and where the last one ends. */
  readonly starts: readonly number[];
  /** Where a long piece stands that occurs once; {@link OFTEN} for one that occurs more often. */
  readonly places: ReadonlyMap<string, number>;
}

/** Tags, and the text between. */
const PIECE = /<[^>]*>?|[^<]+/g;
/** Characters of a piece that tells where one is, such as the id of an option. */
const TELLING = 10;
const OFTEN = -1;
/** Pieces that may have been left out at a time, unless a telling one follows. */
const NEAR = 8;
/** Fewer characters are written anew: to name them takes as much. */
const WORTH_TAKING = 6;

export const piecesOf = (text: string): readonly string[] => text.match(PIECE) ?? [];

/** @param pieces of the text */
export function placed(text: string, pieces: readonly string[] = piecesOf(text)): PlacedPieces {
  const starts = [0];
  const places = new Map<string, number>();
  let end = 0;
  for (const [i, piece] of pieces.entries()) {
    end += piece.length;
    starts.push(end);
    if (piece.length >= TELLING) places.set(piece, places.has(piece) ? OFTEN : i);
  }
  return { text, pieces, starts, places };
}

/** A stretch of the old text, and what stands behind it in the new one. */
export interface Step {
  readonly from: number;
  to: number;
  put: string;
}

/** @param after the pieces of the new text */
export const changeOf = (before: PlacedPieces, after: readonly string[]): TextChange =>
  writtenChange(stepsOf(before, after));

const worth = (characters: number): number => (characters < WORTH_TAKING ? 0 : characters);

/** How many in a row are alike. */
function alike(max: number, isAlike: (i: number) => boolean): number {
  let count = 0;
  while (count < max && isAlike(count)) count++;
  return count;
}

/** Whether one may stand in the place of the other: tags that begin alike, or texts both. */
const isKin = (one: string, other: string): boolean =>
  one.startsWith('<') ? other.startsWith(one.slice(0, WORTH_TAKING)) : !other.startsWith('<');

/** Walks through the new text once: what it does not find at the place where it is in the old one, it looks for a little further, and by what tells its place. */
export function stepsOf(before: PlacedPieces, pieces: readonly string[]): readonly Step[] {
  const { pieces: old, places } = before;
  const startOf = (there: number): number => before.starts[there] ?? before.text.length;
  const steps: Step[] = [];
  let [at, from, to, put] = [0, 0, 0, ''];

  const fits = (there: number, i: number): boolean => old[there] === pieces[i] && old[there + 1] === pieces[i + 1];

  /** Where in the old text a piece stands that is not where it was looked for; undefined for a new one. */
  function lookFor(i: number, piece: string): number | undefined {
    const told = places.get(piece);
    if (told !== undefined && told !== OFTEN) return told;
    for (let ahead = 1; ahead <= NEAR; ahead++)
      if (fits(at + ahead, i) && old[at + ahead + 2] === pieces[i + 2]) return at + ahead;
    return undefined;
  }

  function end(): void {
    const last = steps.at(-1);
    if (last && to - from < WORTH_TAKING) last.put += before.text.slice(from, to) + put;
    else steps.push({ from, to, put });
  }

  function take(start: number, until: number): void {
    if (put !== '' || start !== to) {
      end();
      [from, put] = [start, ''];
    }
    to = until;
  }

  /** Takes over what a piece begins and ends with as the one did that it stands in the place of. */
  function replace(there: number, gone: string, piece: string): void {
    const max = Math.min(gone.length, piece.length);
    const head = worth(alike(max, (i) => gone.charCodeAt(i) === piece.charCodeAt(i)));
    const tail = worth(
      alike(max - head, (i) => gone.charCodeAt(gone.length - 1 - i) === piece.charCodeAt(piece.length - 1 - i)),
    );
    if (head > 0) take(startOf(there), startOf(there) + head);
    put += piece.slice(head, piece.length - tail);
    if (tail > 0) take(startOf(there + 1) - tail, startOf(there + 1));
  }

  for (const [i, piece] of pieces.entries()) {
    const gone = old[at];
    if (gone !== piece) {
      // One number in the place of another, which is what most changes are.
      const replaced = gone !== undefined && (isKin(gone, piece) || fits(at + 1, i + 1));
      const there = replaced && piece.length < TELLING ? undefined : lookFor(i, piece);
      if (there === undefined) {
        if (replaced) replace(at++, gone, piece);
        else put += piece;
        continue;
      }
      at = there;
    }
    take(startOf(at), startOf(++at));
  }
  end();
  return steps;
}

/** Steps in the order of the new text, as they are sent. */
export function writtenChange(steps: readonly Step[]): TextChange {
  const change: (number | string)[] = [];
  let end = 0;
  for (const { from, to, put } of steps) {
    change.push(from - end, to - from, put);
    end = to;
  }
  return change;
}
