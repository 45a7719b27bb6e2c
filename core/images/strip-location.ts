import { crc32 } from 'node:zlib';
import { GPS_LIST_TAG, createTiffReader } from './exif.js';

const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1');
/** Number of bytes that are searched, because EXIF data is near the start of an image. */
const SEARCHED_BYTES = 512 * 1024;
/** Matches GPS fields in XMP, such as `exif:GPSLatitude="52,13.8N"`, as an attribute or an element. */
const XMP_GPS_FIELD = /(exif:GPS\w+(?:="|>))([^"<]*)/g;

/**
 * Removes the location from an image. It is overwritten in a copy of the bytes, so that the pixels and other metadata
 * are unchanged. Returns the same buffer if there is no location.
 */
export function removeLocation(image: Buffer): Buffer {
  const head = image.subarray(0, SEARCHED_BYTES);
  const ranges = [...findExifLocation(head), ...findXmpLocation(head)];
  if (ranges.length === 0) return image;
  const copy = Buffer.from(image);
  for (const { offset, bytes, filler } of ranges) copy.fill(filler, offset, offset + bytes);
  updatePngChecksum(copy);
  return copy;
}

/** Updates the checksum of the EXIF chunk of a PNG. */
function updatePngChecksum(image: Buffer): void {
  const chunkStart = image.subarray(0, SEARCHED_BYTES).indexOf('eXIf', 0, 'latin1');
  if (chunkStart < 4 || !image.subarray(1, 4).equals(Buffer.from('PNG'))) return;
  const end = chunkStart + 4 + image.readUInt32BE(chunkStart - 4);
  if (end + 4 <= image.length) image.writeUInt32BE(crc32(image.subarray(chunkStart, end)), end);
}

interface ByteRange {
  readonly offset: number;
  readonly bytes: number;
  readonly filler: number;
}

function findExifLocation(head: Buffer): ByteRange[] {
  const blanks: ByteRange[] = [];
  for (const start of findTiffOffsets(head)) {
    const tiff = createTiffReader(head.subarray(start));
    if (!tiff) continue;
    for (const entry of tiff.entries(tiff.first)) {
      if (entry.tag !== GPS_LIST_TAG) continue;
      const [list] = tiff.value(entry);
      if (typeof list !== 'number') continue;
      for (const { offset, bytes } of tiff.entries(list)) blanks.push({ offset: start + offset, bytes, filler: 0 });
    }
  }
  return blanks;
}

/** Returns the offsets of TIFF structures: after the EXIF prefix in JPEG, and in a separate chunk in PNG and WebP. */
function findTiffOffsets(head: Buffer): number[] {
  const found: number[] = [];
  const jpeg = head.indexOf(EXIF_PREFIX);
  if (jpeg >= 0) found.push(jpeg + EXIF_PREFIX.length);
  const png = head.indexOf('eXIf', 0, 'latin1');
  if (png >= 0) found.push(png + 4);
  const webp = head.indexOf('EXIF', 0, 'latin1');
  if (webp >= 0) found.push(webp + 8);
  return found;
}

function findXmpLocation(head: Buffer): ByteRange[] {
  if (!head.includes('exif:GPS', 0, 'latin1')) return [];
  return [...head.toString('latin1').matchAll(XMP_GPS_FIELD)].map(({ index, 1: name = '', 2: value = '' }) => ({
    offset: index + name.length,
    bytes: value.length,
    filler: 0x20,
  }));
}
