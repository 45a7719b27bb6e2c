import { types } from 'node:util';

/** How servers quote values in error messages, with the replacement of each. */
const QUOTES: readonly (readonly [RegExp, string])[] = [
  [/(Duplicate entry) '[\s\S]*'( for key)/g, '$1$2'],
  [/(\bnear) '[\s\S]*'( at line)/g, '$1 …$2'],
  [/(\bvalue:?) '[\s\S]*'(?= for (?:column|function)|$)/g, '$1'],
  [/(out of range in) '[\s\S]*'/g, '$1 a statement'],
  [/(fts5: syntax error near) "[\s\S]*"/g, '$1 …'],
];

/**
 * Removes the values of a statement from a driver's error, because password hashes, addresses and so on do not belong
 * in logs, emails or error lists. The statement remains, with a question mark for each value.
 */
export function withoutValues(error: unknown): unknown {
  if (!types.isNativeError(error)) return error;
  const queryError = error as Error & { sql?: unknown; sqlMessage?: unknown };
  // The driver stores the whole statement there, including its values.
  delete queryError.sql;
  if (typeof queryError.sqlMessage === 'string') queryError.sqlMessage = unquoted(queryError.sqlMessage);
  const before = queryError.message;
  const after = unquoted(before);
  if (before === after) return error;
  queryError.message = after;
  queryError.stack = queryError.stack?.replace(before, () => after);
  return error;
}

function unquoted(message: string): string {
  return QUOTES.reduce((text, [quote, left]) => text.replace(quote, left), message);
}
