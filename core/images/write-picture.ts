import { stat } from 'node:fs/promises';
import type Sharp from 'sharp';
import type { Resizing } from './dimensions.js';
import { type PictureFacts, uprightSize } from './picture.js';
import { openPicture } from './sharp.js';
import { createTurns } from './turns.js';

/** A picture takes a processor and much memory while it is worked on. */
const inTurn = createTurns(2);

/** How a picture is written. */
export interface PictureForm {
  readonly type: string;
  /** From 1 to 100. */
  readonly quality: number;
  readonly progressive: boolean;
  readonly isPalette: boolean;
}

/** A written picture. */
export interface WrittenPicture {
  readonly width: number;
  readonly height: number;
  readonly filesize: number;
}

/**
 * Writes a copy of a picture's part at a size, standing upright. Copies carry nothing that the camera wrote: neither place nor owner.
 * @throws when the file cannot be read or written, or takes too long
 */
export function writeResized(
  source: string,
  facts: PictureFacts,
  plan: Resizing | undefined,
  form: PictureForm,
  target: string,
): Promise<WrittenPicture> {
  return inTurn(async () => {
    let picture = openPicture(source);
    if (facts.orientation > 1) picture = picture.autoOrient();
    if (plan) {
      const { width, height } = uprightSize(facts);
      // What is shown as a whole can be read at half its size, or an eighth.
      if (plan.width !== width || plan.height !== height)
        picture = picture.extract({ left: plan.x, top: plan.y, width: plan.width, height: plan.height });
      picture = picture.resize(plan.toWidth, plan.toHeight, { fit: 'fill' });
    }
    return writePicture(picture, form, target);
  });
}

/** Writes pixels as a file of a type. */
export async function writePicture(picture: Sharp.Sharp, form: PictureForm, target: string): Promise<WrittenPicture> {
  const { width, height } = await encoded(picture, form).toFile(target);
  return { width, height, filesize: (await stat(target)).size };
}

function encoded(picture: Sharp.Sharp, { type, quality, progressive, isPalette }: PictureForm): Sharp.Sharp {
  if (type === 'image/png') return picture.png({ compressionLevel: 9, palette: isPalette, progressive });
  if (type === 'image/gif') return picture.gif();
  if (type === 'image/webp') return picture.webp({ quality });
  if (type === 'image/avif') return picture.avif({ quality, effort: 2 });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality, progressive });
}
