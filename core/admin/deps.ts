import type {
  BlocksApi,
  CronApi,
  DatesApi,
  Formatting,
  HealthCheck,
  HookApi,
  MetadataApi,
  NonceApi,
  OptionsApi,
  PageReply,
  PasswordRulesApi,
  PatternsApi,
  RolesApi,
  SessionTokensApi,
  TranslationApi,
  UsersApi,
} from '../api/index.js';
import type { MovedUrls, SiteContent } from '../content/index.js';
import type { SiteAttachments } from '../content/attachments/index.js';
import type { Audit } from '../audit/index.js';
import type { ApplicationPasswords } from '../auth/application-passwords.js';
import type { LoginLimiter } from '../auth/login/index.js';
import type { SecondFactors, SecretBox } from '../auth/two-factor/index.js';
import type { Backups } from '../backup/index.js';
import type { MakePageRequest, Sessions } from '../http/index.js';
import type { Revisions } from '../revisions/index.js';
import type { HeldJobs } from '../jobs/index.js';
import type { SiteBranding } from '../branding/index.js';
import type { EmailLog, Mailer, MailServer } from '../mail/index.js';
import type { PluginHost } from '../plugins/index.js';
import type { Privacy } from '../privacy/index.js';
import type { ThemeStore } from '../themes/index.js';
import type { Views } from '../view/index.js';
import type { Exports, Imports } from '../wxr/index.js';

/** Dependencies of the host's screens. */
export interface AdminDeps {
  siteUrl: string;
  /** Whether the site runs without its plugins (safe mode). */
  safeMode: boolean;
  siteName(): Promise<string>;
  views: Views;
  /** Logo, icon, colors, fonts and footer. */
  branding: SiteBranding;
  /** Activates a theme. */
  themeStore: ThemeStore;
  /** Renders the page for a request refused before there is a screen (`wp_die`), with a link to the dashboard. */
  renderRefusal(status: number, message: string): string;
  /** Runs several writes in one transaction. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  log: { warn(fields: object, message: string): void };
  hooks: HookApi;
  formatting: Formatting;
  options: OptionsApi;
  roles: RolesApi;
  users: UsersApi;
  content: SiteContent;
  attachments: SiteAttachments;
  meta: MetadataApi;
  blocks: BlocksApi;
  patterns: PatternsApi;
  /** Returns the URL of a host script, which changes with its version. */
  scriptUrl(file: string): string;
  cron: CronApi;
  dates: DatesApi;
  backups: Backups;
  privacy: Privacy;
  imports: Imports;
  exports: Exports;
  heldJobs: HeldJobs;
  mail: Mailer;
  emailLog: Pick<EmailLog, 'days'>;
  mailServer: MailServer;
  redirects: MovedUrls;
  /** Whether an account still has the password generated at first start. */
  mustChangePassword(userId: number): Promise<boolean>;
  /** The sender set by `MAIL_FROM`; empty if unset. */
  mailFromEnvironment: string;
  audit: Audit;
  /** Revisions of entities that plugins make editable. */
  versions: Pick<Revisions, 'getRevisionById' | 'getRevisions'>;
  nonces: NonceApi;
  passwords: ApplicationPasswords;
  sessions: SessionTokensApi;
  twoFactor: SecondFactors;
  /** Encrypts data stored in a session for a limited time. */
  box: SecretBox;
  /** Limits password attempts of logged-in accounts. */
  limiter: Pick<LoginLimiter, 'attempt' | 'recordSuccess'>;
  /** Returns the Unix time in milliseconds. */
  now(): number;
  passwordProblem: PasswordRulesApi['passwordProblem'];
  plugins: PluginHost;
  createPageRequest: MakePageRequest;
  /** Returns the ID of the user last logged in in the requesting browser; 0 if none. */
  lastUser: Sessions['lastUser'];
  /** Stores that user ID in the browser. */
  storeLastUser: Sessions['storeLastUser'];
  renderView(owner: string, reply: PageReply): string;
  /**
   * Renders a text with blocks and shortcodes as visitors see it, on a complete page of the theme; without a title,
   * only the text.
   */
  renderPreview(title: string | undefined, content: string): Promise<string>;
  /** Site health checks in addition to those of the database. */
  healthChecks(): Promise<readonly HealthCheck[]>;
  locales: readonly string[];
  /** Returns the language of the current request. */
  locale(): string;
  text: TranslationApi;
  /** Returns the translations of a plugin, by its text domain. */
  translationsOf(domain: string): TranslationApi;
}
