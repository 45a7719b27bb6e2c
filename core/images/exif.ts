/** An EXIF value: text or numbers; fractions are converted to decimals. */
type ExifValue = string | readonly number[];

/** Bytes of one value, by its type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const MAX_ENTRIES = 512;
/** The tags that point to further lists of tags. */
const EXIF_LIST = 0x8769;
export const GPS_LIST = 0x8825;

/** An EXIF field and its position. */
interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Offset of its value. */
  readonly offset: number;
  readonly bytes: number;
}

/** Creates a reader for the numbers of a TIFF structure in its byte order. */
export function tiffReader(
  bytes: Buffer,
): { first: number; entries(at: number): Entry[]; value(entry: Entry): ExifValue } | undefined {
  if (bytes.length < 8) return undefined;
  const mark = bytes.toString('latin1', 0, 2);
  if (mark !== 'II' && mark !== 'MM') return undefined;
  const little = mark === 'II';
  const short = (at: number): number => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number): number => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const signed = (at: number): number => (little ? bytes.readInt32LE(at) : bytes.readInt32BE(at));

  function entries(at: number): Entry[] {
    if (at + 2 > bytes.length) return [];
    const found: Entry[] = [];
    for (let index = 0; index < Math.min(short(at), MAX_ENTRIES); index += 1) {
      const offset = at + 2 + index * 12;
      if (offset + 12 > bytes.length) break;
      const [tag, type, count] = [short(offset), short(offset + 2), long(offset + 4)];
      const size = (SIZES[type] ?? 0) * count;
      const start = size <= 4 ? offset + 8 : long(offset + 8);
      if (size > 0 && start + size <= bytes.length) found.push({ tag, type, count, offset: start, bytes: size });
    }
    return found;
  }

  function value({ type, count, offset: at, bytes: size }: Entry): ExifValue {
    if (type === 2)
      return bytes
        .toString('utf8', at, at + size)
        .replace(/\0[^]*$/, '')
        .trim();
    const one = (offset: number): number => {
      if (type === 3) return short(offset);
      if (type === 5 || type === 10) {
        const read = type === 5 ? long : signed;
        return read(offset + 4) === 0 ? 0 : read(offset) / read(offset + 4);
      }
      if (type === 4) return long(offset);
      return type === 9 ? signed(offset) : (bytes[offset] ?? 0);
    };
    return Array.from({ length: Math.min(count, 16) }, (_one, index) => one(at + index * (SIZES[type] ?? 1)));
  }
  return { first: long(4), entries, value };
}

/** Returns the EXIF fields by their tags, those about the image and those about the camera. */
export function readExif(bytes: Buffer): ReadonlyMap<number, ExifValue> {
  const fields = new Map<number, ExifValue>();
  const tiff = tiffReader(bytes);
  if (!tiff) return fields;
  for (const entry of tiff.entries(tiff.first)) {
    const value = tiff.value(entry);
    fields.set(entry.tag, value);
    if (entry.tag === EXIF_LIST && typeof value[0] === 'number')
      for (const inner of tiff.entries(value[0])) fields.set(inner.tag, tiff.value(inner));
  }
  return fields;
}

/** Reads the second record of IPTC: texts by their field numbers, such as 105 for the headline. */
export function readIptc(bytes: Buffer): ReadonlyMap<number, readonly string[]> {
  const fields = new Map<number, string[]>();
  for (let at = 0; at + 5 <= bytes.length;) {
    if (bytes[at] !== 0x1c) {
      at += 1;
      continue;
    }
    const [record, field, size] = [bytes[at + 1], bytes[at + 2] ?? 0, bytes.readUInt16BE(at + 3)];
    const end = at + 5 + size;
    // A length past the end, or one in the extended form, is not part of a caption.
    if (size > 0x7fff || end > bytes.length) break;
    if (record === 2) fields.set(field, [...(fields.get(field) ?? []), bytes.toString('utf8', at + 5, end).trim()]);
    at = end;
  }
  return fields;
}
