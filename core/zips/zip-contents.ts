import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type * as Yauzl from 'yauzl';
import { PlinthError } from '../api/index.js';
import { type ZipLimits, zipError } from './limits.js';
import { checkName, createNameSet } from './names.js';

/** A file of a zip whose entries have all passed the checks. */
export interface ZippedFile {
  readonly name: string;
  /** Content as stored in the zip, possibly compressed. */
  readonly packed: Buffer;
  readonly deflated: boolean;
  /** Declared size after unpacking, in bytes. */
  readonly size: number;
  readonly crc32: number;
}

const requireModule = createRequire(__filename);
/** Loads yauzl, with the first zip. */
const yauzl = (): typeof Yauzl => requireModule('yauzl') as typeof Yauzl;

/** Compression methods of the ZIP format that are supported. */
const STORED = 0;
const DEFLATED = 8;
/** Flag bits for an encrypted part. */
const ENCRYPTED = 0x0001 | 0x0040 | 0x2000;
/** Flag bit for sizes that follow the data instead of preceding it. */
const SIZES_FOLLOW = 0x0008;
/** File types in the Unix mode of an entry. */
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
/** Signatures that may follow the last entry of the directory: its end record, in the old and the Zip64 format. */
const DIRECTORY_ENDS: readonly number[] = [0x06054b50, 0x06064b50];

/**
 * Reads the directory of a zip and checks all of it, before anything is unpacked: one invalid entry refuses the whole
 * zip.
 * @returns the files; folders are created with them
 * @throws PlinthError `plugin_zip_invalid`
 */
export async function readZip(bytes: Buffer, limits: ZipLimits): Promise<ZippedFile[]> {
  if (bytes.length > limits.zipBytes) throw zipError(`it is larger than ${limits.zipBytes} bytes`);
  try {
    // Zips from Windows may use backslashes between folders; they are converted to slashes before names are checked.
    const zip = await yauzl().fromBufferPromise(bytes, { strictFileNames: false });
    return await readCheckedFiles(zip, bytes, limits);
  } catch (error) {
    if (error instanceof PlinthError) throw error;
    throw zipError(`it is damaged (${(error as Error).message})`, error);
  }
}

async function readCheckedFiles(zip: Yauzl.ZipFile, bytes: Buffer, limits: ZipLimits): Promise<ZippedFile[]> {
  if (zip.entryCount > limits.entries) throw zipError(`it contains more than ${limits.entries} files`);
  // The type declaration says boolean, but this cursor is an offset.
  const directory = Number(zip.readEntryCursor);
  const names = createNameSet();
  const files: ZippedFile[] = [];
  const ranges: EntryRange[] = [];
  let [packed, unpacked] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    checkName(entry.fileName, limits);
    names.add(entry.fileName);
    checkEntryType(entry);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (entry.uncompressedSize > limits.fileBytes)
      throw zipError(`${JSON.stringify(entry.fileName)} is larger than ${limits.fileBytes} bytes`);
    if (unpacked > limits.totalBytes) throw zipError(`it unpacks to more than ${limits.totalBytes} bytes`);
    const range = await findEntryRange(zip, entry);
    ranges.push(range);
    if (entry.fileName.endsWith('/')) continue;
    files.push({
      name: entry.fileName,
      packed: bytes.subarray(range.data, range.to),
      deflated: entry.compressionMethod === DEFLATED,
      size: entry.uncompressedSize,
      crc32: entry.crc32,
    });
  }
  if (unpacked > limits.ratioFromBytes && unpacked > packed * limits.ratio)
    throw zipError(`it unpacks to more than ${limits.ratio} times its size`);
  if (!DIRECTORY_ENDS.includes(bytes.readUInt32LE(Number(zip.readEntryCursor))))
    throw zipError('its directory lists more than it counts');
  checkRanges(ranges, directory);
  return files;
}

function checkEntryType(entry: Yauzl.Entry): void {
  const name = JSON.stringify(entry.fileName);
  const folder = entry.fileName.endsWith('/');
  if (entry.generalPurposeBitFlag & ENCRYPTED) throw zipError(`${name} is encrypted`);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw zipError(`${name} uses an unsupported compression method`);
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== (folder ? FOLDER : REGULAR)) throw zipError(`${name} is a link or a special file`);
  if (folder && entry.uncompressedSize > 0) throw zipError(`${name} is a folder but has content`);
}

/** The location of an entry in the zip: its header starts at `from`, its data at `data`, and both end before `to`. */
interface EntryRange {
  readonly from: number;
  readonly data: number;
  readonly to: number;
}

/** Finds the location of an entry. Its header must agree with the directory, because programs differ in their use. */
async function findEntryRange(zip: Yauzl.ZipFile, entry: Yauzl.Entry): Promise<EntryRange> {
  const local = await zip.readLocalFileHeaderPromise(entry);
  const agrees =
    local.fileName.equals(entry.fileNameRaw) &&
    local.compressionMethod === entry.compressionMethod &&
    (local.generalPurposeBitFlag & ENCRYPTED) === 0 &&
    ((local.generalPurposeBitFlag & SIZES_FOLLOW) !== 0 || sizesAgree(local, entry));
  if (!agrees) throw zipError(`${JSON.stringify(entry.fileName)} does not match the central directory of the zip`);
  return {
    from: entry.relativeOffsetOfLocalHeader,
    data: local.fileDataStart,
    to: local.fileDataStart + entry.compressedSize,
  };
}

/** Value of a 32-bit size that is stored in the Zip64 field instead. */
const ZIP64_SIZE = 0xffffffff;

function sizesAgree(
  local: { compressedSize: number; uncompressedSize: number; crc32: number },
  entry: Yauzl.Entry,
): boolean {
  const isSameSize = (localSize: number, directorySize: number): boolean =>
    localSize === ZIP64_SIZE || localSize === directorySize;
  return (
    isSameSize(local.compressedSize, entry.compressedSize) &&
    isSameSize(local.uncompressedSize, entry.uncompressedSize) &&
    local.crc32 === entry.crc32
  );
}

/** Refuses overlapping entries, by which a small zip could unpack to any size. */
function checkRanges(ranges: readonly EntryRange[], directory: number): void {
  let end = 0;
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (from < end || to > directory) throw zipError('its files overlap');
    end = to;
  }
}

/**
 * Returns the bytes of a zip given as a buffer or a path.
 * @throws PlinthError `zip_not_found`, `plugin_zip_invalid`
 */
export async function zipBytes(zip: Buffer | string, limits: Pick<ZipLimits, 'zipBytes'>): Promise<Buffer> {
  if (typeof zip !== 'string') return zip;
  const file = await stat(zip).catch((cause: unknown) => {
    throw new PlinthError('zip_not_found', `The file ${basename(zip)} was not found.`, {
      hint: 'Check the path of the zip.',
      cause,
    });
  });
  if (!file.isFile() || file.size > limits.zipBytes)
    throw new PlinthError('plugin_zip_invalid', `${basename(zip)} is not a file, or is too large to be installed.`);
  return readFile(zip);
}
