import { PlinthError } from '../api/index.js';
import { type FieldValue, isFieldList, nestedFields } from '../formatting/php/nested-fields.js';
import { MAX_FIELDS, occursMoreThan, tooManyFields } from './input-bounds.js';
import { type Dictionary, orderedMap } from './values.js';

/**
 * Parses a query string or form body as PHP does (`parse_str`): `a[]=1&a[k]=2` nests, the last of two equal names wins.
 * @throws PlinthError `rest_refused_key` (400) for names that would reach into JavaScript's objects,
 * `rest_too_many_fields` (400)
 */
export function parsePhpQuery(text: string): Dictionary {
  if (text === '') return {};
  if (occursMoreThan(text, '&', MAX_FIELDS - 1)) throw tooManyFields(400);
  const pairs: [string, string][] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    pairs.push(equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]);
  }
  return nestFields(pairs);
}

/** Nests flat form fields by the brackets in their names. */
export function nestFields(pairs: readonly (readonly [string, string])[]): Dictionary {
  return Object.fromEntries(
    Array.from(nestedFields(pairs, rejectPrototypeKey), ([name, value]) => [name, toValue(value)]),
  );
}

/** Returns a list when the names are 0, 1, 2 … in order, otherwise a map. */
function toValue(value: FieldValue): unknown {
  if (typeof value === 'string') return value;
  return isFieldList(value)
    ? Array.from(value.values(), toValue)
    : orderedMap(Array.from(value, ([name, item]) => [name, toValue(item)]));
}

function rejectPrototypeKey(path: readonly string[]): void {
  if (!path.includes('__proto__')) return;
  throw new PlinthError('rest_refused_key', 'The parameter name __proto__ is not allowed.', { status: 400 });
}

/** Decodes percent and plus signs; malformed sequences are left as they are, as in PHP. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    const bytes = spaced.replaceAll(/%([0-9a-f]{2})|[^\x00-\x7f]/gi, (match, hex: string | undefined) =>
      hex === undefined ? Buffer.from(match, 'utf8').toString('latin1') : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    // Invalid UTF-8 cannot be written as JSON; WordPress inserts question marks.
    return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\uFFFD', '?');
  }
}
