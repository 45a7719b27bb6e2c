/** Matches characters that PHP encodes differently from JSON.stringify. */
const PHP_ESCAPED = /[\u0080-\uffff/]/;

/** Encodes JSON like PHP: in ASCII, with escaped slashes. Returns an error text if a number cannot be encoded. */
export function encodePhpJson(value: unknown, pretty = false): { text: string } | { error: string } {
  const text = (JSON.stringify(value, undefined, pretty ? 4 : undefined) as string | undefined) ?? 'null';
  // Numbers that cannot be encoded become null. Checking each value during encoding would take three times as long.
  if (text.includes('null') && containsInvalidNumber(value)) return { error: 'Inf and NaN cannot be JSON encoded' };
  return { text: PHP_ESCAPED.test(text) ? escapeText(text) : text };
}

function containsInvalidNumber(value: unknown): boolean {
  let found = false;
  JSON.stringify(value, (_name, item: unknown) => {
    if (typeof item === 'number' && !Number.isFinite(item)) found = true;
    return item;
  });
  return found;
}

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const DIGITS = Buffer.from('0123456789abcdef');
/** Number of characters that are processed at once. The buffer has the size of their longest output. */
const CHUNK_LENGTH = 16_384;
const buffer = Buffer.allocUnsafe(CHUNK_LENGTH * 6);

/**
 * Escapes the text with a buffer, which takes less than half the time of a regular expression. The responses of the
 * product filter contain thousands of slashes.
 */
function escapeText(text: string): string {
  let written = '';
  for (let from = 0; from < text.length; from += CHUNK_LENGTH)
    written += buffer.toString('latin1', 0, escapeToBuffer(text, from, Math.min(from + CHUNK_LENGTH, text.length)));
  return written;
}

/** Escapes a part of the text into the buffer. @returns the number of bytes written */
function escapeToBuffer(text: string, from: number, to: number): number {
  let position = 0;
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      if (unit === SLASH) buffer[position++] = BACKSLASH;
      buffer[position++] = unit;
    } else {
      buffer[position++] = BACKSLASH;
      buffer[position++] = LETTER_U;
      for (let shift = 12; shift >= 0; shift -= 4) buffer[position++] = DIGITS[(unit >> shift) & 15] as number;
    }
  }
  return position;
}
