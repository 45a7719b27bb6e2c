import { parse } from 'csv-parse/sync';

/** Encoding of files that are not UTF-8, such as those saved by Polish versions of Excel. */
const FALLBACK_ENCODING = 'windows-1250';
/** Characters that do not occur in Windows-1250 text: undefined bytes, NUL, and the standalone dot above (U+02D9). */
const INVALID_CHARACTERS = /[\0\u0081\u0083\u0088\u0090\u0098\u02d9]/;

/**
 * Creates a streaming decoder: UTF-8, or Windows-1250 (Polish) for bytes that are not valid UTF-8.
 * @throws TypeError when the bytes are neither
 */
export function createCsvText(): (chunk: Buffer | string) => string {
  let decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isAscii = true;
  /** Bytes of a character split across chunks. */
  let pendingBytes: Buffer = Buffer.alloc(0);

  function decodeFallback(bytes: Buffer): string {
    const text = decoder.decode(bytes, { stream: true });
    if (INVALID_CHARACTERS.test(text)) throw new TypeError('The file is not a text file.');
    return text;
  }

  return (chunk) => {
    if (typeof chunk === 'string') return chunk;
    if (!isUtf8) return decodeFallback(chunk);
    try {
      const text = decoder.decode(chunk, { stream: true });
      isAscii &&= !/[^\0-\u007f]/.test(text);
      pendingBytes = chunk.subarray(chunk.findLastIndex((byte) => byte < 0x80) + 1);
      return text;
    } catch (error) {
      // UTF-8 characters were decoded before, so the file is invalid UTF-8.
      if (!isAscii) throw error;
      decoder = new TextDecoder(FALLBACK_ENCODING);
      isUtf8 = false;
      return decodeFallback(Buffer.concat([pendingBytes, chunk]));
    }
  };
}

/** Header of a file: column names with an example of each. */
export interface CsvHead {
  readonly names: readonly string[];
  /** First non-empty value of each column; empty when the first rows have none. */
  readonly examples: readonly string[];
}

/** Number of rows searched for examples. */
const EXAMPLE_ROWS = 20;
/** Maximum length of an example, in characters. */
const MAX_EXAMPLE_LENGTH = 80;
/** Maximum number of columns; a file with more is not a product file. */
export const MAX_COLUMNS = 200;

/** Detects the delimiter from a file's first line: comma, semicolon or tab. */
export function detectDelimiter(line: string): string {
  return [',', ';', '\t'].sort((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
}

/** Removes the line `sep=…`, in which Excel declares the delimiter. */
export const withoutSeparatorLine = (text: string): string => text.replace(/^\ufeff?sep=[,;\t]\r?\n/i, '');

/** Reads the header and examples from the start of a file; null when it cannot be parsed or has too many columns. */
export function readCsvHead(content: string): CsvHead | null {
  const text = withoutSeparatorLine(content);
  const end = text.indexOf('\n');
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: detectDelimiter(end < 0 ? text : text.slice(0, end)),
      to: EXAMPLE_ROWS + 1,
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
          .slice(0, MAX_EXAMPLE_LENGTH),
      ),
    };
  } catch {
    return null;
  }
}
