import { open } from 'node:fs/promises';
import type { FileType, HookApi, UploadsApi } from '../api/index.js';
import { isDangerous, MIME_TYPES, SVG_TYPE, typeOfName } from './mime-types.js';
import { SNIFFED, sniffType } from './sniff.js';

interface FileTypesDeps {
  hooks: HookApi;
}

/** File extension of an image whose name has another image's. */
const IMAGE_ENDS: Readonly<Record<string, string>> = {
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
/** Types that a file may be declared as when its bytes are plain text, an archive or unknown. */
const TEXTS = [
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
const UNTOLD = ['application/octet-stream', 'application/zip'];

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
      const real = sniffType(typeof file === 'string' ? await beginningOf(file) : file, declared.type === SVG_TYPE);
      if (isImage(declared.type) && isImage(real) && real !== declared.type) {
        const end = IMAGE_ENDS[real];
        if (end !== undefined) {
          proper = `${name.replace(/\.[^.]*$/, '')}.${end}`;
          declared = await wpCheckFiletype(proper, mimes);
        }
      } else if (declared.type !== false && !agree(declared.type, real)) declared = { ext: false, type: false };
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
function agree(declared: string, real: string): boolean {
  if (declared === real) return true;
  const [kind = '', realKind = ''] = [declared.split('/')[0], real.split('/')[0]];
  if (real === 'text/plain') return TEXTS.includes(declared);
  if (UNTOLD.includes(real)) return ['application', 'video', 'audio'].includes(kind);
  if (realKind === 'video' || realKind === 'audio') return kind === 'video' || kind === 'audio';
  if (declared === 'image/heif' || declared.endsWith('-sequence')) return real === 'image/heic';
  return false;
}

async function beginningOf(file: string): Promise<Buffer> {
  const opened = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(SNIFFED + 1), 0, SNIFFED + 1, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}
