import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture of one colour. */
export function picture(width: number, height: number, form: 'png' | 'jpeg' | 'webp' | 'gif' = 'png'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3366aa' } }).toFormat(form).toBuffer();
}

/** A photograph as a camera writes it: held sideways, with a description and the place. */
export function photograph(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#885522' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { ImageDescription: 'The harbour', Artist: 'Ann', Model: 'Box 1' },
      IFD2: { FNumber: '28/10', ISOSpeedRatings: '200', DateTimeDigitized: '2026:03:04 05:06:07' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 13/1 4832/100', GPSLongitudeRef: 'E', GPSLongitude: '21/1 0/1 3600/100' },
    })
    .jpeg()
    .toBuffer();
}

/** A PNG of a few bytes that claims to have a billion pixels. */
export function bomb(): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452000075300000753008060000000000000000000000', 'hex');
  return Buffer.concat([bytes, Buffer.alloc(64)]);
}

/** A PNG of a few bytes whose head is right, and claims to have so many pixels. */
export function claiming(width: number, height: number): Buffer {
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
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(100))), chunk('IEND', Buffer.alloc(0))]);
}
