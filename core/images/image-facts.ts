import { openImage } from './sharp.js';

/** What a picture file says of itself. */
export interface ImageFacts {
  /** As stored; turned pictures have not been turned back. */
  readonly width: number;
  readonly height: number;
  readonly type: string;
  /** How the camera was held, 1 to 8 (EXIF); 1 is upright. */
  readonly orientation: number;
  readonly isPalette: boolean;
  /** The TIFF structure of EXIF, without its mark. */
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

/** The types of which smaller copies are made. */
export const EDITABLE_TYPES: readonly string[] = Object.values(TYPES);

/** Reads a picture's size and what its camera wrote; undefined when it is none that can be shown (`wp_getimagesize`). */
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

/** The size of a picture once it stands upright. */
export function uprightSize({ width, height, orientation }: Pick<ImageFacts, 'width' | 'height' | 'orientation'>): {
  width: number;
  height: number;
} {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
