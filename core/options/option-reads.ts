import type { HookApi } from '../api/index.js';
import { optionName } from './option-name.js';
import type { OptionStore, StoredOption } from './option-store.js';
import { fromStoredText } from './stored-text.js';

const NO_TRAILING_SLASH = ['siteurl', 'home', 'category_base', 'tag_base'];

export type OptionReads = ReturnType<typeof createOptionReads>;

/** Creates the functions that read options through their filters (`get_option`). */
export function createOptionReads({ hooks, store }: { readonly hooks: HookApi; readonly store: OptionStore }) {
  const valueBehind = createStoredValues();

  async function getOption<T>(name: string, ...rest: unknown[]): Promise<T> {
    return find(name, rest, copyOf) as T;
  }

  /** @param handOut converts a stored value to what the caller gets */
  async function find(
    rawName: string,
    [requestedDefault]: unknown[],
    handOut: (value: unknown) => unknown,
  ): Promise<unknown> {
    const option = optionName(rawName);
    if (option.isEmpty) return false;
    const { name, hooks: on } = option;
    const fallback = requestedDefault === undefined ? false : requestedDefault;
    const proposed = await hooks.applyFilters<unknown>(on.before, false, name, fallback);
    const instead = await hooks.applyFilters<unknown>('pre_option', proposed, name, fallback);
    if (instead !== false) return instead;
    const row = await store.read(option);
    if (!row) return hooks.applyFilters<unknown>(on.byDefault, fallback, name, requestedDefault !== undefined);
    const value = valueOf(row, name);
    if (name === 'home' && value === '') return find('siteurl', [], handOut);
    const tidy = typeof value === 'string' && NO_TRAILING_SLASH.includes(name) ? value.replace(/[/\\]+$/, '') : value;
    // A callback may change the value it receives.
    const hasListeners = hooks.hasFilter(on.value) || hooks.hasFilter('all');
    return hooks.applyFilters<unknown>(on.value, hasListeners ? copyOf(tidy) : handOut(tidy), name);
  }

  function valueOf(row: StoredOption, name = row.name): unknown {
    const typedEntry = store.typedValue(name);
    return typedEntry ? typedEntry.value : valueBehind(row);
  }

  return { getOption, find, valueOf };
}

/** Creates the function that returns the value of a stored option: parsed once, and shared by all callers. */
function createStoredValues(): (row: StoredOption) => unknown {
  const parsedValues = new WeakMap<StoredOption, unknown>();
  return (row) => {
    if (!parsedValues.has(row)) parsedValues.set(row, fromStoredText(row.text));
    return parsedValues.get(row);
  };
}

/** Copies a parsed value for callers that may change it: lists, plain objects and scalars. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: copyOf(item), enumerable: true, configurable: true, writable: true });
    else copy[key] = copyOf(item);
  }
  return copy;
}
