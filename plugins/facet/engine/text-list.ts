import { itemAt, uintAt } from './array-access.js';
import { OFTEN, type InterruptibleWork } from './work.js';

/**
 * Texts concatenated in a few long strings: separate strings would take two dozen bytes more each, and the garbage
 * collector would visit them all.
 */
export interface TextList {
  readonly length: number;
  readonly parts: TextListParts;
  at(index: number): string;
  /** Returns the first character code of a text; that of a line feed if the text is empty. */
  firstCharCode(index: number): number;
  /** Whether a text begins with another one, which must not contain a line feed. */
  startsWith(index: number, prefix: string): boolean;
  /** Returns the memory usage in bytes. */
  bytes(): number;
}

/** The parts of a list. */
export interface TextListParts {
  readonly length: number;
  /** By text: the start in its block; each block has one extra entry at the end. */
  readonly starts: Uint16Array | Uint32Array;
  readonly blocks: readonly string[];
}

const BLOCK_BITS = 10;
const NARROW = 0xffff;
/**
 * Number of texts per block, minus one. The limit confines the effect of a character beyond Latin-1, which makes a
 * whole block wider.
 */
const WITHIN = 2 ** BLOCK_BITS - 1;

const placeOf = (index: number): number => index + (index >>> BLOCK_BITS);

/** @param textAt called once per text */
export function* textList(length: number, textAt: (index: number) => string): InterruptibleWork<TextList> {
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
      const position = placeOf(index);
      return itemAt(blocks, index >>> BLOCK_BITS).slice(uintAt(starts, position), uintAt(starts, position + 1) - 1);
    },
    firstCharCode: (index) => itemAt(blocks, index >>> BLOCK_BITS).charCodeAt(uintAt(starts, placeOf(index))),
    startsWith: (index, prefix) =>
      itemAt(blocks, index >>> BLOCK_BITS).startsWith(prefix, uintAt(starts, placeOf(index))),
    bytes: () => starts.byteLength + textBytes(blocks),
  };
}

/** Compares texts by code units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Size of a list entry, and of a text's header, in bytes. */
const POINTER = 8;
const HEADER = 16;
const WIDE = /[^\u0000-\u00ff]/;

/**
 * Returns the memory that a list of texts takes in V8: one byte per character, or two if the text has any character
 * beyond Latin-1, rounded up to eight.
 */
export function textBytes(texts: readonly string[]): number {
  return texts.reduce(
    (sum, text) => sum + POINTER + HEADER + 8 * Math.ceil((WIDE.test(text) ? 2 * text.length : text.length) / 8),
    0,
  );
}
