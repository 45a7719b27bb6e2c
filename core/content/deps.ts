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
} from '../api/index.js';
import type { SiteRoles, SiteUsers } from '../api/sync-api.js';
import type { CachedRows } from '../db/index.js';
import type { OptionsNow } from '../options/index.js';

/** What posts, terms, queries and addresses are made from. */
export interface ContentDeps {
  db: Database;
  hooks: HookApi;
  /** What is kept in memory of posts and terms; nothing when absent. */
  kept?: CachedRows;
  cache: ObjectCacheApi;
  formatting: Formatting;
  options: OptionsApi & OptionsNow;
  meta: MetadataApi;
  types: ContentTypesApi;
  roles: Pick<SiteRoles, 'currentUserCan' | 'userCan' | 'now'>;
  users: Pick<SiteUsers, 'getUserBy' | 'getUserdata' | 'now'>;
  /** The library, which keeps the files of attachments. */
  attachments?: Pick<AttachmentsApi, 'updateAttachedFile' | 'wpDeleteAttachment'>;
  cron: Pick<CronApi, 'wpScheduleSingleEvent' | 'wpClearScheduledHook'>;
  /** Told of a statement that callbacks of these filters changed, and that the database does not take. */
  onRefusedQuery?(filters: readonly string[], error: unknown): void;
  /** A sentence in the language of the page; as it is when absent. */
  translate?(text: string): string;
  /** Whether a nonce was given out for an action; none was when absent. */
  verifyNonce?(nonce: string, action: string): boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}
