import { createRequire } from 'node:module';
import type * as Diff from 'diff';
import { readableText } from './readable-text.js';

/** Maximum number of characters compared; longer texts are shown as replaced. */
const MAX_COMPARED_LENGTH = 200_000;

interface Piece {
  readonly text: string;
  readonly added: boolean;
  readonly removed: boolean;
}

/** The old and the new value of a field. */
export interface ComparedField {
  readonly name: string;
  readonly pieces: readonly Piece[];
  /** Differences in the source; absent if the field has no markup. */
  readonly code?: readonly Piece[];
}

const load = createRequire(__filename);
/** Loaded when two revisions are first compared. */
const diff = (): typeof Diff => load('diff') as typeof Diff;

/** Compares a revision with the current text, word by word. */
export function compare(before: string, now: string): Piece[] {
  if (before === now) return [];
  if (before.length + now.length > MAX_COMPARED_LENGTH)
    return [
      { text: before, added: false, removed: true },
      { text: now, added: true, removed: false },
    ];
  return diff()
    .diffWordsWithSpace(before, now)
    .map(({ value, added, removed }) => ({ text: value, added: Boolean(added), removed: Boolean(removed) }));
}

/**
 * Compares texts with markup as readable text, and also as stored.
 * @param image returns the label of an image from its alternative text or URL
 */
export function compareMarkup(
  before: string,
  now: string,
  image: (name: string) => string,
): Pick<ComparedField, 'pieces' | 'code'> {
  return { pieces: compare(readableText(before, image), readableText(now, image)), code: compare(before, now) };
}

export const differs = ({ pieces, code = [] }: ComparedField): boolean =>
  [...pieces, ...code].some((piece) => piece.added || piece.removed);
