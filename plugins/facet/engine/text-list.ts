import { itemAt, uintAt } from './array-access.js';
import { YIELD_MASK, type InterruptibleWork } from './work.js';

/**
 * Texts concatenated in a few long strings. Separate strings would take about 24 bytes more each, and the garbage
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
const MAX_UINT16 = 0xffff;
/**
 * Number of texts per block, minus one. The limit confines the effect of a character beyond Latin-1, which makes a
 * whole block wider.
 */
const BLOCK_MASK = 2 ** BLOCK_BITS - 1;

const startIndexOf = (index: number): number => index + (index >>> BLOCK_BITS);

/** @param textAt called once per text */
export function* createTextList(length: number, textAt: (index: number) => string): InterruptibleWork<TextList> {
  const starts = new Uint32Array(length + (length >>> BLOCK_BITS) + 1);
  const blocks: string[] = [];
  for (let from = 0; from < length; from += BLOCK_MASK + 1) {
    const texts: string[] = [];
    let at = 0;
    for (let index = from; index < Math.min(from + BLOCK_MASK + 1, length); index++) {
      const text = textAt(index);
      texts.push(text);
      starts[startIndexOf(index)] = at;
      at += text.length + 1;
      starts[startIndexOf(index) + 1] = at;
      if ((index & YIELD_MASK) === YIELD_MASK) yield;
    }
    blocks.push(`${texts.join('\n')}\n`);
  }
  return restoreTextList({
    length,
    starts: blocks.every((block) => block.length <= MAX_UINT16) ? Uint16Array.from(starts) : starts,
    blocks,
  });
}

export function restoreTextList(parts: TextListParts): TextList {
  const { length, starts, blocks } = parts;
  return {
    length,
    parts,
    at(index) {
      const position = startIndexOf(index);
      return itemAt(blocks, index >>> BLOCK_BITS).slice(uintAt(starts, position), uintAt(starts, position + 1) - 1);
    },
    firstCharCode: (index) => itemAt(blocks, index >>> BLOCK_BITS).charCodeAt(uintAt(starts, startIndexOf(index))),
    startsWith: (index, prefix) =>
      itemAt(blocks, index >>> BLOCK_BITS).startsWith(prefix, uintAt(starts, startIndexOf(index))),
    bytes: () => starts.byteLength + textBytes(blocks),
  };
}

/** Compares texts by code units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Size of a list entry and of the header of a string, in bytes. */
const POINTER_BYTES = 8;
const HEADER_BYTES = 16;
const NON_LATIN1 = /[^\u0000-\u00ff]/;

/**
 * Returns the memory that a list of texts takes in V8, in bytes: one byte per character, or two if the text has any
 * character beyond Latin-1, rounded up to eight.
 */
export function textBytes(texts: readonly string[]): number {
  return texts.reduce(
    (sum, text) =>
      sum + POINTER_BYTES + HEADER_BYTES + 8 * Math.ceil((NON_LATIN1.test(text) ? 2 * text.length : text.length) / 8),
    0,
  );
}
