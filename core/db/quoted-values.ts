import { types } from 'node:util';

/** How servers quote values in what they say of a statement, and what is left of that. */
const QUOTES: readonly (readonly [RegExp, string])[] = [
  [/(Duplicate entry) '[\s\S]*'( for key)/g, '$1$2'],
  [/(\bnear) '[\s\S]*'( at line)/g, '$1 …$2'],
  [/(\bvalue:?) '[\s\S]*'(?= for (?:column|function)|$)/g, '$1'],
  [/(out of range in) '[\s\S]*'/g, '$1 a statement'],
  [/(fts5: syntax error near) "[\s\S]*"/g, '$1 …'],
];

/**
 * Takes the values of a statement out of a driver's error: passwords' hashes, addresses and the like, which belong in no log, letter or
 * list of faults. The statement stays as it was written, with a question mark for each value.
 */
export function withoutValues(error: unknown): unknown {
  if (!types.isNativeError(error)) return error;
  const said = error as Error & { sql?: unknown; sqlMessage?: unknown };
  // The driver puts the whole statement there, values and all.
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
