import { open } from 'node:fs/promises';
import type { FileType, HookApi, UploadsApi } from '../api/index.js';
import { isDangerous, MIME_TYPES, SVG_TYPE, typeOfName } from './mime-types.js';
import { SNIFFED_BYTES, sniffType } from './sniff.js';

interface FileTypesDeps {
  hooks: HookApi;
}

/** File extensions by image type, for an image whose name has the extension of another type. */
const IMAGE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
};
/** Types that a file may declare if its content is detected as plain text. */
const TEXT_TYPES = [
  'text/plain',
  'text/csv',
  'text/richtext',
  'text/tab-separated-values',
  'text/vtt',
  'text/calendar',
  'text/css',
  'application/csv',
  'application/rtf',
];
/** Detected types that do not identify the content. */
const GENERIC_TYPES = ['application/octet-stream', 'application/zip'];

type FileTypes = Pick<UploadsApi, 'wpCheckFiletype' | 'wpCheckFiletypeAndExt' | 'getAllowedMimeTypes'>;

/** Creates the functions that detect file types and decide which are accepted. */
export function createFileTypes({ hooks }: FileTypesDeps): FileTypes {
  async function getAllowedMimeTypes(userId: number | null = null): Promise<Record<string, string>> {
    return hooks.applyFilters('upload_mimes', { ...MIME_TYPES }, userId);
  }

  async function wpCheckFiletype(name: string, mimes?: Readonly<Record<string, string>> | null): Promise<FileType> {
    return typeOfName(name, mimes ?? (await getAllowedMimeTypes()));
  }

  return {
    getAllowedMimeTypes,
    wpCheckFiletype,
    async wpCheckFiletypeAndExt(file, name, mimes = null) {
      let declared = await wpCheckFiletype(name, mimes);
      let proper: string | false = false;
      const real = sniffType(typeof file === 'string' ? await readStart(file) : file, declared.type === SVG_TYPE);
      if (isImage(declared.type) && isImage(real) && real !== declared.type) {
        const extension = IMAGE_EXTENSIONS[real];
        if (extension !== undefined) {
          proper = `${name.replace(/\.[^.]*$/, '')}.${extension}`;
          declared = await wpCheckFiletype(proper, mimes);
        }
      } else if (declared.type !== false && !isCompatible(declared.type, real)) declared = { ext: false, type: false };
      const found: FileType & { proper_filename: string | false } = { ...declared, proper_filename: proper };
      const filtered = await hooks.applyFilters(
        'wp_check_filetype_and_ext',
        found,
        typeof file === 'string' ? file : '',
        name,
        mimes,
        real,
      );
      // No plugin can make the site serve files that execute in its visitors' browsers.
      return isDangerous(filtered) || real === 'text/html'
        ? { ext: false, type: false, proper_filename: false }
        : filtered;
    },
  };
}

const isImage = (type: string | false): boolean => type !== false && type.startsWith('image/');

/** Whether the detected type of the content is compatible with the declared one. */
function isCompatible(declared: string, real: string): boolean {
  if (declared === real) return true;
  const [kind = '', realKind = ''] = [declared.split('/')[0], real.split('/')[0]];
  if (real === 'text/plain') return TEXT_TYPES.includes(declared);
  if (GENERIC_TYPES.includes(real)) return ['application', 'video', 'audio'].includes(kind);
  if (realKind === 'video' || realKind === 'audio') return kind === 'video' || kind === 'audio';
  if (declared === 'image/heif' || declared.endsWith('-sequence')) return real === 'image/heic';
  return false;
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES + 1), 0, SNIFFED_BYTES + 1, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
