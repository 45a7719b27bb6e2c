/** Errors by the path of the value: `facets[1].type`. */
export type Problems = Record<string, string>;
export type Translate = (text: string, ...args: readonly (string | number)[]) => string;

export function checkChoice<T extends string>(
  value: unknown,
  choices: readonly [T, ...T[]],
  at: string,
  problems: Problems,
  __: Translate,
): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) problems[at] = __('Must be one of: %s.', choices.join(', '));
  return found ?? choices[0];
}

/** The allowed range of a number. */
interface NumberLimits {
  readonly min: number;
  readonly max: number;
}

export function checkInteger(
  value: unknown,
  { min, max }: NumberLimits,
  at: string,
  problems: Problems,
  __: Translate,
): number {
  const number = toNumber(value);
  if (number !== undefined && Number.isInteger(number) && number >= min && number <= max) return number;
  problems[at] = __('Enter a whole number from %d to %d.', min, max);
  return min;
}

export function checkNumber(
  value: unknown,
  { min, max }: NumberLimits,
  at: string,
  problems: Problems,
  __: Translate,
): number {
  const number = toNumber(value);
  if (number !== undefined && number >= min && number <= max) return number;
  problems[at] = __('Enter a number from %d to %d.', min, max);
  return min;
}

/** Converts a value as WordPress's REST schema does: a number, or a numeric text. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

export function checkBoolean(value: unknown, at: string, problems: Problems, __: Translate): boolean {
  if ([true, 1, 'true', '1'].includes(value as string)) return true;
  if ([false, 0, 'false', '0'].includes(value as string)) return false;
  problems[at] = __('Must be true or false.');
  return false;
}

export function checkText(value: unknown, max: number, at: string, problems: Problems, __: Translate): string {
  if (typeof value === 'string' && value.length <= max) return value;
  problems[at] = __('Can be at most %d characters long.', max);
  return '';
}

export function checkList<T>(
  value: unknown,
  { max, isOne: isItem }: { readonly max: number; readonly isOne: (one: unknown) => one is T },
  at: string,
  problems: Problems,
  __: Translate,
): T[] {
  if (Array.isArray(value) && value.length <= max && value.every(isItem)) return value;
  problems[at] = __('Must be a list of at most %d allowed entries.', max);
  return [];
}
