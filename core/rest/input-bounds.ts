import { PlinthError } from '../api/index.js';

/**
 * Maximum number of fields in a form or query string: PHP's `max_input_vars` is 1000, and a product with all its
 * variations needs more.
 */
export const MAX_FIELDS = 2000;
/** Maximum number of values in a JSON body, including nested ones. */
export const MAX_VALUES = 10_000;
/** Maximum nesting depth, equal to PHP's default. */
const MAX_DEPTH = 511;

const CHARACTER_CODES = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Creates the error for too many fields. */
export function tooManyFields(status: 400 | 413, max = MAX_FIELDS): PlinthError {
  return new PlinthError('rest_too_many_fields', `The request has more than ${max} fields.`, {
    status,
    hint: 'Send fewer fields in one request.',
  });
}

/** Whether a mark occurs more than a given number of times; stops searching once it does. */
export function occursMoreThan(text: string | Buffer, mark: string, max: number): boolean {
  let found = 0;
  for (let position = text.indexOf(mark); position >= 0; position = text.indexOf(mark, position + mark.length))
    if (++found > max) return true;
  return false;
}

/** Returns which limit a JSON text exceeds, without parsing it. */
export function exceededLimit(text: string): 'values' | 'depth' | undefined {
  let [values, depth] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === CHARACTER_CODES.quote) index = endOfString(text, index);
    else if (code === CHARACTER_CODES.comma) values++;
    else if (code === CHARACTER_CODES.openList || code === CHARACTER_CODES.openObject)
      [values, depth] = [values + 1, depth + 1];
    else if (code === CHARACTER_CODES.closeList || code === CHARACTER_CODES.closeObject) depth--;
    if (depth > MAX_DEPTH) return 'depth';
    if (values > MAX_VALUES) return 'values';
  }
  return undefined;
}

/** Returns the end of the quoted string that starts here. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === CHARACTER_CODES.backslash) index++;
    else if (code === CHARACTER_CODES.quote) return index;
  }
  return text.length;
}
