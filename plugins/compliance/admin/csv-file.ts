import type { Reply } from 'plinth';

/** Escapes a cell for CSV, and protects against formulas in spreadsheets; negative numbers stay numbers. */
function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-\d+(?:\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns response headers for a file that the browser saves under the given name. */
export const downloadHeaders = (name: string): Readonly<Record<string, string>> => ({
  'Content-Disposition': `attachment; filename="${name}"`,
  'X-Content-Type-Options': 'nosniff',
});

/** Returns rows as a CSV file that spreadsheets read as UTF-8. */
export const csvFile = (lines: readonly (readonly string[])[], name: string): Reply => ({
  kind: 'body',
  type: 'text/csv; charset=UTF-8',
  body: `\ufeff${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`,
  headers: downloadHeaders(name),
});
