import { openImage } from './sharp.js';

/** Properties of an image file. */
export interface ImageInfo {
  /** Width in pixels as stored, before the rotation that the EXIF orientation describes. */
  readonly width: number;
  readonly height: number;
  readonly type: string;
  /** EXIF orientation from 1 to 8; 1 is upright. */
  readonly orientation: number;
  readonly isPalette: boolean;
  /** The TIFF structure of the EXIF data, without its prefix. */
  readonly exif: Buffer | undefined;
  readonly iptc: Buffer | undefined;
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  // sharp reports AVIF as heif.
  heif: 'image/avif',
};

/** Image types for which resized copies are created. */
export const EDITABLE_TYPES: readonly string[] = Object.values(MIME_TYPES);

/** Reads the size and metadata of an image (`wp_getimagesize`); undefined if it is not an image that can be shown. */
export async function readImageInfo(source: string | Buffer): Promise<ImageInfo | undefined> {
  try {
    const {
      width,
      height,
      format,
      orientation = 1,
      exif,
      iptc,
      isPalette = false,
    } = await openImage(source).metadata();
    const type = MIME_TYPES[format];
    if (!type) return undefined;
    return { width, height, type, orientation, isPalette, exif: exif && removeExifPrefix(exif), iptc };
  } catch {
    return undefined;
  }
}

function removeExifPrefix(exif: Buffer): Buffer {
  return exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif;
}

/** Returns the size of an image after it was rotated upright. */
export function uprightSize({ width, height, orientation }: Pick<ImageInfo, 'width' | 'height' | 'orientation'>): {
  width: number;
  height: number;
} {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
