import type { Database, DatesApi, Formatting, HookApi, OptionsApi, UsersApi } from '../../api/index.js';
import type { SiteAttachments } from '../../content/attachments/index.js';
import type { SiteContent } from '../../content/index.js';

/** Dependencies of the export of a site's content. */
export interface ExportDeps {
  readonly db: Database;
  readonly hooks: HookApi;
  readonly content: SiteContent;
  readonly attachments: Pick<SiteAttachments, 'wpGetAttachmentUrl'>;
  readonly users: Pick<UsersApi, 'getUserdata'>;
  readonly options: OptionsApi;
  readonly formatting: Pick<Formatting, 'sanitizeTitle'>;
  readonly dates: Pick<DatesApi, 'getDateFromGmt'>;
  readonly siteUrl: string;
  readonly version: string;
  /** Returns the current Unix time in milliseconds. */
  now(): number;
}
