import { createRequire } from 'node:module';
import type PdfDocument from 'pdfkit';

const load = createRequire(__filename);

/** Creates a document; the library is large, and loaded when the first PDF is made. */
function createDocument(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const Document = load('pdfkit') as typeof PdfDocument;
  return new Document(options);
}

/** Source Sans 3 (SIL Open Font License 1.1), with Latin, Greek and Cyrillic letters. */
const FONT_FILES = {
  regular: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  bold: '@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf',
} as const;

export const MARGIN = 42;
/** Space below the content of a page for its footer, in points. */
const FOOTER_HEIGHT = 34;
const COLORS = { text: '#1a1a1a', muted: '#5a5f66' } as const;

/** How a text is set. */
export interface TextStyle {
  /** In points. */
  readonly size: number;
  readonly bold?: boolean;
  readonly muted?: boolean;
  readonly align?: 'left' | 'right';
}

/** Properties of the file that viewers show. */
export interface PdfProperties {
  readonly title: string;
  readonly author: string;
  /** Language tag, such as `pl`. */
  readonly language: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`; the same document always has the same bytes. */
  readonly createdAt: string;
}

/** A text with its position and the width in which it wraps, in points. */
export interface PositionedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly style: TextStyle;
}

/** A PDF in A4 that is written from top to bottom. */
export interface PdfFile {
  /** Width between the margins. */
  readonly width: number;
  /** Y coordinate at which the content of a page must end. */
  readonly bottom: number;
  addPage(): void;
  /** Returns the height of a text that wraps in a width. */
  heightOf(text: string, width: number, style: TextStyle): number;
  write(positionedText: PositionedText): void;
  fillBox(x: number, y: number, width: number, height: number, color: string): void;
  drawLine(x: number, y: number, width: number, color: string): void;
  /** Ends the file with a footer on each page, and returns its bytes. */
  finish(footer: (page: number, pages: number) => string): Promise<Buffer>;
}

export function createPdfFile({ title, author, language, createdAt }: PdfProperties): PdfFile {
  const document = createDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: new Date(`${createdAt.replace(' ', 'T')}Z`) },
  });
  for (const [name, file] of Object.entries(FONT_FILES)) document.registerFont(name, load.resolve(file));
  const chunks: Buffer[] = [];
  const bytes = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const width = document.page.width - 2 * MARGIN;

  const setStyle = ({ size, bold = false, muted = false }: TextStyle): PDFKit.PDFDocument =>
    document
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(muted ? COLORS.muted : COLORS.text);

  return {
    width,
    bottom: document.page.height - MARGIN - FOOTER_HEIGHT,
    addPage: () => void document.addPage(),
    heightOf: (text, textWidth, style) => setStyle(style).heightOfString(text, { width: textWidth }),
    write: ({ text, x, y, width: textWidth, style }) =>
      void setStyle(style).text(text, x, y, { width: textWidth, align: style.align ?? 'left' }),
    fillBox: (x, y, boxWidth, height, color) => void document.rect(x, y, boxWidth, height).fill(color),
    drawLine: (x, y, lineWidth, color) =>
      void document
        .moveTo(x, y)
        .lineTo(x + lineWidth, y)
        .lineWidth(0.5)
        .stroke(color),
    async finish(footer) {
      const { count } = document.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        document.switchToPage(page);
        const style: TextStyle = { size: 8, muted: true, align: 'right' };
        setStyle(style).text(footer(page + 1, count), MARGIN, document.page.height - MARGIN - 12, {
          width,
          align: 'right',
          lineBreak: false,
        });
      }
      document.end();
      return bytes;
    },
  };
}
