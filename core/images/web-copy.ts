import { stat, writeFile } from 'node:fs/promises';
import { openImage } from './sharp.js';
import { createTurns } from './concurrency-limit.js';

const inTurn = createTurns(2);

/** The image types that get a WebP copy. */
const COPIED = new Set(['image/jpeg', 'image/png']);
/** Maximum bytes sent to a phone. */
const PHONE_BYTES = 150 * 1024;
/** Phones are not sent wider copies. */
const PHONE_WIDTH = 1536;
/** Tried in order until the copy is small enough; below the last one images look broken. */
const QUALITIES = [80, 60, 45, 34, 25];

/** Returns the path of an image's WebP copy, next to it. */
export const webCopyOf = (file: string): string => `${file}.webp`;

/**
 * Writes the WebP copy that browsers get instead of an image, in the best quality at which a phone gets at most 150 KB.
 * Nothing is written if the copy exists, if it would not be smaller, or if the type has no copies.
 * @param file a JPEG or PNG as it is served
 */
export function writeWebCopy(file: string, type: string): Promise<void> {
  if (!COPIED.has(type)) return Promise.resolve();
  return inTurn(async () => {
    if (
      await stat(webCopyOf(file)).then(
        () => true,
        () => false,
      )
    )
      return;
    const { size } = await stat(file);
    const bytes = await smallest(file, type, size);
    if (bytes !== undefined) await writeFile(webCopyOf(file), bytes, { mode: 0o600 });
  });
}

async function smallest(file: string, type: string, size: number): Promise<Buffer | undefined> {
  const { width } = await openImage(file).metadata();
  const max = width <= PHONE_WIDTH ? PHONE_BYTES : Infinity;
  // Drawings and screenshots stay lossless if the result is small.
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
