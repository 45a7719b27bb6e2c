const READ = /\b(?:from|join)\s+[`"]?([\w$]+)/gi;
/** A comma-separated list of tables, of which only the first would be detected. */
const LIST = /\bfrom\s+[`"\w.$]+(?:\s+(?:as\s+)?[`"\w$]+)?\s*,/i;

/** Returns the tables a statement reads from, each once. */
export function tablesRead(sql: string): string[] {
  return [...new Set([...sql.matchAll(READ)].map(([, name = '']) => name))];
}

/** Whether {@link tablesRead} would miss tables. */
export function readsList(sql: string): boolean {
  return LIST.test(sql);
}
