import type {
  AdminNotice,
  AdminNoticeArgs,
  AdminScreen,
  DashboardWidget,
  EditorPanel,
  MetaBox,
} from './admin-screen.js';
import type { ResponsesApi } from './responses.js';
import type { AssetOptions, ScriptsApi } from './assets.js';
import type { AttachmentsApi } from './attachments.js';
import type { AuditApi } from './audit.js';
import type { NonceApi, PasswordRulesApi } from './auth.js';
import type { BlocksApi } from './blocks.js';
import type { Command } from './commands.js';
import type { CommentNotificationsApi } from './comments.js';
import type { ContentApi } from './content.js';
import type { MetadataApi } from './metadata.js';
import type { CronApi } from './cron.js';
import type { DatesApi } from './dates.js';
import type { Database, Migration } from './db.js';
import type { EditableType, RevisionsApi } from './revisions.js';
import type { AddedSettings, FieldBox, FieldsApi, FieldSection, SettingsPage } from './fields.js';
import type { Formatting } from './formatting.js';
import type { HookApi, Undo } from './hooks.js';
import type { DeclaredHosts } from './hosts.js';
import type { MaybePromise } from './maybe-promise.js';
import type { TranslationApi } from './i18n.js';
import type { CacheApi } from './cache.js';
import type { EmailLimitApi, RateLimitsApi } from './limits.js';
import type { Mail } from './mail.js';
import type { RenderedMail } from './wordpress-hooks/values.js';
import type { MainQueryApi } from './main-query.js';
import type { ObjectCacheApi, OptionsApi } from './options.js';
import type { AdminPage, FrontRoute, PageRequest, PageText } from './pages.js';
import type { PatternsApi } from './patterns.js';
import type { PluginPathsApi, PluginsApi } from './plugins.js';
import type { OwnRegistry, RegistryKind } from './registry.js';
import type { RemoteApi } from './remote.js';
import type { RestApi } from './rest.js';
import type { RestSchemaApi } from './rest-checks.js';
import type { ServiceContainer } from './services.js';
import type { SessionTokensApi } from './sessions.js';
import type { SettingsScreensApi } from './settings-screens.js';
import type { ShortcodesApi } from './shortcodes.js';
import type { PrivacyApi } from './privacy.js';
import type { PublicUsersApi, LoginApi } from './login.js';
import type { TemplateTagsApi } from './template-tags.js';
import type { ThemesApi } from './themes.js';
import type { UploadsApi } from './uploads.js';
import type { CurrentUserApi, RolesApi, UsersApi } from './users.js';
import type { WidgetsApi } from './widgets.js';

/** Contents of `plugin.json`: metadata of a plugin that is available without running its code. */
export interface PluginManifest {
  /** Folder name: lower-case letters, digits, hyphens. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  /** Supported versions of Plinth, as a semver range. */
  readonly requiresCore: string;
  /** Supported versions of Node.js, as a semver range; `*` if plugin.json does not specify any. */
  readonly requiresNode: string;
  /** IDs of required active plugins, each with a semver range. */
  readonly requiresPlugins: Readonly<Record<string, string>>;
  /** Main module, relative to the folder. */
  readonly main: string;
  readonly textDomain: string;
  /** Whether the plugin cannot be activated if `NODE_ENV` is `production`. */
  readonly developmentOnly: boolean;
  /**
   * Features that must be disabled if the plugin is active but not running: `checkout`, `prices`, `access` to the site,
   * or features of other plugins; see {@link PluginScope.failedGuards}.
   */
  readonly protects: readonly string[];
  readonly contributes: PluginContributions;
}

/** Contributions of a plugin that are known before its code runs. */
export interface PluginContributions {
  /** Capabilities added by the plugin, each with the roles that receive it. */
  readonly capabilities?: Readonly<Record<string, readonly string[]>>;
  /** Roles added by the plugin, with label and capabilities. */
  readonly roles?: Readonly<Record<string, { readonly label: string; readonly capabilities: readonly string[] }>>;
  /**
   * Hosts that pages may load resources from, connect to and redirect visitors to.
   * @since 0.1.0
   */
  readonly hosts?: DeclaredHosts;
  /**
   * Whether administrators may add redirect hosts for the plugin, such as the regional URL of a payment provider.
   * @since 0.1.0
   */
  readonly customRedirectHosts?: boolean;
}

/** Structured log of the plugin. */
export interface PluginLog {
  /** Logs information for the site owner. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Logs a condition that will need attention. */
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Logs an error. */
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Functions of the host with WordPress's names, as far as they do not depend on the plugin. */
export interface HostFunctions
  extends
    OptionsApi,
    ObjectCacheApi,
    CacheApi,
    MetadataApi,
    Omit<ContentApi, 'homeUrl' | 'siteUrl'>,
    UsersApi,
    Omit<RolesApi, 'currentUserCan'>,
    CurrentUserApi,
    CronApi,
    DatesApi,
    RestApi,
    NonceApi,
    SessionTokensApi,
    PasswordRulesApi,
    Formatting,
    ShortcodesApi,
    BlocksApi,
    UploadsApi,
    MainQueryApi,
    AttachmentsApi,
    RateLimitsApi,
    EmailLimitApi,
    WidgetsApi,
    FieldsApi,
    CommentNotificationsApi,
    ResponsesApi,
    RemoteApi,
    RestSchemaApi,
    LoginApi,
    PublicUsersApi,
    PrivacyApi,
    TemplateTagsApi,
    ThemesApi,
    RevisionsApi,
    PatternsApi {
  /**
   * Audit log; see {@link AuditApi}.
   * @since 0.1.0
   */
  readonly audit: AuditApi;
  /**
   * Returns the site name as plain text, for emails, titles and data: `Tom & Ann`, which the option stores as `Tom
   * &amp; Ann`.
   * @since 0.1.0
   */
  siteName(): Promise<string>;
}

/**
 * The API of a plugin. All its registrations are undone when the plugin is deactivated. WordPress functions keep their
 * names in camelCase.
 * @since 0.1.0
 */
export interface PluginScope
  extends HookApi, TranslationApi, HostFunctions, ScriptsApi, SettingsScreensApi, PluginsApi, PluginPathsApi {
  /** Contents of plugin.json, and the location of the plugin. */
  readonly plugin: PluginManifest & {
    /** Path of the plugin's folder on disk. */
    readonly folder: string;
    /** URL of the `assets/` folder, without a trailing slash. */
    readonly assetsUrl: string;
  };
  /** The site's database (`$wpdb`): `await db()('options').where({ name })`. */
  readonly db: Database;
  /** Services that plugins provide to each other. */
  readonly services: ServiceContainer;
  /**
   * Creates a registry that other plugins can add entries to. Entries are removed when their plugin stops, and their
   * code runs in its owner context.
   * @since 0.1.0
   */
  createRegistry<T extends { readonly id: string }>(kind: RegistryKind<T>): OwnRegistry<T>;
  /** Log of the plugin. */
  readonly log: PluginLog;

  /** Declares a hook that this plugin fires, for the hook reference and for run-time validation of return values. */
  declareHook(hook: {
    readonly name: string;
    readonly kind: 'filter' | 'action';
    readonly since: string;
    readonly summary: string;
    readonly args?: readonly string[];
    readonly check?: (value: unknown) => boolean;
    /** Whether a failing callback aborts the operation instead of being skipped. */
    readonly failClosed?: boolean;
    /**
     * Feature that this hook provides, such as `prices`: if a plugin that protects it fails here, its callback is not
     * skipped.
     */
    readonly feature?: string;
  }): Undo;

  /** Registers a page of the site. */
  registerFrontRoute(route: FrontRoute): Undo;
  /** Adds an admin screen (`add_menu_page`, `add_submenu_page`). */
  addMenuPage(page: AdminPage): Undo;
  /**
   * Adds a settings page whose fields the host renders, validates and stores as settings (`registerSetting`).
   * @since 0.1.0
   */
  addSettingsPage<const Sections extends readonly FieldSection[]>(
    page: SettingsPage<Sections>,
  ): AddedSettings<Sections>;
  /**
   * Adds fields to posts, terms, users or entities of another plugin; they are saved with the entity as registered
   * metadata.
   * @since 0.1.0
   */
  addFields(box: FieldBox): Undo;
  /** Returns the admin screen of the current request; null outside of the admin (`get_current_screen`). */
  getCurrentScreen(): AdminScreen | null;
  /**
   * Adds a meta box to the editor form of the current request; to be called in a callback of `add_meta_boxes`
   * (`add_meta_box`).
   */
  addMetaBox(box: MetaBox): void;
  /** Removes a meta box from the editor form of the current request (`remove_meta_box`). */
  removeMetaBox(id: string): void;
  /**
   * Adds a dashboard widget: for all users if called in `boot`, for the current dashboard if called in a callback of
   * `wp_dashboard_setup` (`wp_add_dashboard_widget`).
   * @param control renders the option fields
   * @since 0.1.0
   */
  wpAddDashboardWidget(
    id: string,
    title: PageText,
    callback: DashboardWidget['callback'],
    control?: DashboardWidget['control'] | null,
    args?: { readonly capability?: string },
  ): Undo;
  /**
   * Adds an editor panel beside the text that can read and change the edited content.
   * @since 0.1.0
   */
  addEditorPanel(panel: EditorPanel): Undo;
  /**
   * Registers a custom editable entity of the plugin that is edited like a post: with an edit lock, autosaves and
   * revisions.
   * @since 0.1.0
   */
  registerEditable(kind: EditableType): Undo;
  /**
   * Adds a notice above the admin screens, shown until it is dismissed or the plugin is deactivated.
   * @since 0.1.0
   */
  addAdminNotice(notice: AdminNotice): Undo;
  /**
   * Renders a notice as HTML, for callbacks of `admin_notices`; empty after the user has dismissed it
   * (`wp_get_admin_notice`).
   * @since 0.1.0
   */
  wpAdminNotice(message: string, args?: AdminNoticeArgs): Promise<string>;
  /** Adds a command to `npx plinth`. */
  addCommand(command: Command): Undo;

  /**
   * Adds a script from the plugin's `assets/` folder to all pages or, while a page is rendered, to that page
   * (`wp_enqueue_script`).
   */
  enqueueScript(handle: string, file: string, options?: AssetOptions): Undo;
  /**
   * Adds a style from the plugin's `assets/` folder to all pages or, while a page is rendered, to that page
   * (`wp_enqueue_style`).
   */
  enqueueStyle(handle: string, file: string, options?: AssetOptions): Undo;
  /** Adds an on-demand script or style to the current page. */
  useAsset(handle: string): void;

  /**
   * Adds a helper for templates of themes and views: `{{opening-hours day}}`. Its result is escaped unless three braces
   * are used.
   * @param name should start with the name of the plugin
   * @param helper receives the arguments in the template and, last, the Handlebars options; must be synchronous
   * @throws PlinthError `helper_exists`
   * @since 0.1.0
   */
  addTemplateHelper(name: string, helper: (...args: never[]) => unknown): Undo;
  /**
   * Registers a folder of the plugin that contains themes (`register_theme_directory`). If one of them is active and
   * the plugin is not, the default theme is used.
   * @since 0.1.0
   */
  registerThemeDirectory(folder: string): Undo;
  /** Renders a view from the plugin's `views/` folder; a theme may override it in `plugins/<id>/`. */
  render(view: string, data?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Sends an email, or writes it to the mail folder if no server is configured. */
  mail(mail: Mail): Promise<boolean>;
  /**
   * Renders an email as `mail` would send it, including the changes of other plugins (`wp_mail`), without sending it.
   * @since 0.1.0
   */
  composeMail(mail: Mail): Promise<RenderedMail>;

  /** Returns the home URL joined with a path (`home_url`). */
  homeUrl(path?: string): string;
  /**
   * Alias of `homeUrl`, since application and site have the same URL (`site_url`).
   * @since 0.1.0
   */
  siteUrl(path?: string): string;
  /** Returns the URL of an admin screen (`admin_url`). */
  adminUrl(path?: string): string;
  /** Returns the current page request; undefined in commands, jobs and REST requests. For shortcodes and blocks. */
  currentRequest(): PageRequest | undefined;
  /**
   * Responds with 404 and the theme's error page instead of the current page (`WP_Query::set_404`): for front routes,
   * shortcodes and blocks.
   * @param missing `false` undoes it
   * @since 0.1.0
   */
  set404(missing?: boolean): void;
  /**
   * Returns the client IP address of the current request; empty in commands and jobs.
   * @param use `counting`: used only for rate limiting; otherwise the output does not depend on the client, so the page
   * may be cached.
   * @since 0.1.0
   */
  clientIp(use?: 'counting'): string;
  /** Returns the ID of the current user; 0 for an anonymous visitor (`get_current_user_id`). */
  getCurrentUserId(): number;
  /**
   * Signs a text with a key specific to the plugin (`wp_hash`): for links in emails, and for data that is returned by a
   * client. The site's key stays in the host; signatures of other plugins differ.
   * @since 0.1.0
   */
  wpHash(text: string): string;
  /** Shows a notice to this visitor on the next page. */
  addNotice(request: PageRequest, kind: 'success' | 'error' | 'warning' | 'info', text: string): void;

  /**
   * Returns the display names of active plugins that protect a feature (`protects` in their plugin.json) but are not
   * running. While there is one, the plugin that provides the feature must disable it.
   * @param feature such as `checkout`
   * @since 0.1.0
   */
  failedGuards(feature: string): Promise<readonly string[]>;

  /**
   * Runs work in the plugin's owner context, like hooks and routes: for timers and event emitters the plugin starts
   * itself.
   */
  guard<T>(entryName: string, work: () => MaybePromise<T>): Promise<T | undefined>;
  /** Registers work to run when the plugin is deactivated or the site stops. */
  onDispose(work: () => MaybePromise<void>): Undo;
}

/** Module of a plugin. */
export interface PluginModule {
  /** Migrations applied before `activate`, in order, each once per database. */
  readonly migrations?: readonly Migration[];
  /** Runs once when the plugin is activated: default options, demo content. */
  activate?(scope: PluginScope): MaybePromise<void>;
  /** Runs at every start of the site, and after `activate`: registers the plugin's features. */
  boot?(scope: PluginScope): MaybePromise<void>;
  /** Runs once when the plugin is deactivated; registrations are undone automatically. */
  deactivate?(scope: PluginScope): MaybePromise<void>;
  /**
   * Runs when the plugin is deleted, if it was ever active. Code that must run even if the module no longer loads
   * belongs in a file `uninstall.ts` or `uninstall.js` next to plugin.json, which exports this function and is used
   * instead. With `deleteData` it deletes the plugin's tables and options, except for data that must be retained.
   */
  uninstall?(scope: PluginScope, options: { readonly deleteData: boolean }): MaybePromise<void>;
}

/**
 * Provides the types of a plugin's module: `export default definePlugin({ boot(scope) { … } })`.
 * @since 0.1.0
 */
export function definePlugin(module: PluginModule): PluginModule {
  return module;
}
