/** An EXIF value: a text or numbers. Fractions are converted to decimals. */
type ExifValue = string | readonly number[];

/** Size of a value in bytes, by its TIFF type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const MAX_ENTRIES = 512;
/** Tags whose value is the offset of another list of tags. */
const EXIF_LIST_TAG = 0x8769;
export const GPS_LIST_TAG = 0x8825;

/** An EXIF field, with the position of its value. */
interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Offset of the value in the TIFF structure. */
  readonly offset: number;
  readonly bytes: number;
}

/** Creates a reader for a TIFF structure, which has its own byte order; undefined if the structure is invalid. */
export function createTiffReader(
  bytes: Buffer,
): { first: number; entries(position: number): TiffEntry[]; value(entry: TiffEntry): ExifValue } | undefined {
  if (bytes.length < 8) return undefined;
  const byteOrder = bytes.toString('latin1', 0, 2);
  if (byteOrder !== 'II' && byteOrder !== 'MM') return undefined;
  const isLittleEndian = byteOrder === 'II';
  const readShort = (position: number): number =>
    isLittleEndian ? bytes.readUInt16LE(position) : bytes.readUInt16BE(position);
  const readLong = (position: number): number =>
    isLittleEndian ? bytes.readUInt32LE(position) : bytes.readUInt32BE(position);
  const readSigned = (position: number): number =>
    isLittleEndian ? bytes.readInt32LE(position) : bytes.readInt32BE(position);

  function entries(position: number): TiffEntry[] {
    if (position + 2 > bytes.length) return [];
    const found: TiffEntry[] = [];
    for (let index = 0; index < Math.min(readShort(position), MAX_ENTRIES); index += 1) {
      const offset = position + 2 + index * 12;
      if (offset + 12 > bytes.length) break;
      const [tag, type, count] = [readShort(offset), readShort(offset + 2), readLong(offset + 4)];
      const size = (TYPE_BYTES[type] ?? 0) * count;
      const start = size <= 4 ? offset + 8 : readLong(offset + 8);
      if (size > 0 && start + size <= bytes.length) found.push({ tag, type, count, offset: start, bytes: size });
    }
    return found;
  }

  function value({ type, count, offset: time, bytes: size }: TiffEntry): ExifValue {
    if (type === 2)
      return bytes
        .toString('utf8', time, time + size)
        .replace(/\0[^]*$/, '')
        .trim();
    const readNumber = (offset: number): number => {
      if (type === 3) return readShort(offset);
      if (type === 5 || type === 10) {
        const read = type === 5 ? readLong : readSigned;
        return read(offset + 4) === 0 ? 0 : read(offset) / read(offset + 4);
      }
      if (type === 4) return readLong(offset);
      return type === 9 ? readSigned(offset) : (bytes[offset] ?? 0);
    };
    return Array.from({ length: Math.min(count, 16) }, (_one, index) =>
      readNumber(time + index * (TYPE_BYTES[type] ?? 1)),
    );
  }
  return { first: readLong(4), entries, value };
}

/** Returns the EXIF fields about the image and the camera by tag. */
export function readExif(bytes: Buffer): ReadonlyMap<number, ExifValue> {
  const fields = new Map<number, ExifValue>();
  const tiff = createTiffReader(bytes);
  if (!tiff) return fields;
  for (const entry of tiff.entries(tiff.first)) {
    const value = tiff.value(entry);
    fields.set(entry.tag, value);
    if (entry.tag === EXIF_LIST_TAG && typeof value[0] === 'number')
      for (const inner of tiff.entries(value[0])) fields.set(inner.tag, tiff.value(inner));
  }
  return fields;
}

/** Reads the second record of IPTC data. Returns its texts by field number, such as 105 for the headline. */
export function readIptc(bytes: Buffer): ReadonlyMap<number, readonly string[]> {
  const fields = new Map<number, string[]>();
  for (let position = 0; position + 5 <= bytes.length;) {
    if (bytes[position] !== 0x1c) {
      position += 1;
      continue;
    }
    const [record, field, size] = [bytes[position + 1], bytes[position + 2] ?? 0, bytes.readUInt16BE(position + 3)];
    const end = position + 5 + size;
    // A field with an invalid length, or with an extended one, cannot be a caption, so reading ends here.
    if (size > 0x7fff || end > bytes.length) break;
    if (record === 2)
      fields.set(field, [...(fields.get(field) ?? []), bytes.toString('utf8', position + 5, end).trim()]);
    position = end;
  }
  return fields;
}
