import type { Database, HookApi, OptionsApi, RolesApi, TranslationApi, UploadsApi, UsersApi } from '../../api/index.js';
import type { SiteMetadata } from '../../api/sync-api.js';
import type { MovedAddresses, SiteContent } from '../../content/index.js';
import type { SiteAttachments } from '../../content/attachments/index.js';

/** What a site takes content in with. */
export interface ImportDeps {
  readonly db: Database;
  readonly hooks: HookApi;
  readonly content: SiteContent;
  readonly attachments: SiteAttachments;
  readonly uploads: UploadsApi;
  readonly meta: SiteMetadata;
  readonly users: UsersApi;
  readonly roles: Pick<RolesApi, 'userCan'>;
  readonly options: OptionsApi;
  readonly movedAddresses: Pick<MovedAddresses, 'move'>;
  readonly siteUrl: string;
  readonly text: TranslationApi;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What becomes of an author: a new account, or what they wrote goes to one that is there. */
export type AuthorChoice = 'create' | number;

/** What whoever imports chose. */
export interface Choices {
  /** By login; whoever is not named goes to `otherAuthor`. */
  readonly authors: Readonly<Record<string, AuthorChoice>>;
  readonly otherAuthor: AuthorChoice;
  /** The type under which a kind of content comes in; empty: it is left out. Kinds that are not named keep theirs. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Whether files are left out. */
  readonly skipsMedia: boolean;
}
