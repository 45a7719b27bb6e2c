import { PlinthError } from '../api/index.js';

/** Fields of a form or a query string: PHP's `max_input_vars` is 1000, and a product with all its variations needs some more. */
export const MAX_FIELDS = 2000;
/** Values of a JSON body, those inside of lists and objects included. */
export const MAX_VALUES = 10_000;
/** Deeper bodies are refused, as with PHP's default. */
const MAX_DEPTH = 511;

const CODE = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** The refusal of more fields than anybody types. */
export function tooManyFields(status: 400 | 413, max = MAX_FIELDS): PlinthError {
  return new PlinthError('rest_too_many_fields', `More than ${max} fields were sent at once.`, {
    status,
    hint: 'Send fewer at once.',
  });
}

/** Whether a mark is found more than so many times; looks no further than that. */
export function occursMoreThan(text: string | Buffer, mark: string, max: number): boolean {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) if (++found > max) return true;
  return false;
}

/** What of a JSON text is beyond its bound, counted without reading it. */
export function beyondBounds(text: string): 'values' | 'depth' | undefined {
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === CODE.quote) at = endOfText(text, at);
    else if (code === CODE.comma) values++;
    else if (code === CODE.openList || code === CODE.openObject) [values, depth] = [values + 1, depth + 1];
    else if (code === CODE.closeList || code === CODE.closeObject) depth--;
    if (depth > MAX_DEPTH) return 'depth';
    if (values > MAX_VALUES) return 'values';
  }
  return undefined;
}

/** Where the text in quotes that begins here ends. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === CODE.backslash) at++;
    else if (code === CODE.quote) return at;
  }
  return text.length;
}
