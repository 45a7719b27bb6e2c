import type {
  AttachmentsApi,
  BlocksApi,
  ContentApi,
  ContentTypesApi,
  Database,
  Formatting,
  HookApi,
  MaybePromise,
  MetadataApi,
  OptionsApi,
  PasswordRulesApi,
  PatternsApi,
  PermalinksApi,
  Post,
  RolesApi,
  UploadsApi,
  UsersApi,
  WidgetsApi,
} from '../../../api/index.js';
import type { OptionsNow } from '../../../options/index.js';
import type { ApplicationPasswordsApi, NonceApi } from '../../../api/auth.js';
import type { Rest } from '../../rest.js';

/** A plugin as `wp/v2/plugins` shows it. */
export interface PluginSummary {
  /** Its folder's name. */
  id: string;
  active: boolean;
  /** Switched on, and set aside. */
  paused?: boolean;
  /** Why it is paused; empty when it is not. */
  pausedReason?: string;
  name: string;
  pluginUri: string;
  author: string;
  authorUri: string;
  description: string;
  version: string;
  requiresCore: string;
  textDomain: string;
}

/** What the plugins' endpoints need of the plugin host; its errors are PlinthErrors. */
interface PluginsPort {
  list(): Promise<PluginSummary[]>;
  activate(id: string): Promise<void>;
  deactivate(id: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What the endpoints about the site itself stand on: accounts, settings, types and plugins. */
export interface WpV2SiteDeps {
  rest: Rest;
  db: Database;
  hooks: HookApi;
  formatting: Formatting;
  options: OptionsApi & OptionsNow;
  meta: MetadataApi;
  users: UsersApi;
  roles: RolesApi;
  content: ContentTypesApi & Pick<PermalinksApi, 'getAuthorPostsUrl'>;
  blocks: BlocksApi;
  passwords: ApplicationPasswordsApi;
  nonces: Pick<NonceApi, 'wpCreateNonce'>;
  /** Refuses passwords that are guessed first. */
  passwordProblem?: PasswordRulesApi['passwordProblem'];
  plugins: PluginsPort;
  currentUserId(): number;
  /** The application password that opened this request. */
  currentApplicationPassword(): string | undefined;
  locale(): string;
}

/** A theme as `wp/v2/themes` shows it. */
export interface ThemeSummary {
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly description: string;
  readonly active: boolean;
  /** The addresses of its picture and of its folder. */
  readonly image: string;
  readonly url: string;
}

/** What the endpoints about content stand on besides. */
export interface WpV2Deps extends WpV2SiteDeps {
  content: ContentApi;
  attachments: AttachmentsApi;
  uploads: UploadsApi;
  widgets: WidgetsApi;
  /** Pieces of content that plugins offer to authors; none when absent. */
  patterns?: Pick<PatternsApi, 'getBlockPatterns' | 'getBlockPatternCategories'>;
  /** By which this site knows again what it gave out. */
  siteSecret: string;
  /** Passes a post's text through `the_content`. */
  theContent(text: string, post: Post): MaybePromise<string>;
  /** The excerpt as readers see it, through `the_excerpt`. */
  theExcerpt(post: Post): MaybePromise<string>;
  /** Every theme that can be chosen. */
  themes(): readonly ThemeSummary[];
  /** The start of a page elsewhere, never of this network; undefined when there is none. */
  fetchSafely(url: string): Promise<string | undefined>;
  /** The page templates of the theme, by file name. */
  pageTemplates(): readonly string[];
}
