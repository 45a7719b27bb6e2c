import { createRequire } from 'node:module';
import type * as Diff from 'diff';
import { readableText } from './readable-text.js';

/** Characters compared at most; beyond it two texts are shown as replaced. */
const LONGEST = 200_000;

interface Piece {
  readonly text: string;
  readonly added: boolean;
  readonly removed: boolean;
}

/** A part of a text as it was and is. */
export interface ComparedField {
  readonly name: string;
  readonly pieces: readonly Piece[];
  /** What differs in the code; absent where it is what people read. */
  readonly code?: readonly Piece[];
}

const load = createRequire(__filename);
/** Read when the first version is compared. */
const diff = (): typeof Diff => load('diff') as typeof Diff;

/** From a version to what stands now, word by word. */
export function compare(before: string, now: string): Piece[] {
  if (before === now) return [];
  if (before.length + now.length > LONGEST)
    return [
      { text: before, added: false, removed: true },
      { text: now, added: true, removed: false },
    ];
  return diff()
    .diffWordsWithSpace(before, now)
    .map(({ value, added, removed }) => ({ text: value, added: Boolean(added), removed: Boolean(removed) }));
}

/** Texts with markup are compared as people read them, and once more as they are stored. @param picture names a picture by its alternative text or address */
export function compareMarkup(
  before: string,
  now: string,
  image: (name: string) => string,
): Pick<ComparedField, 'pieces' | 'code'> {
  return { pieces: compare(readableText(before, image), readableText(now, image)), code: compare(before, now) };
}

export const differs = ({ pieces, code = [] }: ComparedField): boolean =>
  [...pieces, ...code].some((piece) => piece.added || piece.removed);
