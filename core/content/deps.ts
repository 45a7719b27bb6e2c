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
  /** Cache for the rows of posts and terms; without it, nothing is cached. */
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
  /** Called if the database rejects a statement that was changed by callbacks of these filters. */
  onRefusedQuery?(filters: readonly string[], error: unknown): void;
  /** Translates a text into the language of the page; without it, texts are not translated. */
  translate?(text: string): string;
  /** Whether a nonce is valid for an action; without it, no nonce is valid. */
  verifyNonce?(nonce: string, action: string): boolean;
  /** Returns the current Unix time in milliseconds. */
  now?: () => number;
}
