import { isDeepStrictEqual } from 'node:util';
import { checkBoolean, checkNumber, checkText, type Problems, type Translate } from './check-value.js';
import type { FacetType, TypeOption } from './facet-types.js';
import type { TypeOptions } from './settings.js';

interface OptionParts {
  readonly type: FacetType | undefined;
  /** Stored options of a facet whose plugin is gone; they may be submitted again unchanged. */
  readonly stored: TypeOptions | undefined;
  /** Whether this is the first check, in which stored data is not known. */
  readonly form: boolean;
  readonly __: Translate;
}

const MAX_TEXT_LENGTH = 500;

/** Validates the options that an extension's type defines. */
export function checkTypeOptions(
  value: unknown,
  { type, stored, form, __ }: OptionParts,
  path: string,
  problems: Problems,
): TypeOptions {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems[path] = __('Must be an object.');
    return {};
  }
  if (!type && form) return {};
  if (!type && stored && isDeepStrictEqual(value, stored)) return stored;
  const options: Record<string, string | number | boolean> = {};
  for (const [name, input] of Object.entries(value)) {
    const optionPath = `${path}.${name}`;
    const option = type?.options?.find((typeOption) => typeOption.name === name);
    if (option) options[name] = checkOption(input, option, optionPath, problems, __);
    else problems[optionPath] = __('Unknown option.');
  }
  return options;
}

function checkOption(
  sent: unknown,
  { default: defaultValue, min = -1e9, max = 1e9 }: TypeOption,
  at: string,
  problems: Problems,
  __: Translate,
): string | number | boolean {
  if (typeof defaultValue === 'number') return checkNumber(sent, { min, max }, at, problems, __);
  return typeof defaultValue === 'boolean'
    ? checkBoolean(sent, at, problems, __)
    : checkText(sent, MAX_TEXT_LENGTH, at, problems, __);
}
