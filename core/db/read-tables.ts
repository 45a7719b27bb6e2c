const READ = /\b(?:from|join)\s+[`"]?([\w$]+)/gi;
/** A list of tables, of which only the first would be seen. */
const LIST = /\bfrom\s+[`"\w.$]+(?:\s+(?:as\s+)?[`"\w$]+)?\s*,/i;

/** The tables that a statement reads from, each once. */
export function tablesRead(sql: string): string[] {
  return [...new Set([...sql.matchAll(READ)].map(([, name = '']) => name))];
}

/** Whether {@link tablesRead} would miss some. */
export function readsList(sql: string): boolean {
  return LIST.test(sql);
}
