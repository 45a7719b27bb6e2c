import type { StoredOption } from './option-store.js';
import { fromStoredText } from './stored-text.js';

/** Makes the function that answers the value of a stored option: made of its text once, and the same for everybody who asks. */
export function createStoredValues(): (row: StoredOption) => unknown {
  const made = new WeakMap<StoredOption, unknown>();
  return (row) => {
    if (!made.has(row)) made.set(row, fromStoredText(row.text));
    return made.get(row);
  };
}

/** A copy of what was made of a text, for those who may change it: lists, plain objects and scalars. */
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
