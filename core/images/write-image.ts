import { stat } from 'node:fs/promises';
import type Sharp from 'sharp';
import type { ResizePlan } from './dimensions.js';
import { type ImageInfo, uprightSize } from './image-info.js';
import { openImage } from './sharp.js';
import { createConcurrencyLimit } from './concurrency-limit.js';

/** Limits how many images are processed at the same time, because this needs much processor time and memory. */
const limitConcurrency = createConcurrencyLimit(2);

/** Output format of an image file. */
export interface ImageFormat {
  readonly type: string;
  /** Quality from 1 to 100. */
  readonly quality: number;
  readonly progressive: boolean;
  readonly isPalette: boolean;
}

/** Size of an image file that was written, in pixels and bytes. */
export interface WrittenImage {
  readonly width: number;
  readonly height: number;
  readonly filesize: number;
}

/**
 * Writes a resized copy of an image, or of a region of it, and rotates it upright. The copy contains no metadata, such
 * as the location or owner.
 * @throws if the file cannot be read or written, or processing takes too long
 */
export function writeResized(
  source: string,
  facts: ImageInfo,
  plan: ResizePlan | undefined,
  form: ImageFormat,
  target: string,
): Promise<WrittenImage> {
  return limitConcurrency(async () => {
    let image = openImage(source);
    if (facts.orientation > 1) image = image.autoOrient();
    if (plan) {
      const { width, height } = uprightSize(facts);
      // Without cropping, the library can decode a JPEG at a half or an eighth of its size, which is faster.
      if (plan.width !== width || plan.height !== height)
        image = image.extract({ left: plan.x, top: plan.y, width: plan.width, height: plan.height });
      image = image.resize(plan.toWidth, plan.toHeight, { fit: 'fill' });
    }
    return writeImage(image, form, target);
  });
}

/** Writes an image as a file of the given type. */
export async function writeImage(image: Sharp.Sharp, form: ImageFormat, target: string): Promise<WrittenImage> {
  const { width, height } = await encodeImage(image, form).toFile(target);
  return { width, height, filesize: (await stat(target)).size };
}

function encodeImage(image: Sharp.Sharp, { type, quality, progressive, isPalette }: ImageFormat): Sharp.Sharp {
  if (type === 'image/png') return image.png({ compressionLevel: 9, palette: isPalette, progressive });
  if (type === 'image/gif') return image.gif();
  if (type === 'image/webp') return image.webp({ quality });
  if (type === 'image/avif') return image.avif({ quality, effort: 2 });
  return image.flatten({ background: '#ffffff' }).jpeg({ quality, progressive });
}
