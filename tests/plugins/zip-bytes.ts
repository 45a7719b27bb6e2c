import { deflateRawSync, crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';
import { assertDefined } from '../kit/assert-defined.js';

/** A ZIP file as ordinary tools create it. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    if (path.endsWith('/')) zip.addEmptyDirectory(path);
    else zip.addBuffer(Buffer.from(content), path);
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** An entry of a hand-made ZIP file: its content, and false values for its headers. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly store?: boolean;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly packedSize?: number;
  /** Unix mode including the file type. */
  readonly mode?: number;
  /** File name in the local header. */
  readonly localName?: string;
  /** Uses the data offset of another entry. */
  readonly sameAs?: number;
  /** Offset of the local header, possibly inside the data of another entry. */
  readonly at?: number;
  readonly extra?: Buffer;
}

export interface RawZip {
  readonly entries: readonly RawEntry[];
  /** Number of entries according to the end record. */
  readonly count?: number;
}

const UTF8 = 0x0800;

/** Builds a ZIP file byte by byte, possibly with false headers. */
export function rawZip({ entries, count }: RawZip): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const packed = entry.store ? content : deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? UTF8, 2);
    fields.writeUInt16LE(entry.method ?? (entry.store ? 0 : 8), 4);
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10);
    fields.writeUInt32LE(entry.packedSize ?? packed.length, 14);
    fields.writeUInt32LE(entry.size ?? content.length, 18);
    const localName = Buffer.from(entry.localName ?? name);
    const local = Buffer.concat([signature(0x04034b50), fields, localName]);
    local.writeUInt16LE(localName.length, 26);
    const start = entry.at ?? (entry.sameAs === undefined ? offset : offsets[entry.sameAs]);
    offsets.push(assertDefined(start));
    if (entry.at === undefined && entry.sameAs === undefined) {
      parts.push(local, packed);
      offset += local.length + packed.length;
    }
    const extra = entry.extra ?? Buffer.alloc(0);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    fields.copy(central, 6);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(assertDefined(start), 42);
    directory.push(central, name, extra);
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count ?? entries.length, 8);
  end.writeUInt16LE(count ?? entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

/** ZIP64 extra field with sizes beyond 4 GiB. */
export function longSizes(size: bigint, packed: bigint): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(size, 4);
  extra.writeBigUInt64LE(packed, 12);
  return extra;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
