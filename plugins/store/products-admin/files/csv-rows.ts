import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { PlinthError, type PluginScope } from 'plinth';
import { createCsvText, delimiterOf, readCsvHead, withoutSeparatorLine } from './csv-text.js';
import { asWooRow, type ColumnMapping } from './foreign-fields.js';
import { attributeOf, type Cells } from './product-cells.js';
import { createWooReader, type WooReader } from './woo-rows.js';
import { isWooHead } from './woo-columns.js';

/** A row of a product file. */
export interface CsvRow {
  /** Line in the file; the header is line 1. */
  readonly line: number;
  readonly cells: Cells;
  /** Reason why the row cannot be read; absent when it can. */
  readonly problem?: string;
  /** Whether the row, and so its images, come from another shop. */
  readonly isForeign?: boolean;
}

/** Mapping of a file's columns: given for the file, or looked up by the column names. */
export type MappingOf = ColumnMapping | ((names: readonly string[]) => Promise<ColumnMapping | undefined>);

/** Characters. */
const LARGEST_ROW = 1024 * 1024;

/**
 * Yields the rows of a file in Plinth's or WooCommerce’s format; the delimiter (comma, semicolon or tab) is detected
 * from the first line.
 * @param known column names with a meaning, besides those of attributes
 * @param mappingSource column mapping; by default, and when a lookup finds none, columns are recognized by name
 * @throws PlinthError `store_csv_not_readable`
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer | string>,
  known: ReadonlySet<string>,
  { __, sanitizeTitle }: Pick<PluginScope, '__' | 'sanitizeTitle'>,
  mappingSource?: MappingOf,
): AsyncGenerator<CsvRow> {
  const unreadable = (message: string): PlinthError =>
    new PlinthError('store_csv_not_readable', message, {
      status: 422,
      hint: __('Save it as a UTF-8 CSV file with column names in the first row.'),
    });
  const iterator = chunks[Symbol.asyncIterator]();
  let head = '';
  const textOf = createCsvText();
  let format: Format | undefined;
  function decode(chunk: Buffer | string): string {
    try {
      return textOf(chunk);
    } catch {
      throw unreadable(__('The file is not UTF-8 text.'));
    }
  }
  while (!withoutSeparatorLine(head).includes('\n') && head.length < LARGEST_ROW) {
    const next = await iterator.next();
    if (next.done) break;
    head += decode(next.value);
  }
  head = withoutSeparatorLine(head);
  const line = head.slice(0, head.includes('\n') ? head.indexOf('\n') : undefined);
  const delimiter = delimiterOf(line);
  const mapping =
    typeof mappingSource === 'function' ? await mappingSource(readCsvHead(head)?.names ?? []) : mappingSource;
  function formatOf(names: string[]): Format {
    if (mapping && mapping.length !== names.length)
      throw unreadable(__('The columns in the file differ from those you mapped.'));
    if (mapping || isWooHead(names)) return wooFormat(createWooReader({ sanitizeTitle, __ }), names, mapping);
    if (!names.includes('sku') && !names.includes('slug')) throw unreadable(__('The file has no "sku" column.'));
    const strange = names.find((name) => !known.has(name) && !attributeOf(name));
    if (strange !== undefined) throw unreadable(__('The file contains an unknown column: %s.', strange.slice(0, 60)));
    return { columns: names };
  }
  async function* all(): AsyncGenerator<string> {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield decode(next.value);
  }
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: false,
    skip_empty_lines: true,
    info: true,
    max_record_size: LARGEST_ROW,
    columns: (names: string[]) => {
      format = formatOf(names.map((name) => name.trim()));
      return format.columns;
    },
  });
  // A read error ends the parser, and so the loop below.
  pipeline(Readable.from(all()), parser, () => undefined);
  const rows: CsvRow[] = [];
  try {
    for await (const entry of parser) {
      const { record, info } = entry as { record: Record<string, string>; info: { lines: number } };
      const cells = plainCells(record);
      if (format?.woo) rows.push({ line: info.lines, isForeign: true, ...format.woo(cells) });
      else yield { line: info.lines, cells };
    }
    yield* withVariations(format?.resolveLinks ? rows.map(format.resolveLinks) : rows);
  } catch (error) {
    if (error instanceof PlinthError || !(error instanceof Error)) throw error;
    throw unreadable(__('The file can’t be read: %s', error.message.slice(0, 200)));
  }
}

/** Format of a file. */
interface Format {
  /** Keys of the cells of a row. */
  readonly columns: string[];
  /** Reads a row of another shop; absent for Plinth's own files. */
  woo?(cells: Cells): ReturnType<WooReader['row']>;
  resolveLinks?(row: CsvRow): CsvRow;
}

function wooFormat(woo: WooReader, names: string[], mapping: ColumnMapping | undefined): Format {
  const { resolveLinks } = woo;
  if (!mapping) return { columns: names, woo: woo.row, resolveLinks };
  return {
    // Column names need not be unique.
    columns: names.map((_name, index) => String(index)),
    woo: (cells) =>
      woo.row(
        asWooRow(
          names.map((_name, index) => cells[index] ?? ''),
          names,
          mapping,
        ),
      ),
    resolveLinks,
  };
}

/** Removes the mark that keeps spreadsheets from interpreting a cell as a formula. */
function plainCells(record: Readonly<Record<string, string>>): Cells {
  return Object.fromEntries(
    Object.entries(record).map(([column, cell]) => [
      column,
      cell
        .replace(/\r\n/g, '\n')
        .trim()
        .replace(/^'(?=[=+\-@\t\r])/, ''),
    ]),
  );
}

/** Yields each product followed by its variations; other shops order rows by age. */
function* withVariations(rows: readonly CsvRow[]): Generator<CsvRow> {
  const of = new Map<string, CsvRow[]>();
  for (const row of rows) {
    if (row.cells.type !== 'variation') continue;
    const parent = row.cells.parent ?? '';
    of.set(parent, [...(of.get(parent) ?? []), row]);
  }
  for (const row of rows) {
    if (row.cells.type === 'variation') continue;
    const key = row.cells.sku || (row.cells.slug ?? '');
    const versions = of.get(key) ?? [];
    yield { ...row, cells: withoutChoices(row.cells, versions) };
    yield* versions;
    of.delete(key);
  }
  for (const stray of of.values()) yield* stray;
}

/** Returns cells without the attribute values used for variations, which belong to the variations. */
function withoutChoices(cells: Cells, versions: readonly CsvRow[]): Cells {
  const variationColumns = new Set(
    versions.flatMap((version) => Object.keys(version.cells).filter((name) => attributeOf(name) !== null)),
  );
  return Object.fromEntries(Object.entries(cells).filter(([name]) => !variationColumns.has(name)));
}
