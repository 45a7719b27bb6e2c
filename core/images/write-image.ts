import { stat } from 'node:fs/promises';
import type Sharp from 'sharp';
import type { ResizePlan } from './dimensions.js';
import { type ImageFacts, uprightSize } from './image-facts.js';
import { openImage } from './sharp.js';
import { createTurns } from './concurrency-limit.js';

/** Image processing takes a processor and much memory. */
const inTurn = createTurns(2);

/** Output format of an image. */
export interface ImageForm {
  readonly type: string;
  /** From 1 to 100. */
  readonly quality: number;
  readonly progressive: boolean;
  readonly isPalette: boolean;
}

/** An image that has been written. */
export interface WrittenImage {
  readonly width: number;
  readonly height: number;
  readonly filesize: number;
}

/**
 * Writes a resized copy of a region of an image, rotated upright. Copies contain no metadata of the camera: neither
 * location nor owner.
 * @throws when the file cannot be read or written, or takes too long
 */
export function writeResized(
  source: string,
  facts: ImageFacts,
  plan: ResizePlan | undefined,
  form: ImageForm,
  target: string,
): Promise<WrittenImage> {
  return inTurn(async () => {
    let image = openImage(source);
    if (facts.orientation > 1) image = image.autoOrient();
    if (plan) {
      const { width, height } = uprightSize(facts);
      // An uncropped image can be decoded at half its size, or an eighth.
      if (plan.width !== width || plan.height !== height)
        image = image.extract({ left: plan.x, top: plan.y, width: plan.width, height: plan.height });
      image = image.resize(plan.toWidth, plan.toHeight, { fit: 'fill' });
    }
    return writeImage(image, form, target);
  });
}

/** Writes pixels as a file of a given type. */
export async function writeImage(image: Sharp.Sharp, form: ImageForm, target: string): Promise<WrittenImage> {
  const { width, height } = await encoded(image, form).toFile(target);
  return { width, height, filesize: (await stat(target)).size };
}

function encoded(image: Sharp.Sharp, { type, quality, progressive, isPalette }: ImageForm): Sharp.Sharp {
  if (type === 'image/png') return image.png({ compressionLevel: 9, palette: isPalette, progressive });
  if (type === 'image/gif') return image.gif();
  if (type === 'image/webp') return image.webp({ quality });
  if (type === 'image/avif') return image.avif({ quality, effort: 2 });
  return image.flatten({ background: '#ffffff' }).jpeg({ quality, progressive });
}
