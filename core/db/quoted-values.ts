import { types } from 'node:util';

/** Patterns for values in error messages of the servers, with their replacements. */
const VALUE_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/(Duplicate entry) '[\s\S]*'( for key)/g, '$1$2'],
  [/(\bnear) '[\s\S]*'( at line)/g, '$1 …$2'],
  [/(\bvalue:?) '[\s\S]*'(?= for (?:column|function)|$)/g, '$1'],
  [/(out of range in) '[\s\S]*'/g, '$1 a statement'],
  [/(fts5: syntax error near) "[\s\S]*"/g, '$1 …'],
];

/**
 * Removes the values of a statement from an error of the driver. Values such as password hashes and addresses must not
 * appear in logs, emails or lists of errors. The statement remains, with a question mark for each value.
 */
export function withoutValues(error: unknown): unknown {
  if (!types.isNativeError(error)) return error;
  const queryError = error as Error & { sql?: unknown; sqlMessage?: unknown };
  // In `sql`, the driver stores the whole statement with its values.
  delete queryError.sql;
  if (typeof queryError.sqlMessage === 'string') queryError.sqlMessage = removeValues(queryError.sqlMessage);
  const before = queryError.message;
  const after = removeValues(before);
  if (before === after) return error;
  queryError.message = after;
  queryError.stack = queryError.stack?.replace(before, () => after);
  return error;
}

function removeValues(message: string): string {
  return VALUE_PATTERNS.reduce((text, [quote, left]) => text.replace(quote, left), message);
}
