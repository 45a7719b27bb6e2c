import { PlinthError } from 'plinth';
import type { SourceValue } from './facet-source.js';

/** Maximum length of a text value, in characters; longer values are cut, since they are options, not descriptions. */
export const MAX_VALUE_LENGTH = 190;
const MAX_VALUES = 100;
const MAX_NUMBERS = 10;
const NAME = /^[a-z][a-z0-9_]{0,30}$/i;

/**
 * Validates and limits an extension's value for a product.
 * @throws PlinthError `facet_value_invalid`
 */
export function cleanValue(value: unknown): SourceValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return truncate(value) === '' ? undefined : truncate(value);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) {
    const texts = value
      .filter((item): item is string | number => typeof item === 'string' || typeof item === 'number')
      .map((item) => truncate(String(item)))
      .filter((text) => text !== '');
    return texts.length === 0 ? undefined : [...new Set(texts)].slice(0, MAX_VALUES);
  }
  if (typeof value === 'object') {
    const numbers = Object.entries(value).filter(
      (pair): pair is [string, number] => NAME.test(pair[0]) && Number.isFinite(pair[1]),
    );
    return numbers.length === 0 ? undefined : Object.fromEntries(numbers.slice(0, MAX_NUMBERS));
  }
  throw new PlinthError('facet_value_invalid', 'A facet source returned a value that cannot be indexed.', {
    hint: 'Return a string, a list of strings, a finite number, a boolean, or an object of finite numbers.',
  });
}

const truncate = (text: string): string => text.trim().slice(0, MAX_VALUE_LENGTH);
