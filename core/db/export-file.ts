import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { invalidExport, type ExportLine, isRow, parseLine } from './export-lines.js';

/**
 * Writes lines to a compressed file that only its owner can read.
 * @returns the number of rows
 */
export async function writeExport(lines: AsyncIterable<ExportLine>, file: string): Promise<number> {
  let rows = 0;
  async function* toJsonLines(): AsyncGenerator<string> {
    for await (const line of lines) {
      if (isRow(line)) rows += 1;
      yield `${JSON.stringify(line)}\n`;
    }
  }
  await pipeline(Readable.from(toJsonLines()), createGzip(), createWriteStream(file, { mode: 0o600 }));
  return rows;
}

/**
 * Yields the lines of a compressed file.
 * @throws PlinthError `import_invalid`
 */
export async function* readExport(file: string): AsyncGenerator<ExportLine> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.once('error', (error) => text.destroy(error));
  // If only the first line is read, an error at the end of the file occurs later and is ignored.
  text.on('error', () => undefined);
  try {
    yield* parseLines(text);
  } finally {
    source.destroy();
    text.destroy();
  }
}

/**
 * Yields the lines of an export's text.
 * @throws PlinthError `import_invalid`
 */
export async function* parseLines(text: Readable): AsyncGenerator<ExportLine> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield parseLine(line);
    }
  } catch (cause) {
    throw invalidExport(cause);
  }
  if (rest !== '') yield parseLine(rest);
}
