import { randomBytes } from 'node:crypto';

/** A part of a text that other texts may share; derived data can be cached by its identity. */
export interface TextPart {
  readonly text: string;
}

/** A text with numbered placeholders. */
export type Frame = readonly (TextPart | number)[];

/** Random, so that content cannot contain it by chance or on purpose. */
const PLACEHOLDER_PREFIX = `gap-${randomBytes(12).toString('hex')}-`;
const PLACEHOLDER = new RegExp(`${PLACEHOLDER_PREFIX}(\\d+);`);

/** Returns the placeholder that a view gets for a part. */
export const gap = (number: number): string => `${PLACEHOLDER_PREFIX}${number};`;

/** Parses the output of a view with placeholders. */
export function parseFrame(text: string): Frame {
  return text.split(PLACEHOLDER).flatMap((piece, i): (TextPart | number)[] => {
    if (i % 2 === 1) return [Number(piece)];
    return piece === '' ? [] : [{ text: piece }];
  });
}

/** Fills the placeholders of a frame; one without a part stays empty. */
export function fillFrame(frame: Frame, parts: readonly TextPart[]): TextPart[] {
  return frame.flatMap((piece) => (typeof piece === 'number' ? (parts[piece] ?? []) : piece));
}

/** Returns the whole text; concatenation is lazy until the text is read. */
export function joinParts(parts: readonly TextPart[]): string {
  let text = '';
  for (const part of parts) text += part.text;
  return text;
}
