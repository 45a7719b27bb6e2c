import { basename, dirname, extname, join } from 'node:path';
import { type ImageEditor, type SavedImage, WpError } from '../api/index.js';
import { type Crop, type ResizePlan, planResize } from './dimensions.js';
import { type ImageInfo, uprightSize } from './image-info.js';
import { openImage, type RawImage } from './sharp.js';
import { writeImage } from './write-image.js';

interface EditorDeps {
  file: string;
  facts: ImageInfo;
  quality: number;
  progressive: boolean;
}

/** Opens an image that can be edited in several steps (`WP_Image_Editor`). Only `save` writes a file. */
export function createImageEditor({ file, facts, quality: defaultQuality, progressive }: EditorDeps): ImageEditor {
  let source: string | RawImage = file;
  let size = { width: facts.width, height: facts.height };
  let quality = defaultQuality;
  let isRotated = false;

  async function applyStep(
    code: string,
    change: (image: ReturnType<typeof openImage>) => ReturnType<typeof openImage>,
  ): Promise<true | WpError> {
    try {
      const { data, info } = await change(openImage(source)).raw().toBuffer({ resolveWithObject: true });
      source = { data, raw: { width: info.width, height: info.height, channels: info.channels } };
      size = { width: info.width, height: info.height };
      return true;
    } catch {
      return new WpError(code, 'The image could not be edited.');
    }
  }

  async function applyPlan({ x, y, width, height, toWidth, toHeight }: ResizePlan): Promise<true | WpError> {
    const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
    const [wide, high] = [
      Math.min(Math.round(width), size.width - left),
      Math.min(Math.round(height), size.height - top),
    ];
    if (!(wide > 0 && high > 0 && toWidth > 0 && toHeight > 0))
      return new WpError('image_crop_error', 'The crop area is empty.');
    return applyStep('image_crop_error', (image) =>
      image
        .extract({ left, top, width: wide, height: high })
        .resize(Math.round(toWidth), Math.round(toHeight), { fit: 'fill' }),
    );
  }

  return {
    getSize: () => ({ ...size }),
    getMimeType: () => facts.type,
    getQuality: () => quality,
    setQuality(requested) {
      if (!Number.isInteger(requested) || requested < 1 || requested > 100)
        return new WpError('invalid_image_quality', 'Attempted to set image quality outside of the range [1,100].');
      quality = requested;
      return true;
    },
    async resize(maxWidth, maxHeight, crop: Crop = false) {
      const plan = planResize(size.width, size.height, maxWidth ?? 0, maxHeight ?? 0, crop);
      if (!plan) return new WpError('error_getting_dimensions', 'Could not calculate resized image dimensions');
      return applyPlan(plan);
    },
    crop: (...[x, y, width, height, toWidth = width, toHeight = height]) =>
      applyPlan({ x, y, width, height, toWidth, toHeight }),
    // Angles are counterclockwise in WordPress, and clockwise in the library.
    rotate: (angle) =>
      applyStep('image_rotate_error', (image) => image.rotate(-angle, { background: { r: 0, g: 0, b: 0, alpha: 0 } })),
    flip: (horizontally, vertically) =>
      applyStep('image_flip_error', (image) => image.flip(horizontally).flop(vertically)),
    async maybeExifRotate() {
      if (isRotated || facts.orientation === 1 || typeof source !== 'string') return false;
      isRotated = true;
      const result = await applyStep('image_rotate_error', (image) => image.autoOrient());
      if (result === true) size = uprightSize(facts);
      return result;
    },
    generateFilename(suffix, folder = dirname(file)) {
      const end = extname(file);
      return join(folder, `${basename(file, end)}-${suffix ?? `${size.width}x${size.height}`}${end}`);
    },
    async save(target): Promise<SavedImage | WpError> {
      try {
        const { width, height, filesize } = await writeImage(
          openImage(source),
          { type: facts.type, quality, progressive, isPalette: facts.isPalette },
          target,
        );
        return { path: target, file: basename(target), width, height, 'mime-type': facts.type, filesize };
      } catch {
        return new WpError('image_save_error', 'Image Editor Save Failed');
      }
    },
  };
}
