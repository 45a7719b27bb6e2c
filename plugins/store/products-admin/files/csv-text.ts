import { parse } from 'csv-parse/sync';

/** Encoding of spreadsheet programs that do not write UTF-8, such as Excel in Polish. */
const OTHER = 'windows-1250';
/** Characters that occur in no text in that encoding: bytes without a meaning, and a standalone dot above. */
const NO_TEXT = /[\0\u0081\u0083\u0088\u0090\u0098\u02d9]/;

/**
 * Creates a streaming decoder: UTF-8, or Windows-1250 (Polish) for bytes that are not valid UTF-8.
 * @throws TypeError when the bytes are neither
 */
export function createCsvText(): (chunk: Buffer | string) => string {
  let decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isPlain = true;
  /** Bytes of a character split across chunks. */
  let rest: Buffer = Buffer.alloc(0);

  function other(bytes: Buffer): string {
    const text = decoder.decode(bytes, { stream: true });
    if (NO_TEXT.test(text)) throw new TypeError('The file is not a text file.');
    return text;
  }

  return (chunk) => {
    if (typeof chunk === 'string') return chunk;
    if (!isUtf8) return other(chunk);
    try {
      const text = decoder.decode(chunk, { stream: true });
      isPlain &&= !/[^\0-\u007f]/.test(text);
      rest = chunk.subarray(chunk.findLastIndex((byte) => byte < 0x80) + 1);
      return text;
    } catch (error) {
      // UTF-8 characters were decoded before, so the file is broken UTF-8.
      if (!isPlain) throw error;
      decoder = new TextDecoder(OTHER);
      isUtf8 = false;
      return other(Buffer.concat([rest, chunk]));
    }
  };
}

/** Header of a file: column names with an example of each. */
export interface CsvHead {
  readonly names: readonly string[];
  /** First non-empty value of each column; empty when the first rows have none. */
  readonly examples: readonly string[];
}

/** Rows searched for examples. */
const ROWS = 20;
/** Maximum length of an example, in characters. */
const LONGEST = 80;
/** Maximum number of columns; a file with more is not a product file. */
export const MAX_COLUMNS = 200;

/** Detects the delimiter from a file's first line: comma, semicolon or tab. */
export function delimiterOf(line: string): string {
  return [',', ';', '\t'].sort((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
}

/** Removes the `sep=` line by which Excel declares the delimiter. */
export const withoutSeparatorLine = (text: string): string => text.replace(/^\ufeff?sep=[,;\t]\r?\n/i, '');

/** Reads the header and examples from the start of a file; null when it is not a table. */
export function readCsvHead(content: string): CsvHead | null {
  const text = withoutSeparatorLine(content);
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
    if (!names || names.length > MAX_COLUMNS) return null;
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
