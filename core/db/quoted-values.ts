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
  const said = error as Error & { sql?: unknown; sqlMessage?: unknown };
  // The driver stores the whole statement there, including its values.
  delete said.sql;
  if (typeof said.sqlMessage === 'string') said.sqlMessage = unquoted(said.sqlMessage);
  const before = said.message;
  const after = unquoted(before);
  if (before === after) return error;
  said.message = after;
  said.stack = said.stack?.replace(before, () => after);
  return error;
}

function unquoted(message: string): string {
  return QUOTES.reduce((text, [quote, left]) => text.replace(quote, left), message);
}
