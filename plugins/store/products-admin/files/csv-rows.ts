import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { PlinthError, type PluginScope } from 'plinth';
import { createCsvText, detectDelimiter, readCsvHead, withoutSeparatorLine } from './csv-text.js';
import { toWooRow, type ColumnMapping } from './foreign-fields.js';
import { parseAttributeColumn, type Cells } from './product-cells.js';
import { createWooReader, type WooReader } from './woo-rows.js';
import { isWooExport } from './woo-columns.js';

/** A row of a product file. */
export interface CsvRow {
  /** Line number in the file; the header is line 1. */
  readonly line: number;
  readonly cells: Cells;
  /** Error that prevents reading the row; absent when it can be read. */
  readonly problem?: string;
  /** Whether the row comes from another shop, so that its images must be downloaded. */
  readonly isForeign?: boolean;
}

/** Column mapping of a file, or a function that finds it by the column names. */
export type MappingSource = ColumnMapping | ((names: readonly string[]) => Promise<ColumnMapping | undefined>);

/** Maximum length of a row, in characters. */
const MAX_ROW_LENGTH = 1024 * 1024;

/**
 * Yields the rows of a file in Plinth's or WooCommerce's format. The delimiter (comma, semicolon or tab) is detected
 * from the first line.
 * @param known known column names, except those of attributes
 * @param mappingSource column mapping; without a mapping, columns are recognized by name
 * @throws PlinthError `store_csv_not_readable`
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer | string>,
  known: ReadonlySet<string>,
  { __, sanitizeTitle }: Pick<PluginScope, '__' | 'sanitizeTitle'>,
  mappingSource?: MappingSource,
): AsyncGenerator<CsvRow> {
  const readError = (message: string): PlinthError =>
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
      throw readError(__('The file is not UTF-8 text.'));
    }
  }
  while (!withoutSeparatorLine(head).includes('\n') && head.length < MAX_ROW_LENGTH) {
    const next = await iterator.next();
    if (next.done) break;
    head += decode(next.value);
  }
  head = withoutSeparatorLine(head);
  const line = head.slice(0, head.includes('\n') ? head.indexOf('\n') : undefined);
  const delimiter = detectDelimiter(line);
  const mapping =
    typeof mappingSource === 'function' ? await mappingSource(readCsvHead(head)?.names ?? []) : mappingSource;
  function detectFormat(names: string[]): Format {
    if (mapping && mapping.length !== names.length)
      throw readError(__('The columns in the file differ from those you mapped.'));
    if (mapping || isWooExport(names)) return wooFormat(createWooReader({ sanitizeTitle, __ }), names, mapping);
    if (!names.includes('sku') && !names.includes('slug')) throw readError(__('The file has no "sku" column.'));
    const unknownColumn = names.find((name) => !known.has(name) && !parseAttributeColumn(name));
    if (unknownColumn !== undefined)
      throw readError(__('The file contains an unknown column: %s.', unknownColumn.slice(0, 60)));
    return { columns: names };
  }
  async function* allText(): AsyncGenerator<string> {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield decode(next.value);
  }
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: false,
    skip_empty_lines: true,
    info: true,
    max_record_size: MAX_ROW_LENGTH,
    columns: (names: string[]) => {
      format = detectFormat(names.map((name) => name.trim()));
      return format.columns;
    },
  });
  // A read error ends the parser, and therefore the loop below.
  pipeline(Readable.from(allText()), parser, () => undefined);
  const rows: CsvRow[] = [];
  try {
    for await (const entry of parser) {
      const { record, info } = entry as { record: Record<string, string>; info: { lines: number } };
      const cells = unescapeCells(record);
      if (format?.woo) rows.push({ line: info.lines, isForeign: true, ...format.woo(cells) });
      else yield { line: info.lines, cells };
    }
    yield* withVariations(format?.resolveLinks ? rows.map(format.resolveLinks) : rows);
  } catch (error) {
    if (error instanceof PlinthError || !(error instanceof Error)) throw error;
    throw readError(__('The file can’t be read: %s', error.message.slice(0, 200)));
  }
}

/** Column names and row conversion of a file. */
interface Format {
  /** Column names, which are the keys of the cells in a row. */
  readonly columns: string[];
  /** Converts a row of another shop; absent for files exported by Plinth. */
  woo?(cells: Cells): ReturnType<WooReader['row']>;
  resolveLinks?(row: CsvRow): CsvRow;
}

function wooFormat(woo: WooReader, names: string[], mapping: ColumnMapping | undefined): Format {
  const { resolveLinks } = woo;
  if (!mapping) return { columns: names, woo: woo.row, resolveLinks };
  return {
    // Indexes are used as keys, because column names may not be unique.
    columns: names.map((_name, index) => String(index)),
    woo: (cells) =>
      woo.row(
        toWooRow(
          names.map((_name, index) => cells[index] ?? ''),
          names,
          mapping,
        ),
      ),
    resolveLinks,
  };
}

/** Removes the apostrophe that prevents spreadsheets from interpreting a cell as a formula. */
function unescapeCells(record: Readonly<Record<string, string>>): Cells {
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

/** Yields each product followed by its variations. Files of other shops may have a different row order. */
function* withVariations(rows: readonly CsvRow[]): Generator<CsvRow> {
  const variationsByParent = new Map<string, CsvRow[]>();
  for (const row of rows) {
    if (row.cells.type !== 'variation') continue;
    const parent = row.cells.parent ?? '';
    variationsByParent.set(parent, [...(variationsByParent.get(parent) ?? []), row]);
  }
  for (const row of rows) {
    if (row.cells.type === 'variation') continue;
    const key = row.cells.sku || (row.cells.slug ?? '');
    const ownVariations = variationsByParent.get(key) ?? [];
    yield { ...row, cells: withoutVariationAttributes(row.cells, ownVariations) };
    yield* ownVariations;
    variationsByParent.delete(key);
  }
  for (const orphans of variationsByParent.values()) yield* orphans;
}

/** Removes the attributes that are used for variations from the cells of a product. */
function withoutVariationAttributes(cells: Cells, variations: readonly CsvRow[]): Cells {
  const variationColumns = new Set(
    variations.flatMap((variation) =>
      Object.keys(variation.cells).filter((name) => parseAttributeColumn(name) !== null),
    ),
  );
  return Object.fromEntries(Object.entries(cells).filter(([name]) => !variationColumns.has(name)));
}
