import { randomBytes } from 'node:crypto';

/** A part of a text that may stand in others as well: whoever makes something of it can keep that beside it. */
export interface TextPart {
  readonly text: string;
}

/** A text with numbered gaps. */
export type Frame = readonly (TextPart | number)[];

/** Nobody can write it who does not know it. */
const MARK = `gap-${randomBytes(12).toString('hex')}-`;
const GAP = new RegExp(`${MARK}(\\d+);`);

/** What a view gets in the place of a part. */
export const gap = (number: number): string => `${MARK}${number};`;

/** What a view made of gaps. */
export function frameOf(text: string): Frame {
  return text.split(GAP).flatMap((piece, i): (TextPart | number)[] => {
    if (i % 2 === 1) return [Number(piece)];
    return piece === '' ? [] : [{ text: piece }];
  });
}

/** A frame with its gaps filled; a gap without a part stays empty. */
export function filled(frame: Frame, parts: readonly TextPart[]): TextPart[] {
  return frame.flatMap((piece) => (typeof piece === 'number' ? (parts[piece] ?? []) : piece));
}

/** The whole text; it is not written out before somebody reads it. */
export function joined(parts: readonly TextPart[]): string {
  let text = '';
  for (const part of parts) text += part.text;
  return text;
}
