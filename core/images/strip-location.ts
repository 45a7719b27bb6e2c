import { crc32 } from 'node:zlib';
import { GPS_LIST, tiffReader } from './exif.js';

const MARK = Buffer.from('Exif\0\0', 'latin1');
/** Maximum bytes searched: EXIF is near the beginning of an image. */
const SEARCHED = 512 * 1024;
/** `exif:GPSLatitude="52,13.8N"` and similar in XMP, as an attribute or an element. */
const IN_XMP = /(exif:GPS\w+(?:="|>))([^"<]*)/g;

/**
 * Removes the location from a copy of an image's bytes by overwriting it in place, so that all pixels and all other
 * fields are preserved. Returns the same buffer when there is none.
 */
export function forgetPlace(image: Buffer): Buffer {
  const head = image.subarray(0, SEARCHED);
  const blanks = [...exifPlaces(head), ...xmpPlaces(head)];
  if (blanks.length === 0) return image;
  const copy = Buffer.from(image);
  for (const { offset, bytes, filler } of blanks) copy.fill(filler, offset, offset + bytes);
  sumAnew(copy);
  return copy;
}

/** A PNG has a checksum for each of its chunks. */
function sumAnew(image: Buffer): void {
  const at = image.subarray(0, SEARCHED).indexOf('eXIf', 0, 'latin1');
  if (at < 4 || !image.subarray(1, 4).equals(Buffer.from('PNG'))) return;
  const end = at + 4 + image.readUInt32BE(at - 4);
  if (end + 4 <= image.length) image.writeUInt32BE(crc32(image.subarray(at, end)), end);
}

interface Blank {
  readonly offset: number;
  readonly bytes: number;
  readonly filler: number;
}

function exifPlaces(head: Buffer): Blank[] {
  const blanks: Blank[] = [];
  for (const start of beginnings(head)) {
    const tiff = tiffReader(head.subarray(start));
    if (!tiff) continue;
    for (const entry of tiff.entries(tiff.first)) {
      if (entry.tag !== GPS_LIST) continue;
      const [list] = tiff.value(entry);
      if (typeof list !== 'number') continue;
      for (const { offset, bytes } of tiff.entries(list)) blanks.push({ offset: start + offset, bytes, filler: 0 });
    }
  }
  return blanks;
}

/** Returns the offsets of TIFF structures: after the EXIF prefix in JPEG, in a chunk of their own in PNG and WebP. */
function beginnings(head: Buffer): number[] {
  const found: number[] = [];
  const jpeg = head.indexOf(MARK);
  if (jpeg >= 0) found.push(jpeg + MARK.length);
  const png = head.indexOf('eXIf', 0, 'latin1');
  if (png >= 0) found.push(png + 4);
  const webp = head.indexOf('EXIF', 0, 'latin1');
  if (webp >= 0) found.push(webp + 8);
  return found;
}

function xmpPlaces(head: Buffer): Blank[] {
  if (!head.includes('exif:GPS', 0, 'latin1')) return [];
  return [...head.toString('latin1').matchAll(IN_XMP)].map(({ index, 1: name = '', 2: value = '' }) => ({
    offset: index + name.length,
    bytes: value.length,
    filler: 0x20,
  }));
}
