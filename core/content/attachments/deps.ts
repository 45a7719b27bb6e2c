import type {
  OptionsApi,
  Database,
  Formatting,
  HookApi,
  MetadataApi,
  TranslationApi,
  UploadsApi,
  WpError,
} from '../../api/index.js';
import type { SiteContent } from '../content.js';

/** Dependencies of attachments. */
export interface AttachmentDeps {
  db: Database;
  hooks: HookApi;
  formatting: Pick<
    Formatting,
    'escAttr' | 'escHtml' | 'sanitizeTextField' | 'sanitizeTitle' | 'wpStripAllTags' | 'wpKsesPost'
  >;
  options: Pick<OptionsApi, 'getOption'>;
  meta: MetadataApi;
  content: SiteContent;
  uploads: UploadsApi;
  /** Path of the uploads folder. */
  folder: string;
  /** URL of the uploads folder, without a trailing slash. */
  baseUrl: string;
  text: Pick<TranslationApi, '__'>;
  /** Downloads a file from an external site; addresses of the local network are rejected. */
  fetchSafely(url: string): Promise<{ name: string; type: string; data: Buffer } | WpError>;
  /** Returns values stored for the duration of the current request. */
  memo(): Map<string, unknown> | undefined;
}

/** Path and URL of the uploads folder after filters. */
export interface UploadBase {
  readonly basedir: string;
  readonly baseurl: string;
}

/** Returns a function that gets the path and URL of the uploads folder after the `upload_dir` filter. */
export function createUploadBase({ hooks, uploads, folder, baseUrl }: AttachmentDeps): () => Promise<UploadBase> {
  const unfiltered: UploadBase = { basedir: folder, baseurl: baseUrl };
  return async () => (hooks.hasFilter('upload_dir') === false ? unfiltered : uploads.wpUploadDir());
}
