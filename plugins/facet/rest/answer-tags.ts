import { createHash } from 'node:crypto';

/** Checksum of a text: its length and two rolling sums, which can be combined from those of its parts. */
export interface TextSum {
  readonly length: number;
  readonly sumA: number;
  readonly sumB: number;
}

const ONE = 0x9e3779b1;
const OTHER = 0x2c9277b5;

export function sumOf(text: string): TextSum {
  let one = 0;
  let other = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    one = (Math.imul(one, ONE) + code) | 0;
    other = (Math.imul(other, OTHER) + code) | 0;
  }
  return { length: text.length, sumA: one, sumB: other };
}

/** Returns the checksum of two concatenated texts. */
function both(before: TextSum, after: TextSum): TextSum {
  return {
    length: before.length + after.length,
    sumA: (Math.imul(before.sumA, power(ONE, after.length)) + after.sumA) | 0,
    sumB: (Math.imul(before.sumB, power(OTHER, after.length)) + after.sumB) | 0,
  };
}

/** Returns a power modulo 2³². */
function power(base: number, times: number): number {
  let result = 1;
  for (let [left, square] = [times, base]; left > 0; left >>>= 1, square = Math.imul(square, square))
    if (left & 1) result = Math.imul(result, square);
  return result;
}

const EMPTY_SUM: TextSum = { length: 0, sumA: 0, sumB: 0 };

/**
 * Returns a short tag of a text, the same as in `facet.js`. It verifies what the browser has, and is not meant for
 * security.
 * @param sums checksums of the parts of the text, in order
 */
export function tagOf(sums: readonly TextSum[]): string {
  const { length, sumA, sumB } = sums.reduce(both, EMPTY_SUM);
  return [length, sumA >>> 0, sumB >>> 0].map((part) => part.toString(36)).join('-');
}

/** Returns the tag of a whole text. */
export const partTag = (text: string): string => tagOf([sumOf(text)]);

/** Returns the ETag of an answer; weak, since a proxy may compress it. */
export function answerTag(data: object): string {
  return `W/"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether a client already has the answer.
 * @param header `If-None-Match` (RFC 9110, section 13.1.2)
 */
export function hasAnswer(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' ||
      header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, '')))
  );
}
