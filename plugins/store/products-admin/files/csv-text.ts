import { parse } from 'csv-parse/sync';

/** What spreadsheets write that do not write UTF-8: Excel in Polish. */
const OTHER = 'windows-1250';
/** Letters of no text in that encoding: bytes that mean nothing there, and a dot that stands above nothing. */
const NO_TEXT = /[\0\u0081\u0083\u0088\u0090\u0098\u02d9]/;

/** Reads bytes as text, piece after piece: UTF-8, or else, where that cannot be meant, Windows' encoding of Polish. @throws TypeError when it is neither */
export function createCsvText(): (piece: Buffer | string) => string {
  let decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isPlain = true;
  /** A letter that the piece before cut in two. */
  let rest: Buffer = Buffer.alloc(0);

  function other(bytes: Buffer): string {
    const text = decoder.decode(bytes, { stream: true });
    if (NO_TEXT.test(text)) throw new TypeError('The bytes are no text.');
    return text;
  }

  return (piece) => {
    if (typeof piece === 'string') return piece;
    if (!isUtf8) return other(piece);
    try {
      const text = decoder.decode(piece, { stream: true });
      isPlain &&= !/[^\0-\u007f]/.test(text);
      rest = piece.subarray(piece.findLastIndex((byte) => byte < 0x80) + 1);
      return text;
    } catch (error) {
      // Letters of UTF-8 stood there already, so it is meant, and broken.
      if (!isPlain) throw error;
      decoder = new TextDecoder(OTHER);
      isUtf8 = false;
      return other(Buffer.concat([rest, piece]));
    }
  };
}

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
export const MAX_COLUMNS = 200;

/** What lists are cut by, as a file's first line is: commas, semicolons or tabs. */
export function delimiterOf(line: string): string {
  return [',', ';', '\t'].sort((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
}

/** A file's text without the line by which Excel tells what its cells are parted by. */
export const withoutSeparatorLine = (text: string): string => text.replace(/^\ufeff?sep=[,;\t]\r?\n/i, '');

/** Reads the first lines of a file's text; null where they are no table. */
export function readCsvHead(whole: string): CsvHead | null {
  const text = withoutSeparatorLine(whole);
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
