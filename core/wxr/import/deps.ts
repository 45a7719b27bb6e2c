import type { Database, HookApi, OptionsApi, RolesApi, TranslationApi, UploadsApi, UsersApi } from '../../api/index.js';
import type { SiteMetadata } from '../../api/at-once.js';
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
