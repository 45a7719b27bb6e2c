import { itemAt, uintAt } from './array-access.js';
import { OFTEN, type Work } from './work.js';

/** Texts one after the other in a few long ones: each of its own would take two dozen bytes more, and the garbage collector would visit them all. */
export interface TextList {
  readonly length: number;
  readonly parts: TextListParts;
  at(index: number): string;
  /** The first character of a text, as a number; that of a line end where there is none. */
  firstOf(index: number): number;
  /** Whether a text begins with another one, in which no line ends. */
  startsWith(index: number, beginning: string): boolean;
  /** What it takes. */
  bytes(): number;
}

/** What a list is made of. */
export interface TextListParts {
  readonly length: number;
  /** By text: where it begins in its block, which ends with a place more. */
  readonly starts: Uint16Array | Uint32Array;
  readonly blocks: readonly string[];
}

const BLOCK_BITS = 10;
const NARROW = 0xffff;
/** As many texts stand in a long one, so that a single letter beyond Latin-1 makes few others wider. */
const WITHIN = 2 ** BLOCK_BITS - 1;

const placeOf = (index: number): number => index + (index >>> BLOCK_BITS);

/** @param textAt asked once for each */
export function* textList(length: number, textAt: (index: number) => string): Work<TextList> {
  const starts = new Uint32Array(length + (length >>> BLOCK_BITS) + 1);
  const blocks: string[] = [];
  for (let from = 0; from < length; from += WITHIN + 1) {
    const texts: string[] = [];
    let at = 0;
    for (let index = from; index < Math.min(from + WITHIN + 1, length); index++) {
      const text = textAt(index);
      texts.push(text);
      starts[placeOf(index)] = at;
      at += text.length + 1;
      starts[placeOf(index) + 1] = at;
      if ((index & OFTEN) === OFTEN) yield;
    }
    blocks.push(`${texts.join('\n')}\n`);
  }
  return textListOf({
    length,
    starts: blocks.every((block) => block.length <= NARROW) ? Uint16Array.from(starts) : starts,
    blocks,
  });
}

export function textListOf(parts: TextListParts): TextList {
  const { length, starts, blocks } = parts;
  return {
    length,
    parts,
    at(index) {
      const place = placeOf(index);
      return itemAt(blocks, index >>> BLOCK_BITS).slice(uintAt(starts, place), uintAt(starts, place + 1) - 1);
    },
    firstOf: (index) => itemAt(blocks, index >>> BLOCK_BITS).charCodeAt(uintAt(starts, placeOf(index))),
    startsWith: (index, beginning) =>
      itemAt(blocks, index >>> BLOCK_BITS).startsWith(beginning, uintAt(starts, placeOf(index))),
    bytes: () => starts.byteLength + textBytes(blocks),
  };
}

/** The order of texts by their code units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Of a list's entry, and of a text beside its characters. */
const POINTER = 8;
const HEADER = 16;
const WIDE = /[^\u0000-\u00ff]/;

/** What a list of texts takes in V8: one byte for each character, or two where one of a text is beyond Latin-1, in steps of eight. */
export function textBytes(texts: readonly string[]): number {
  return texts.reduce(
    (sum, text) => sum + POINTER + HEADER + 8 * Math.ceil((WIDE.test(text) ? 2 * text.length : text.length) / 8),
    0,
  );
}
