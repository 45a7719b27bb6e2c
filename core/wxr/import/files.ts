import { rm } from 'node:fs/promises';
import { isWpError, WpError } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import type { WxrItem } from '../read/entries.js';
import type { ImportDeps } from './deps.js';
import type { MediaUrls } from './url-map.js';
import { type MediaSource, uploadPathOf } from './media-source.js';

/** A file in the uploads folder that does not belong to an attachment yet. */
export interface StoredFile {
  readonly file: string;
  readonly type: string;
  discard(): Promise<void>;
}

/** Fetches the file of an attachment and stores it in the folder of its original month. */
export async function storeFile(
  { uploads }: Pick<ImportDeps, 'uploads'>,
  source: MediaSource,
  item: WxrItem,
): Promise<StoredFile | WpError> {
  const url = item.attachmentUrl || item.guid;
  const fetched = await source.fetch(url);
  if (isWpError(fetched)) return fetched;
  const month = /^(\d{4})\/(\d{2})\//.exec(uploadPathOf(url));
  const stored = await uploads.wpHandleSideload(fetched, {
    time: month ? `${month[1]}-${month[2]}-01 00:00:00` : item.date || null,
  });
  return isWpError(stored)
    ? stored
    : { file: stored.file, type: stored.type, discard: () => rm(stored.file, { force: true }) };
}

/** Returns the URLs of a file, including an image's sizes. */
export async function getMediaUrls(
  { attachments }: Pick<ImportDeps, 'attachments'>,
  id: number,
): Promise<MediaUrls | undefined> {
  const url = await attachments.wpGetAttachmentUrl(id);
  if (url === false) return undefined;
  const metadata = await attachments.wpGetAttachmentMetadata(id);
  const base = url.slice(0, url.lastIndexOf('/') + 1);
  return {
    url,
    sizes: new Map(
      Object.values((metadata && metadata.sizes) || {}).map(({ file, width, height }) => [
        `${width}x${height}`,
        base + file,
      ]),
    ),
  };
}

/** Returns why a file was not imported, in the importing user's language. */
export function fileProblem(error: WpError, { __ }: ImportDeps['text']): string {
  const message = plainMessage(error, __);
  switch (error.getErrorCode()) {
    case 'file_missing':
      return __('The file is missing from the folder or ZIP: %s', message);
    case 'file_too_large':
      return __('The file is larger than %s.', message);
    case 'http_status':
      return __('The old site does not provide the file (%s).', message);
    case 'http_request_failed':
      return __('Could not download the file: %s', message);
    default:
      return message;
  }
}
