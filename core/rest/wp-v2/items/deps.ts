import type {
  AttachmentsApi,
  BlocksApi,
  ContentApi,
  ContentTypesApi,
  Database,
  Formatting,
  HookApi,
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
import type { ApplicationPasswordsApi, NonceApi } from '../../../api/auth.js';
import type { Rest } from '../../rest.js';

/** A plugin as shown by `wp/v2/plugins`. */
export interface PluginSummary {
  /** Name of the plugin's folder. */
  id: string;
  active: boolean;
  /** Whether it is active but paused. */
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

/** The functions of the plugin host for the plugin endpoints; its errors are PlinthErrors. */
interface PluginsPort {
  list(): Promise<PluginSummary[]>;
  activate(id: string): Promise<void>;
  /** @returns what stops working without the plugin, in sentences */
  deactivate(id: string): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}

/** Dependencies of the endpoints about the site itself: accounts, settings, types and plugins. */
export interface WpV2SiteDeps {
  rest: Rest;
  db: Database;
  hooks: HookApi;
  formatting: Formatting;
  options: OptionsApi;
  meta: MetadataApi;
  users: UsersApi;
  roles: RolesApi;
  content: ContentTypesApi & Pick<PermalinksApi, 'getAuthorPostsUrl'>;
  blocks: BlocksApi;
  passwords: ApplicationPasswordsApi;
  nonces: Pick<NonceApi, 'wpCreateNonce'>;
  /** Refuses passwords that are easy to guess. */
  passwordProblem?: PasswordRulesApi['passwordProblem'];
  plugins: PluginsPort;
  currentUserId(): number;
  /** Returns the application password that authenticated this request. */
  currentApplicationPassword(): string | undefined;
  locale(): string;
}

/** A theme as shown by `wp/v2/themes`. */
export interface ThemeSummary {
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly description: string;
  readonly active: boolean;
  /** URL of its screenshot. */
  readonly image: string;
  /** URL of its folder. */
  readonly url: string;
}

/** Additional dependencies of the content endpoints. */
export interface WpV2Deps extends WpV2SiteDeps {
  content: ContentApi;
  attachments: AttachmentsApi;
  uploads: UploadsApi;
  widgets: WidgetsApi;
  /** Block patterns registered by plugins; none when absent. */
  patterns?: Pick<PatternsApi, 'getBlockPatterns' | 'getBlockPatternCategories'>;
  /** Key with which this site recognizes values it has issued. */
  siteSecret: string;
  /** Filters a post's content through `the_content`. */
  theContent(text: string, post: Post): Promise<string>;
  /** Returns the excerpt as shown to readers, filtered through `the_excerpt`. */
  theExcerpt(post: Post): Promise<string>;
  /** Returns every available theme. */
  themes(): readonly ThemeSummary[];
  /** Returns the start of a page on another site, never of this network; undefined when there is none. */
  fetchSafely(url: string): Promise<string | undefined>;
  /** Returns the theme's page templates, by file name. */
  pageTemplates(): readonly string[];
}
