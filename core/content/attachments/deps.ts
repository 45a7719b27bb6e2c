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
  /** Downloads a file from an external site; rejects addresses of the local network. */
  fetchSafely(url: string): Promise<{ name: string; type: string; data: Buffer } | WpError>;
  /** Returns values stored for the duration of the current request. */
  memo(): Map<string, unknown> | undefined;
}

/** Path and URL of the uploads folder after filters. */
export interface UploadBase {
  readonly basedir: string;
  readonly baseurl: string;
}

/** Returns the path and URL of uploads, which filters may change. */
export function createUploadBase({ hooks, uploads, folder, baseUrl }: AttachmentDeps): () => Promise<UploadBase> {
  const own: UploadBase = { basedir: folder, baseurl: baseUrl };
  return async () => (hooks.hasFilter('upload_dir') === false ? own : uploads.wpUploadDir());
}
