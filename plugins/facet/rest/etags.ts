import { createHash } from 'node:crypto';

/** Checksum of a text: its length and two rolling hashes. It can be computed from the checksums of its parts. */
export interface TextSum {
  readonly length: number;
  readonly sumA: number;
  readonly sumB: number;
}

const FACTOR_A = 0x9e3779b1;
const FACTOR_B = 0x2c9277b5;

export function textSum(text: string): TextSum {
  let one = 0;
  let other = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    one = (Math.imul(one, FACTOR_A) + code) | 0;
    other = (Math.imul(other, FACTOR_B) + code) | 0;
  }
  return { length: text.length, sumA: one, sumB: other };
}

/** Returns the checksum of two concatenated texts. */
function concatSums(before: TextSum, after: TextSum): TextSum {
  return {
    length: before.length + after.length,
    sumA: (Math.imul(before.sumA, power(FACTOR_A, after.length)) + after.sumA) | 0,
    sumB: (Math.imul(before.sumB, power(FACTOR_B, after.length)) + after.sumB) | 0,
  };
}

/** Returns a power modulo 2³². */
function power(base: number, times: number): number {
  let result = 1;
  for (let [exponent, square] = [times, base]; exponent > 0; exponent >>>= 1, square = Math.imul(square, square))
    if (exponent & 1) result = Math.imul(result, square);
  return result;
}

const EMPTY_SUM: TextSum = { length: 0, sumA: 0, sumB: 0 };

/**
 * Returns a short tag of a text, the same as in `facet.js`. It verifies what the browser has, and is not meant for
 * security.
 * @param sums checksums of the parts of the text, in order
 */
export function tagOf(sums: readonly TextSum[]): string {
  const { length, sumA, sumB } = sums.reduce(concatSums, EMPTY_SUM);
  return [length, sumA >>> 0, sumB >>> 0].map((part) => part.toString(36)).join('-');
}

/** Returns the tag of a whole text. */
export const textTag = (text: string): string => tagOf([textSum(text)]);

/** Returns the ETag of a response; weak, since a proxy may compress it. */
export function createEtag(data: object): string {
  return `W/"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether a client already has the response.
 * @param header `If-None-Match` (RFC 9110, section 13.1.2)
 */
export function matchesEtag(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' ||
      header.split(',').some((value) => value.trim().replace(/^W\//, '') === tag.replace(/^W\//, '')))
  );
}
