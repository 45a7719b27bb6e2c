const READ = /\b(?:from|join)\s+[`"]?([\w$]+)/gi;

/** The tables that a statement reads from, each once. */
export function tablesRead(sql: string): string[] {
  return [...new Set([...sql.matchAll(READ)].map(([, name = '']) => name))];
}
