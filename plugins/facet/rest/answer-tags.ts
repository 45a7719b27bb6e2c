import { createHash } from 'node:crypto';

/** What texts are told apart by: their length and two running sums, which those of their parts add up to. */
export interface TextSum {
  readonly length: number;
  readonly one: number;
  readonly other: number;
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
  return { length: text.length, one, other };
}

/** The sum of two texts, one behind the other. */
function both(before: TextSum, after: TextSum): TextSum {
  return {
    length: before.length + after.length,
    one: (Math.imul(before.one, power(ONE, after.length)) + after.one) | 0,
    other: (Math.imul(before.other, power(OTHER, after.length)) + after.other) | 0,
  };
}

/** In 32 bits. */
function power(base: number, times: number): number {
  let made = 1;
  for (let [left, square] = [times, base]; left > 0; left >>>= 1, square = Math.imul(square, square))
    if (left & 1) made = Math.imul(made, square);
  return made;
}

const NOTHING: TextSum = { length: 0, one: 0, other: 0 };

/**
 * Tells two texts apart in a few characters, alike here and in `facet.js`. It finds out whether the browser has what is thought, and guards nothing.
 * @param sums of the parts of the text, in their order
 */
export function tagOf(sums: readonly TextSum[]): string {
  const { length, one, other } = sums.reduce(both, NOTHING);
  return [length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-');
}

/** The tag of a text as a whole. */
export const partTag = (text: string): string => tagOf([sumOf(text)]);

/** The tag of an answer; weak, since a proxy may compress it. */
export function answerTag(data: object): string {
  return `W/"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`;
}

/** Whether a client has the answer already. @param header `If-None-Match` (RFC 9110, section 13.1.2) */
export function hasAnswer(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' ||
      header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, '')))
  );
}
