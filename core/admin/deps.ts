import type {
  BlocksApi,
  ContentApi,
  CronApi,
  DatesApi,
  Formatting,
  HealthCheck,
  HookApi,
  MaybePromise,
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
import type { MovedAddresses, SiteContent } from '../content/index.js';
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
import type { KeptEmails, Mailer, MailServer } from '../mail/index.js';
import type { PluginHost } from '../plugins/index.js';
import type { Privacy } from '../privacy/index.js';
import type { ThemeStore } from '../themes/index.js';
import type { Views } from '../view/index.js';
import type { Exports, Imports } from '../wxr/index.js';

/** What the host's screens stand on. */
export interface AdminDeps {
  siteUrl: string;
  /** Whether the site runs without its plugins. */
  safeMode: boolean;
  siteName(): MaybePromise<string>;
  views: Views;
  /** Logo, icon, colours, fonts and footer. */
  branding: SiteBranding;
  /** Has the site wear a theme from now on. */
  themeStore: ThemeStore;
  /** The page of a request that is refused before there is a screen (`wp_die`), with a way back to the dashboard. */
  renderRefusal(status: number, message: string): string;
  /** Runs work that writes several things: all of it or nothing. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  log: { warn(fields: object, message: string): void };
  hooks: HookApi;
  formatting: Formatting;
  options: OptionsApi;
  roles: RolesApi;
  users: UsersApi;
  content: ContentApi & { readonly now: Pick<SiteContent['now'], 'mainQuery'> };
  attachments: SiteAttachments;
  meta: MetadataApi;
  blocks: BlocksApi;
  patterns: PatternsApi;
  /** The address of a script of the host, which changes with its version. */
  scriptUrl(file: string): string;
  cron: CronApi;
  dates: DatesApi;
  backups: Backups;
  privacy: Privacy;
  imports: Imports;
  exports: Exports;
  heldJobs: HeldJobs;
  mail: Mailer;
  keptEmails: Pick<KeptEmails, 'days'>;
  mailServer: MailServer;
  movedAddresses: MovedAddresses;
  /** Whether an account still has the password that the first start made up. */
  mustChoosePassword(userId: number): Promise<boolean>;
  /** The sender that `MAIL_FROM` names; empty when it names none. */
  mailFromEnvironment: string;
  audit: Audit;
  /** Versions of what plugins let people edit. */
  versions: Pick<Revisions, 'getRevisionById' | 'getRevisions'>;
  nonces: NonceApi;
  passwords: ApplicationPasswords;
  sessions: SessionTokensApi;
  factors: SecondFactors;
  /** Locks what a session keeps for a while. */
  box: SecretBox;
  /** Counts who tries the password of an account that is signed in. */
  limiter: Pick<LoginLimiter, 'attempt' | 'recordSuccess'>;
  /** Milliseconds since 1970. */
  now(): number;
  passwordProblem: PasswordRulesApi['passwordProblem'];
  plugins: PluginHost;
  makeRequest: MakePageRequest;
  /** Who was signed in last in the browser that sent a request; 0 when nobody did. */
  lastUser: Sessions['lastUser'];
  /** Leaves that in a browser. */
  leaveTrace: Sessions['leaveTrace'];
  renderView(owner: string, reply: PageReply): string;
  /** A text with blocks and shortcodes as visitors see it, on a complete page of the theme; without a title only the text. */
  renderPreview(title: string | undefined, content: string): Promise<string>;
  /** What site health looks at besides the database. */
  healthChecks(): Promise<readonly HealthCheck[]>;
  locales: readonly string[];
  /** The language of the running request. */
  locale(): string;
  text: TranslationApi;
  /** The words of a plugin, by its text domain. */
  textOf(domain: string): TranslationApi;
}
