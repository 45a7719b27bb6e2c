import { rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type Formatting, isWpError, type TranslationApi, type UploadsApi, WpError } from '../api/index.js';
import { writeNewFile } from './write-new-file.js';

/** A file type that browsers do not execute. */
interface SafeType {
  readonly type: string;
  readonly extension: string;
  matches(bytes: Buffer): boolean;
}

const startsWithBytes =
  (...signature: number[]) =>
  (bytes: Buffer): boolean =>
    signature.every((byte, index) => bytes[index] === byte);
const textAt =
  (offset: number, ...candidates: string[]) =>
  (bytes: Buffer): boolean =>
    candidates.some((candidate) => bytes.subarray(offset, offset + candidate.length).toString('latin1') === candidate);

/** Types that may be uploaded, detected by their first bytes. SVG is not among them: it can contain scripts. */
const SAFE_TYPES: readonly SafeType[] = [
  { type: 'image/png', extension: 'png', matches: startsWithBytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { type: 'image/jpeg', extension: 'jpg', matches: startsWithBytes(0xff, 0xd8, 0xff) },
  { type: 'image/gif', extension: 'gif', matches: textAt(0, 'GIF87a', 'GIF89a') },
  { type: 'image/webp', extension: 'webp', matches: (bytes) => textAt(0, 'RIFF')(bytes) && textAt(8, 'WEBP')(bytes) },
  { type: 'image/avif', extension: 'avif', matches: textAt(4, 'ftypavif', 'ftypavis') },
  { type: 'application/pdf', extension: 'pdf', matches: textAt(0, '%PDF-') },
];

/** Path of the uploads below the site's URL. */
export const UPLOADS_PATH = '/wp-content/uploads';
/** Maximum size of a file in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;
/** Maximum number of names to try for a file. */
const MAX_ATTEMPTS = 1000;

interface UploadsDeps {
  /** Folder of the uploads. */
  folder: string;
  siteUrl: string;
  formatting: Pick<Formatting, 'sanitizeTitle'>;
  text: Pick<TranslationApi, '__'>;
  now?: () => Date;
}

/** Stores uploads in `<folder>/<year>/<month>/` (WordPress: wp_upload_bits, wp_unique_filename). */
export function createUploads({
  folder,
  siteUrl,
  formatting,
  text: { __ },
  now = () => new Date(),
}: UploadsDeps): Pick<UploadsApi, 'wpUploadBits' | 'wpDeleteFile'> {
  const base = `${siteUrl}${UPLOADS_PATH}/`;
  return {
    async wpUploadBits(name, bytes) {
      if (bytes.length === 0) return new WpError('upload_empty', __('The file is empty. Choose another one.'));
      if (bytes.length > MAX_BYTES)
        return new WpError('upload_too_large', __('The file is larger than 10 MB. Make it smaller and try again.'));
      const safeType = SAFE_TYPES.find((type) => type.matches(bytes));
      if (!safeType)
        return new WpError(
          'upload_type_refused',
          __('This file type is not allowed. Use a PNG, JPEG, GIF, WebP, or AVIF image, or a PDF document.'),
        );
      const stem =
        formatting.sanitizeTitle(name.replace(/\.[^.]*$/, '').slice(0, 100)).replace(/[^a-z0-9-]/g, '') || 'file';
      const month = now().toISOString().slice(0, 7).replace('-', '/');
      for (let number = 1; number <= MAX_ATTEMPTS; number += 1) {
        const path = `${month}/${stem}${number === 1 ? '' : `-${number}`}.${safeType.extension}`;
        // The exclusive flag decides which of two uploads gets a name.
        const isWritten = await writeNewFile(join(folder, path), bytes, { __ });
        if (isWpError(isWritten)) return isWritten;
        if (isWritten) return { file: join(folder, path), url: base + path, type: safeType.type };
      }
      return new WpError('upload_name_taken', __('Too many files have this name. Rename the file and try again.'));
    },
    async wpDeleteFile(url) {
      if (!url.startsWith(base)) return false;
      const file = join(folder, decodeURIComponent(url.slice(base.length)));
      if (!file.startsWith(folder + sep) || dirname(file) === folder) return false;
      return rm(file).then(
        () => true,
        () => false,
      );
    },
  };
}
