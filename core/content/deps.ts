import type {
  AttachmentsApi,
  ContentTypesApi,
  CronApi,
  Database,
  Formatting,
  HookApi,
  MetadataApi,
  ObjectCacheApi,
  OptionsApi,
  RolesApi,
  UsersApi,
} from '../api/index.js';
import type { DataCache } from '../cache/index.js';

/** Dependencies of posts, terms, queries and URLs. */
export interface ContentDeps {
  db: Database;
  hooks: HookApi;
  /** Cached rows of posts and terms; uncached when absent. */
  dataCache?: DataCache;
  cache: ObjectCacheApi;
  formatting: Formatting;
  options: OptionsApi;
  meta: MetadataApi;
  types: ContentTypesApi;
  roles: Pick<RolesApi, 'currentUserCan' | 'userCan'>;
  users: Pick<UsersApi, 'getUserBy' | 'getUserdata'>;
  /** The media library, which manages the files of attachments. */
  attachments?: Pick<AttachmentsApi, 'updateAttachedFile' | 'wpDeleteAttachment'>;
  cron: Pick<CronApi, 'wpScheduleSingleEvent' | 'wpClearScheduledHook'>;
  /** Called if the database rejects a statement that callbacks of these filters changed. */
  onRefusedQuery?(filters: readonly string[], error: unknown): void;
  /** Translates a text into the language of the page; returns it unchanged when absent. */
  translate?(text: string): string;
  /** Whether a nonce is valid for an action; when absent, none is. */
  verifyNonce?(nonce: string, action: string): boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}
