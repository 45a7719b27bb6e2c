import type { PluginScope } from 'plinth';

/** Settings key for whether a method is enabled. */
export const ENABLED = 'enabled';

/** Returns what is wrong with the settings fields that a method declares; empty when they are valid. */
export function settingsError(
  { validateFields }: Pick<PluginScope, 'validateFields'>,
  settings: Parameters<PluginScope['validateFields']>[0] | undefined,
): string {
  if (settings === undefined) return '';
  if (!Array.isArray(settings)) return '"settings" must be an array.';
  const fields: readonly { readonly key?: unknown }[] = settings;
  if (fields.some(({ key }) => typeof key !== 'string')) return 'each setting must have a "key".';
  return fields.some(({ key }) => key === ENABLED)
    ? `the setting key "${ENABLED}" is reserved.`
    : validateFields(settings);
}

/** Returns what an entry lacks: functions and texts that a plugin written without types may omit. */
export function lacks(
  entry: object,
  { functions = [], texts = [] }: { functions?: readonly string[]; texts?: readonly string[] },
): string {
  const fields = entry as Readonly<Record<string, unknown>>;
  const noFunction = functions.find((name) => typeof fields[name] !== 'function');
  if (noFunction !== undefined) return `"${noFunction}" must be a function.`;
  const noText = texts.find(
    (name) => typeof fields[name] !== 'function' && (typeof fields[name] !== 'string' || fields[name] === ''),
  );
  return noText === undefined ? '' : `"${noText}" must be a non-empty string, or a function that returns a string.`;
}

/** Whether a number is an amount of money: an integer that is not negative. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a number is a percentage. */
export function isPercent(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

/** Of a callback that returned undefined where null means none. */
export const NOTHING_BACK = 'it returned undefined; a "return" may be missing. Return null for none.';
