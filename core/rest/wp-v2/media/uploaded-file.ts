import { createHash } from 'node:crypto';
import {
  type FileToStore,
  isWpError,
  type RestFile,
  type RestRequest,
  type StoredUpload,
  type WpError,
} from '../../../api/index.js';
import { isStorageFailure } from '../../../uploads/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure } from '../items/refusals.js';

/** Returns the file name in a `Content-Disposition`; undefined for none (`get_filename_from_disposition`). */
export function fileNameOf(disposition: string): string | undefined {
  const semicolon = disposition.indexOf(';');
  if (semicolon < 0) return undefined;
  let found: string | undefined;
  for (const part of disposition.slice(semicolon + 1).split(';')) {
    const [key = '', ...rest] = part.split('=');
    if (key.trim().toLowerCase() !== 'filename' || rest.length === 0) continue;
    found = rest
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1');
  }
  return found === '' ? undefined : found;
}

/** Stores the upload of a request to the media library: a form's file, or the body itself. */
export async function storeUpload(
  deps: WpV2Deps,
  request: RestRequest,
  time: string | null,
): Promise<StoredUpload | WpError> {
  const files = request.getFileParams();
  const isForm = Object.keys(files).length > 0;
  const upload = isForm ? readFormFile(files, request) : readBodyFile(request);
  if (isWpError(upload)) return upload;
  const stored = await (isForm ? deps.uploads.wpHandleUpload : deps.uploads.wpHandleSideload)(upload, { time });
  if (isWpError(stored) && isStorageFailure(stored.getErrorCode())) return stored;
  return isWpError(stored)
    ? failure(isForm ? 'rest_upload_unknown_error' : 'rest_upload_sideload_error', stored.getErrorMessage(), 500)
    : stored;
}

function readFormFile(
  files: Readonly<Record<string, RestFile | RestFile[]>>,
  request: RestRequest,
): FileToStore | WpError {
  const file = files.file;
  if (file === undefined || Array.isArray(file))
    return failure('rest_upload_unknown_error', 'Specified file failed upload test.', 500);
  return checkMd5(request, file.data) ?? { name: file.name, type: file.type, data: file.data };
}

function readBodyFile(request: RestRequest): FileToStore | WpError {
  const data = request.getBodyBytes();
  const disposition = request.getHeader('content-disposition');
  if (data.length === 0) return failure('rest_upload_no_data', 'No data supplied.', 400);
  if (!request.getHeader('content-type'))
    return failure('rest_upload_no_content_type', 'No Content-Type supplied.', 400);
  if (!disposition) return failure('rest_upload_no_content_disposition', 'No Content-Disposition supplied.', 400);
  const name = fileNameOf(disposition);
  if (name === undefined) {
    return failure(
      'rest_upload_invalid_disposition',
      'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.',
      400,
    );
  }
  return checkMd5(request, data) ?? { name, type: request.getContentType()?.value ?? '', data };
}

function checkMd5(request: RestRequest, data: Buffer): WpError | undefined {
  const expected = request.getHeader('content-md5')?.trim();
  if (!expected || createHash('md5').update(data).digest('hex') === expected) return undefined;
  return failure('rest_upload_hash_mismatch', 'Content hash did not match expected.', 412);
}
