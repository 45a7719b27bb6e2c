import { stat, writeFile } from 'node:fs/promises';
import { openImage } from './sharp.js';
import { createConcurrencyLimit } from './concurrency-limit.js';

const limitConcurrency = createConcurrencyLimit(2);

/** Image types that get a WebP copy. */
const COPIED_TYPES = new Set(['image/jpeg', 'image/png']);
/** Maximum size in bytes of an image for phones. */
const MAX_PHONE_BYTES = 150 * 1024;
/** Maximum width in pixels of an image for phones. Wider images are not sent to phones. */
const MAX_PHONE_WIDTH = 1536;
/** WebP qualities that are tried until the copy is small enough. With less than the last one, images look broken. */
const QUALITIES = [80, 60, 45, 34, 25];

/** Returns the path of the WebP copy of an image, in the same folder. */
export const webCopyPath = (file: string): string => `${file}.webp`;

/**
 * Writes the WebP copy of an image, which browsers get instead, in the best quality with at most 150 KB for phones.
 * Nothing is written if the copy exists, if it would not be smaller, or if the type has no copies.
 * @param file path of the JPEG or PNG that is served
 */
export function writeWebCopy(file: string, type: string): Promise<void> {
  if (!COPIED_TYPES.has(type)) return Promise.resolve();
  return limitConcurrency(async () => {
    if (
      await stat(webCopyPath(file)).then(
        () => true,
        () => false,
      )
    )
      return;
    const { size } = await stat(file);
    const bytes = await encodeWebp(file, type, size);
    if (bytes !== undefined) await writeFile(webCopyPath(file), bytes, { mode: 0o600 });
  });
}

async function encodeWebp(file: string, type: string, size: number): Promise<Buffer | undefined> {
  const { width } = await openImage(file).metadata();
  const max = width <= MAX_PHONE_WIDTH ? MAX_PHONE_BYTES : Infinity;
  // Drawings and screenshots remain lossless if the copy is small enough.
  if (type === 'image/png') {
    const exact = await openImage(file).webp({ lossless: true, effort: 3 }).toBuffer();
    if (exact.length < size && exact.length <= max) return exact;
  }
  let webp: Buffer | undefined;
  for (const quality of QUALITIES) {
    webp = await openImage(file).webp({ quality, effort: 4 }).toBuffer();
    if (webp.length <= max) break;
  }
  return webp && webp.length < size ? webp : undefined;
}
