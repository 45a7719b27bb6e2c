import { openImage } from './sharp.js';

/** Properties read from an image file. */
export interface ImageFacts {
  /** As stored, before rotation according to the EXIF orientation. */
  readonly width: number;
  readonly height: number;
  readonly type: string;
  /** EXIF orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
  readonly isPalette: boolean;
  /** The TIFF structure of EXIF, without its prefix. */
  readonly exif: Buffer | undefined;
  readonly iptc: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/avif',
};

/** Image types of which smaller copies are made. */
export const EDITABLE_TYPES: readonly string[] = Object.values(TYPES);

/**
 * Reads an image's size and its camera's metadata; undefined when it is not a displayable image (`wp_getimagesize`).
 */
export async function readImage(source: string | Buffer): Promise<ImageFacts | undefined> {
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
    const type = TYPES[format];
    if (!type) return undefined;
    return { width, height, type, orientation, isPalette, exif: exif && withoutMark(exif), iptc };
  } catch {
    return undefined;
  }
}

function withoutMark(exif: Buffer): Buffer {
  return exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif;
}

/** Returns the size of an image after rotation to upright. */
export function uprightSize({ width, height, orientation }: Pick<ImageFacts, 'width' | 'height' | 'orientation'>): {
  width: number;
  height: number;
} {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
