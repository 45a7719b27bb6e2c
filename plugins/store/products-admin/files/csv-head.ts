import { parse } from 'csv-parse/sync';

/** The first lines of a file: what its columns are called, and an example of each. */
export interface CsvHead {
  readonly names: readonly string[];
  /** The first value that is not empty, by column; empty where the first rows have none. */
  readonly examples: readonly string[];
}

/** Rows that are looked at for examples. */
const ROWS = 20;
/** Characters of an example. */
const LONGEST = 80;
/** More are no file of products. */
export const MOST_COLUMNS = 200;

/** What lists are cut by, as a file's first line is: commas, semicolons or tabs. */
export function delimiterOf(line: string): string {
  return [',', ';', '\t'].sort((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
}

/** Reads the first lines of a file's text; null where they are no table. */
export function readCsvHead(text: string): CsvHead | null {
  const end = text.indexOf('\n');
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(end < 0 ? text : text.slice(0, end)),
      to: ROWS + 1,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    const [names, ...records] = rows;
    if (!names || names.length > MOST_COLUMNS) return null;
    return {
      names: names.map((name) => name.trim()),
      examples: names.map((_name, index) =>
        (records.map((record) => (record[index] ?? '').trim()).find((cell) => cell !== '') ?? '')
          .replace(/\s+/g, ' ')
          .slice(0, LONGEST),
      ),
    };
  } catch {
    return null;
  }
}
