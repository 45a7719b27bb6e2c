import type { SiteMetadata } from '../../api/sync-api.js';
import type {
  Database,
  Formatting,
  HookApi,
  MaybePromise,
  TranslationApi,
  UploadsApi,
  WpError,
} from '../../api/index.js';
import type { OptionsNow } from '../../options/index.js';
import type { SiteContent } from '../content.js';

/** What attachments are made from. */
export interface AttachmentDeps {
  db: Database;
  hooks: HookApi;
  formatting: Pick<
    Formatting,
    'escAttr' | 'escHtml' | 'sanitizeTextField' | 'sanitizeTitle' | 'wpStripAllTags' | 'wpKsesPost'
  >;
  options: OptionsNow;
  meta: SiteMetadata;
  content: SiteContent;
  uploads: UploadsApi;
  /** Where uploads lie on disk. */
  folder: string;
  /** Where they are fetched, without a trailing slash. */
  baseUrl: string;
  text: Pick<TranslationApi, '__'>;
  /** Fetches what strangers' sites offer, and asks no address of this network. */
  fetchSafely(url: string): Promise<{ name: string; type: string; data: Buffer } | WpError>;
  /** Values that live as long as the running request. */
  memo(): Map<string, unknown> | undefined;
}

/** Where uploads lie and are fetched, as filters have it. */
export interface UploadBase {
  readonly basedir: string;
  readonly baseurl: string;
}

/** The base of uploads; at once as long as nobody moves them. */
export function createUploadBase({ hooks, uploads, folder, baseUrl }: AttachmentDeps): () => MaybePromise<UploadBase> {
  const own: UploadBase = { basedir: folder, baseurl: baseUrl };
  return () => (hooks.hasFilter('upload_dir') === false ? own : uploads.wpUploadDir());
}
