import type { ApplicationPasswords } from '../../auth/application-passwords.js';
import type { Audit } from '../../audit/index.js';
import type { LoginEmails, ResetKeys } from '../../auth/login/index.js';
import type { SecondFactors, SecretBox } from '../../auth/two-factor/index.js';
import type { FirstPassword } from '../../auth/first-password.js';
import type { SiteRoles } from '../../auth/roles.js';
import type {
  BlocksApi,
  CronApi,
  DatesApi,
  Formatting,
  EmailLimitApi,
  MetadataApi,
  NonceApi,
  OptionsApi,
  PasswordRulesApi,
  PatternsApi,
  RateLimitsApi,
  SessionTokensApi,
  ShortcodesApi,
  UploadsApi,
  UsersApi,
  WidgetsApi,
} from '../../api/index.js';
import type { Backups } from '../../backup/index.js';
import type { SiteAttachments } from '../../content/attachments/index.js';
import type { MovedUrls, SiteContent } from '../../content/index.js';
import type { TheContent } from '../../content/the-content.js';
import type { createTheExcerpt } from '../../content/the-excerpt.js';
import type { SiteDatabase } from '../../db/index.js';
import type { Hooks } from '../../hooks/index.js';
import type { I18n } from '../../i18n/index.js';
import type { HeldJobs } from '../../jobs/index.js';
import type { SiteBranding } from '../../branding/index.js';
import type { EmailLog, Mailer, MailServer } from '../../mail/index.js';
import type { PluginHost } from '../../plugins/index.js';
import type { Privacy } from '../../privacy/index.js';
import type { Rest } from '../../rest/index.js';
import type { Revisions } from '../../revisions/index.js';
import type { ThemeStore } from '../../themes/index.js';
import type { Views } from '../../view/index.js';
import type { Exports, Imports } from '../../wxr/index.js';
import type { Config } from '../config.js';
import type { LoginServices } from '../login-services.js';
import type { Log } from '../log.js';
import type { TableVersions } from '../../cache/index.js';

/** A site: all parts, created and connected. */
export interface Site {
  readonly config: Config;
  readonly log: Log;
  readonly db: SiteDatabase;
  readonly hooks: Hooks;
  readonly formatting: Formatting;
  readonly dates: DatesApi;
  readonly options: OptionsApi;
  readonly meta: MetadataApi;
  readonly users: UsersApi;
  readonly roles: SiteRoles;
  readonly content: SiteContent;
  readonly theContent: TheContent;
  /** Returns a post's excerpt: its own, or one generated from its content. */
  readonly theExcerpt: ReturnType<typeof createTheExcerpt>;
  readonly uploads: UploadsApi;
  readonly widgets: WidgetsApi;
  /** Attachments, and the HTML of images. */
  readonly attachments: SiteAttachments;
  readonly limits: RateLimitsApi;
  readonly emailLimit: EmailLimitApi;
  readonly audit: Audit;
  /** Revisions and autosaves of entities that plugins make editable. */
  readonly versions: Revisions;
  readonly blocks: BlocksApi;
  readonly patterns: PatternsApi;
  readonly shortcodes: ShortcodesApi;
  readonly cron: CronApi;
  readonly heldJobs: HeldJobs;
  readonly backups: Backups;
  readonly i18n: I18n;
  readonly mail: Mailer;
  readonly emailLog: EmailLog;
  readonly mailServer: MailServer;
  readonly redirects: MovedUrls;
  readonly initialPassword: FirstPassword;
  readonly views: Views;
  /** The owner's branding: logo, icon, colors, fonts and footer. */
  readonly branding: SiteBranding;
  /** Activates themes. */
  themes: ThemeStore;
  readonly rest: Rest;
  readonly nonces: NonceApi;
  readonly passwords: ApplicationPasswords;
  readonly sessions: SessionTokensApi;
  readonly passwordRules: PasswordRulesApi;
  readonly resetKeys: ResetKeys;
  readonly loginEmails: LoginEmails;
  readonly loginScreens: LoginServices['loginScreens'];
  readonly twoFactor: SecondFactors;
  readonly box: SecretBox;
  readonly privacy: Privacy;
  /** Import of content from other sites, and export of this one. */
  readonly imports: Imports;
  readonly exports: Exports;
  readonly plugins: PluginHost;
  /** Counts writes to cached tables. */
  readonly tableVersions: TableVersions;
  readonly secret: string;
  /** Loads settings changed elsewhere; called at the start of each request and each scheduler run. */
  refresh(ms?: number): Promise<void>;
  /** Stops the plugins and closes the database. */
  close(): Promise<void>;
}
