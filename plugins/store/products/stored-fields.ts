import { memoize } from 'plinth';

type Fields = Readonly<Record<string, number | string | boolean>>;

/** Maximum number of cached field texts, enough for the products shown most. */
const MAX_FIELDS = 2000;
const fieldsByText = new Map<string, Fields>();

/** Returns the extensions' fields of a product as stored; the same object for the same text. */
export function fieldsOf(json: string): Fields {
  return memoize(fieldsByText, MAX_FIELDS, json, () => Object.freeze(parseFields(json)));
}

function parseFields(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, number | string | boolean] =>
        ['number', 'string', 'boolean'].includes(typeof entry[1]),
      ),
    );
  } catch {
    return {};
  }
}
