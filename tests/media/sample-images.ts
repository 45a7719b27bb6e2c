import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** An image in a single color. */
export function img(width: number, height: number, form: 'png' | 'jpeg' | 'webp' | 'gif' = 'png'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
    .toFormat(form)
    .toBuffer();
}

/** A photo as from a camera: rotated by EXIF, with a description and GPS coordinates. */
export function createPhoto(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#885522' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { ImageDescription: 'The harbor', Artist: 'Ann', Model: 'Box 1' },
      IFD2: { FNumber: '28/10', ISOSpeedRatings: '200', DateTimeDigitized: '2026:03:04 05:06:07' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 13/1 4832/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '21/1 0/1 3600/100',
      },
    })
    .jpeg()
    .toBuffer();
}

/** A small PNG file whose header claims a billion pixels. */
export function bomb(): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452000075300000753008060000000000000000000000', 'hex');
  return Buffer.concat([bytes, Buffer.alloc(64)]);
}

/** A small PNG file with a valid header and the given dimensions. */
export function imageWithHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * An image with the file size of a photo: soft shapes of several sizes, and grain.
 * @param seed equal seeds return equal images
 */
export async function createPhotoLikeImage(width: number, height: number, seed: number): Promise<Buffer> {
  let state = seed;
  const chance = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const shapes = new Float32Array(width * height * 3).fill(128);
  for (const [across, down, strength] of [
    [8, 6, 90],
    [40, 30, 60],
    [200, 150, 40],
    [800, 600, 25],
  ] as const) {
    const raw = Buffer.from({ length: across * down * 3 } as ArrayLike<number>).map(() => chance() * 255);
    const layer = await sharp(raw, { raw: { width: across, height: down, channels: 3 } })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer();
    for (let index = 0; index < shapes.length; index += 1)
      shapes[index] = (shapes[index] ?? 0) + (((layer[index] ?? 0) - 128) / 128) * strength;
  }
  const pixels = Buffer.alloc(shapes.length);
  for (let index = 0; index < pixels.length; index += 1)
    pixels[index] = Math.max(0, Math.min(255, (shapes[index] ?? 0) + (chance() - 0.5) * 30));
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 96 })
    .toBuffer();
}
