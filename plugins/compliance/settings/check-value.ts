import type { PluginScope } from 'plinth';
import type { SettingCheck, SettingDefinition, SettingValue } from './definition.js';
import { isIban, isKrs, isNip, isNumberPattern, isRegon } from './identifiers.js';

type ValueCheck = { readonly value: SettingValue } | { readonly error: string };

type ValueScope = Pick<PluginScope, '__' | 'restIsBoolean' | 'restSanitizeBoolean' | 'restIsInteger' | 'isEmail'>;

const MAX_LIST_LENGTH = 20;

/**
 * Validates a value: WordPress's coercion ("8" is an integer, "true" a boolean), then bounds, then the rule of the key.
 */
export function checkValue(definition: SettingDefinition, value: unknown, text: ValueScope): ValueCheck {
  const { __ } = text;
  const { min = -Infinity, max = Infinity } = definition;
  switch (definition.type) {
    case 'boolean':
      return text.restIsBoolean(value)
        ? { value: text.restSanitizeBoolean(value) }
        : { error: __('Must be true or false.') };
    case 'integer':
    case 'number': {
      const number = parseNumber(value, definition.type, text);
      if (number === undefined)
        return { error: definition.type === 'integer' ? __('Must be a whole number.') : __('Enter a number.') };
      return number < min || number > max ? { error: __('Must be between %s and %s.', min, max) } : { value: number };
    }
    case 'list':
      return checkList(definition, value, text);
    default:
      return checkText(definition, value, text);
  }
}

function parseNumber(value: unknown, type: 'integer' | 'number', { restIsInteger }: ValueScope): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)))
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) && (type === 'number' || restIsInteger(value)) ? number : undefined;
}

function checkList({ values = [] }: SettingDefinition, value: unknown, { __ }: ValueScope): ValueCheck {
  if (
    !Array.isArray(value) ||
    value.length > MAX_LIST_LENGTH ||
    !value.every((item): item is string => typeof item === 'string')
  )
    return { error: __('Must be a list of strings.') };
  if (value.length === 0) return { error: __('Must contain at least one value.') };
  if (!value.every((item) => values.includes(item))) return { error: __('Must be one of: %s.', values.join(', ')) };
  return { value: [...new Set(value)] };
}

function checkText(definition: SettingDefinition, value: unknown, text: ValueScope): ValueCheck {
  const { __ } = text;
  if (typeof value !== 'string') return { error: __('Must be a string.') };
  if (definition.values && !definition.values.includes(value))
    return { error: __('Must be one of: %s.', definition.values.join(', ')) };
  const { maxLength = 1000 } = definition;
  if ([...value].length > maxLength) return { error: __('Must be at most %d characters long.', maxLength) };
  const problem = definition.check === undefined ? undefined : findRuleError(definition.check, value, text);
  return problem === undefined ? { value } : { error: problem };
}

/** Returns what is wrong according to the rule of a key; empty texts are valid where a value is optional. */
function findRuleError(check: SettingCheck, value: string, { __, isEmail }: ValueScope): string | undefined {
  if (check === 'not-blank') return value.trim() === '' ? __('Must not be empty.') : undefined;
  if (check === 'holds-price') return value.includes('{price}') ? undefined : __('Must contain {price}.');
  if (check === 'number-pattern')
    return isNumberPattern(value)
      ? undefined
      : __('Must contain {n} exactly once. Besides that, only {year} and {month} are allowed in braces.');
  if (value === '') return undefined;
  switch (check) {
    case 'email':
      return isEmail(value) === false ? __('Enter a valid email address.') : undefined;
    case 'nip':
      return isNip(value) ? undefined : __('Enter a valid NIP: the check digit doesn’t match.');
    case 'regon':
      return isRegon(value) ? undefined : __('Enter a valid REGON.');
    case 'krs':
      return isKrs(value) ? undefined : __('Must have 10 digits.');
    case 'iban':
      return isIban(value) ? undefined : __('Enter a valid IBAN.');
    default:
      return undefined;
  }
}
