import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type * as Yazl from 'yazl';
import type { StoredInvoice } from './invoice-store.js';

const load = createRequire(__filename);
/** Loaded on the first export. */
const yazl = (): typeof Yazl => load('yazl') as typeof Yazl;

/** Reason why an order has no file. */
export interface SkippedOrder {
  readonly order: string;
  readonly reason: string;
}

/** Returns a file name for a document, using characters that every system accepts. */
export function fileName(
  { number, kind }: Pick<StoredInvoice, 'number' | 'kind'>,
  extension: 'xml' | 'pdf' = 'xml',
): string {
  const safeName = number
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${safeName === '' ? kind : safeName}.${extension}`;
}

/**
 * Creates a ZIP file of documents, with a list of what was left out.
 * @returns its bytes in chunks
 */
export function createZip(
  invoices: readonly StoredInvoice[],
  skippedOrders: readonly SkippedOrder[],
): AsyncIterable<Buffer> {
  const zip = new (yazl().ZipFile)();
  const usedNames = new Set<string>();
  for (const invoice of invoices) {
    const name = fileName(invoice);
    // Two numbers may differ only in characters that file names do not allow.
    const uniqueName = usedNames.has(name) ? name.replace(/\.xml$/, `-${invoice.id}.xml`) : name;
    usedNames.add(uniqueName);
    zip.addBuffer(Buffer.from(invoice.xml, 'utf8'), uniqueName, {
      mtime: new Date(`${invoice.madeAt.replace(' ', 'T')}Z`),
    });
  }
  if (skippedOrders.length > 0)
    zip.addBuffer(
      Buffer.from(skippedOrders.map(({ order, reason }) => `${order}\t${reason}\r\n`).join(''), 'utf8'),
      'not-exported.txt',
    );
  zip.end();
  return zip.outputStream as Readable;
}
