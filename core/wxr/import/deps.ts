import type {
  Database,
  HookApi,
  MetadataApi,
  OptionsApi,
  RolesApi,
  TranslationApi,
  UploadsApi,
  UsersApi,
} from '../../api/index.js';
import type { MovedUrls, SiteContent } from '../../content/index.js';
import type { SiteAttachments } from '../../content/attachments/index.js';

/** Dependencies of importing content into a site. */
export interface ImportDeps {
  readonly db: Database;
  readonly hooks: HookApi;
  readonly content: SiteContent;
  readonly attachments: SiteAttachments;
  readonly uploads: UploadsApi;
  readonly meta: MetadataApi;
  readonly users: UsersApi;
  readonly roles: Pick<RolesApi, 'userCan'>;
  readonly options: OptionsApi;
  readonly redirects: Pick<MovedUrls, 'add'>;
  readonly siteUrl: string;
  readonly text: TranslationApi;
  /** Returns the current Unix time in milliseconds. */
  now(): number;
}

/** How an author is imported: as a new account, or with their content assigned to an existing one. */
export type AuthorChoice = 'create' | number;

/** The user's choices for an import. */
export interface Choices {
  /** Choices by login; authors not listed here are assigned to `otherAuthor`. */
  readonly authors: Readonly<Record<string, AuthorChoice>>;
  readonly otherAuthor: AuthorChoice;
  /**
   * The post type or taxonomy to which each kind of content is imported; empty to skip the kind. Kinds not listed here
   * keep theirs.
   */
  readonly kinds: Readonly<Record<string, string>>;
  /** Whether files are skipped. */
  readonly skipsMedia: boolean;
}
