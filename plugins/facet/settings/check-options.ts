import { isDeepStrictEqual } from 'node:util';
import { checkBoolean, checkNumber, checkText, type Problems, type Translate } from './check-value.js';
import type { FacetType, TypeOption } from './facet-types.js';
import type { OwnOptions } from './settings.js';

interface OptionParts {
  readonly type: FacetType | undefined;
  /** Stored options of a facet whose plugin is gone; they may be submitted again unchanged. */
  readonly stored: OwnOptions | undefined;
  /** Whether this is the first check, which does not know stored data. */
  readonly form: boolean;
  readonly __: Translate;
}

const MAX_TEXT = 500;

/** Validates the options that an extension's type defines. */
export function checkOwnOptions(
  value: unknown,
  { type, stored, form, __ }: OptionParts,
  path: string,
  problems: Problems,
): OwnOptions {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems[path] = __('Must be an object.');
    return {};
  }
  if (!type && form) return {};
  if (!type && stored && isDeepStrictEqual(value, stored)) return stored;
  const options: Record<string, string | number | boolean> = {};
  for (const [name, sent] of Object.entries(value)) {
    const at = `${path}.${name}`;
    const option = type?.options?.find((one) => one.name === name);
    if (option) options[name] = checkOne(sent, option, at, problems, __);
    else problems[at] = __('Unknown option.');
  }
  return options;
}

function checkOne(
  sent: unknown,
  { default: defaultValue, min = -1e9, max = 1e9 }: TypeOption,
  at: string,
  problems: Problems,
  __: Translate,
): string | number | boolean {
  if (typeof defaultValue === 'number') return checkNumber(sent, { min, max }, at, problems, __);
  return typeof defaultValue === 'boolean'
    ? checkBoolean(sent, at, problems, __)
    : checkText(sent, MAX_TEXT, at, problems, __);
}
