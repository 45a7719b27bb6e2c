import type { PluginScope } from 'plinth';

/** Key of the setting that enables a method. */
export const ENABLED_KEY = 'enabled';

/** Returns the error in the settings fields that a method declares; empty when they are valid. */
export function settingsError(
  { validateFields }: Pick<PluginScope, 'validateFields'>,
  settings: Parameters<PluginScope['validateFields']>[0] | undefined,
): string {
  if (settings === undefined) return '';
  if (!Array.isArray(settings)) return '"settings" must be an array.';
  const fields: readonly { readonly key?: unknown }[] = settings;
  if (fields.some(({ key }) => typeof key !== 'string')) return 'each setting must have a "key".';
  return fields.some(({ key }) => key === ENABLED_KEY)
    ? `the setting key "${ENABLED_KEY}" is reserved.`
    : validateFields(settings);
}

/** Returns the error of an entry without its required functions and texts; empty when it has all of them. */
export function missingMembersError(
  entry: object,
  { functions = [], texts = [] }: { functions?: readonly string[]; texts?: readonly string[] },
): string {
  const fields = entry as Readonly<Record<string, unknown>>;
  const missingFunction = functions.find((name) => typeof fields[name] !== 'function');
  if (missingFunction !== undefined) return `"${missingFunction}" must be a function.`;
  const missingText = texts.find(
    (name) => typeof fields[name] !== 'function' && (typeof fields[name] !== 'string' || fields[name] === ''),
  );
  return missingText === undefined
    ? ''
    : `"${missingText}" must be a non-empty string, or a function that returns a string.`;
}

/** Whether a value is an amount in minor units: a non-negative integer. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value is a percentage from 0 to 100. */
export function isPercent(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

/** Error of a callback that returned undefined instead of null. */
export const UNDEFINED_RESULT_ERROR = 'it returned undefined; a "return" may be missing. Return null for none.';
