import type { HookApi } from '../api/index.js';
import { parseOptionName } from './option-name.js';
import type { OptionStore, StoredOption } from './option-store.js';
import { fromStoredText } from './stored-text.js';

/** Options whose value is returned without a trailing slash. */
const WITHOUT_TRAILING_SLASH = ['siteurl', 'home', 'category_base', 'tag_base'];

export type OptionReads = ReturnType<typeof createOptionReads>;

/** Creates the functions that read options through their filters (`get_option`). */
export function createOptionReads({ hooks, store }: { readonly hooks: HookApi; readonly store: OptionStore }) {
  const parseValue = createValueParser();

  async function getOption<T>(name: string, ...rest: unknown[]): Promise<T> {
    return find(name, rest, deepCopy) as T;
  }

  /** @param toResult converts a stored value to what the caller gets */
  async function find(
    rawName: string,
    [requestedDefault]: unknown[],
    toResult: (value: unknown) => unknown,
  ): Promise<unknown> {
    const option = parseOptionName(rawName);
    if (option.isEmpty) return false;
    const { name, hooks: hookNames } = option;
    const fallback = requestedDefault === undefined ? false : requestedDefault;
    const namedPreValue = await hooks.applyFilters<unknown>(hookNames.before, false, name, fallback);
    const preValue = await hooks.applyFilters<unknown>('pre_option', namedPreValue, name, fallback);
    if (preValue !== false) return preValue;
    const row = await store.read(option);
    if (!row) return hooks.applyFilters<unknown>(hookNames.byDefault, fallback, name, requestedDefault !== undefined);
    const value = valueOf(row, name);
    if (name === 'home' && value === '') return find('siteurl', [], toResult);
    const trimmedValue =
      typeof value === 'string' && WITHOUT_TRAILING_SLASH.includes(name) ? value.replace(/[/\\]+$/, '') : value;
    // A callback may change the value it receives.
    const hasListeners = hooks.hasFilter(hookNames.value) || hooks.hasFilter('all');
    return hooks.applyFilters<unknown>(
      hookNames.value,
      hasListeners ? deepCopy(trimmedValue) : toResult(trimmedValue),
      name,
    );
  }

  function valueOf(row: StoredOption, name = row.name): unknown {
    const typedEntry = store.typedValue(name);
    return typedEntry ? typedEntry.value : parseValue(row);
  }

  return { getOption, find, valueOf };
}

/** Creates the function that returns the value of a stored option: parsed once, and shared by all callers. */
function createValueParser(): (row: StoredOption) => unknown {
  const parsedValues = new WeakMap<StoredOption, unknown>();
  return (row) => {
    if (!parsedValues.has(row)) parsedValues.set(row, fromStoredText(row.text));
    return parsedValues.get(row);
  };
}

/** Copies a parsed value for callers that may change it: lists, plain objects and scalars. */
export function deepCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(deepCopy);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: deepCopy(item), enumerable: true, configurable: true, writable: true });
    else copy[key] = deepCopy(item);
  }
  return copy;
}
