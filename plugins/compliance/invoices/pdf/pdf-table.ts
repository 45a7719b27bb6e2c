import { MARGIN, type PdfFile, type TextStyle } from './pdf-file.js';

/** A column of a table. */
export interface PdfColumn<Row> {
  readonly head: string;
  /** In points; one column without a width takes what the others leave. */
  readonly width?: number;
  readonly isNumber?: boolean;
  cell(row: Row): string;
  /** Second, smaller line of the cell; empty for none. */
  note?(row: Row): string;
}

/** A table that starts on the current page. */
export interface PdfTable<Row> {
  readonly columns: readonly PdfColumn<Row>[];
  readonly rows: readonly Row[];
  /** Left edge and width in points; the whole page when absent. */
  readonly x?: number;
  readonly width?: number;
  /** Whether a row is set in bold, such as a sum. */
  isBold?(row: Row): boolean;
  /** Whether a row must stay on the page of the one after it. */
  keepsWithNext?(row: Row): boolean;
}

const PADDING = 4;
const HEAD: TextStyle = { size: 8, bold: true };
const CELL_SIZE = 9;
const NOTE: TextStyle = { size: 8, muted: true };
const HEAD_COLOR = '#eef0f2';
const LINE_COLOR = '#c9ced3';

/**
 * Writes a table; its head is repeated on each page.
 * @returns the y coordinate below it
 */
export function writeTable<Row>(pdf: PdfFile, table: PdfTable<Row>, top: number): number {
  const { columns, rows, x = MARGIN, width = pdf.width } = table;
  const fixedWidth = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  let left = x;
  const positioned = columns.map((column) => {
    const cell = { column, x: left + PADDING, width: (column.width ?? width - fixedWidth) - 2 * PADDING };
    left += cell.width + 2 * PADDING;
    return cell;
  });
  const align = ({ isNumber = false }: PdfColumn<Row>): 'left' | 'right' => (isNumber ? 'right' : 'left');
  const cellStyle = (row: Row): TextStyle => ({ size: CELL_SIZE, bold: table.isBold?.(row) ?? false });

  const heightOfRow = (row: Row): number =>
    2 * PADDING +
    Math.max(
      ...positioned.map(({ column, width: cellWidth }) => {
        const note = column.note?.(row) ?? '';
        return (
          pdf.heightOf(column.cell(row), cellWidth, cellStyle(row)) +
          (note === '' ? 0 : pdf.heightOf(note, cellWidth, NOTE))
        );
      }),
    );

  function writeHead(y: number): number {
    const height =
      2 * PADDING +
      Math.max(...positioned.map(({ column, width: cellWidth }) => pdf.heightOf(column.head, cellWidth, HEAD)));
    pdf.fillBox(x, y, width, height, HEAD_COLOR);
    for (const { column, ...box } of positioned)
      pdf.write({
        text: column.head,
        x: box.x,
        y: y + PADDING,
        width: box.width,
        style: { ...HEAD, align: align(column) },
      });
    return y + height;
  }

  function writeRow(row: Row, y: number, height: number): number {
    for (const { column, ...box } of positioned) {
      const style = { ...cellStyle(row), align: align(column) };
      const text = column.cell(row);
      pdf.write({ text, x: box.x, y: y + PADDING, width: box.width, style });
      const note = column.note?.(row) ?? '';
      const noteTop = y + PADDING + pdf.heightOf(text, box.width, style);
      if (note !== '') pdf.write({ text: note, x: box.x, y: noteTop, width: box.width, style: NOTE });
    }
    pdf.drawLine(x, y + height, width, LINE_COLOR);
    return y + height;
  }

  let y = writeHead(top);
  rows.forEach((row, index) => {
    const next = rows[index + 1];
    const height = heightOfRow(row);
    const keptHeight = next !== undefined && table.keepsWithNext?.(row) ? heightOfRow(next) : 0;
    if (y + height + keptHeight > pdf.bottom) {
      pdf.addPage();
      y = writeHead(MARGIN);
    }
    y = writeRow(row, y, height);
  });
  return y;
}
