import { basename, join, resolve, sep } from 'node:path';
import {
  type UploadCandidate,
  type FileToStore,
  type HookApi,
  type StoredUpload,
  type TranslationApi,
  type UploadOverrides,
  isWpError,
  type UploadsApi,
  WpError,
} from '../api/index.js';
import { writeNewFile } from './write-new-file.js';

interface StoreDeps {
  hooks: HookApi;
  /** Folder of the uploads. */
  folder: string;
  folders: Pick<UploadsApi, 'wpUploadDir' | 'wpUniqueFilename'>;
  types: Pick<UploadsApi, 'wpCheckFiletypeAndExt'>;
  text: Pick<TranslationApi, '__'>;
  /** Sanitizes images before they are stored. */
  sanitize(type: string, bytes: Buffer): Promise<Buffer>;
  /** Returns why a file of an accepted type is refused nonetheless; empty when it is accepted. */
  validate(type: string, bytes: Buffer): Promise<string>;
}

/** Maximum attempts when concurrent uploads take the same name. */
const MAX_ATTEMPTS = 100;

/**
 * Creates the function that receives files: detects their type, names them, and stores them in a folder
 * (`_wp_handle_upload`).
 */
export function createStoredFiles({
  hooks,
  folder,
  folders,
  types,
  text: { __ },
  sanitize,
  validate,
}: StoreDeps): Pick<UploadsApi, 'wpHandleUpload' | 'wpHandleSideload'> {
  async function store(
    action: 'wp_handle_upload' | 'wp_handle_sideload',
    upload: FileToStore,
    overrides: UploadOverrides,
  ): Promise<StoredUpload | WpError> {
    const createError = (message: string): WpError => new WpError('upload_error', message);
    const file = await hooks.applyFilters<UploadCandidate>(`${action}_prefilter`, {
      name: upload.name,
      type: upload.type ?? '',
      tmp_name: '',
      error: 0,
      size: upload.data.length,
      data: upload.data,
    });
    const { time = null, mimes = null } = await hooks.applyFilters(`${action}_overrides`, overrides, file);
    if (typeof file.error === 'string' && file.error !== '') return createError(file.error);
    if (!Buffer.isBuffer(file.data) || file.data.length === 0) {
      return createError(
        __(
          'File is empty. Please upload something more substantial. This error could also be caused by uploads being disabled in your php.ini file or by post_max_size being defined as smaller than upload_max_filesize in php.ini.',
        ),
      );
    }
    const { ext, type, proper_filename: proper } = await types.wpCheckFiletypeAndExt(file.data, file.name, mimes);
    if (ext === false || type === false) return createError(__('Sorry, you are not allowed to upload this file type.'));
    const problem = await validate(type, file.data);
    if (problem !== '') return createError(problem);
    const uploadDir = await folders.wpUploadDir(time);
    if (uploadDir.error !== false) return createError(uploadDir.error);
    if (!isWithin(folder, uploadDir.path)) return createError(__('Files can only be stored in the uploads folder.'));
    const bytes = await sanitize(type, file.data);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const name = basename(await folders.wpUniqueFilename(uploadDir.path, proper === false ? file.name : proper));
      const target = join(uploadDir.path, name);
      const preResult = await hooks.applyFilters<boolean | null>('pre_move_uploaded_file', null, file, target, type);
      const isWritten = preResult !== null || (await writeNewFile(target, bytes, { __ }));
      if (isWpError(isWritten)) return isWritten;
      if (!isWritten) continue;
      return hooks.applyFilters<StoredUpload>(
        'wp_handle_upload',
        { file: target, url: `${uploadDir.url}/${name}`, type },
        action === 'wp_handle_upload' ? 'upload' : 'sideload',
      );
    }
    return createError(__('Too many files have this name. Rename the file and try again.'));
  }

  return {
    wpHandleUpload: (file, overrides = {}) => store('wp_handle_upload', file, overrides),
    wpHandleSideload: (file, overrides = {}) => store('wp_handle_sideload', file, overrides),
  };
}

/** Whether a path is a folder or is inside it. */
export function isWithin(folder: string, path: string): boolean {
  const [outer, inner] = [resolve(folder), resolve(path)];
  return inner === outer || inner.startsWith(outer + sep);
}
