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
import type { PeopleApi, SignInApi } from './login.js';
import type { TemplateTagsApi } from './template-tags.js';
import type { ThemesApi } from './themes.js';
import type { UploadsApi } from './uploads.js';
import type { CurrentUserApi, RolesApi, UsersApi } from './users.js';
import type { WidgetsApi } from './widgets.js';

/** `plugin.json`: what the host knows of a plugin without running it. */
export interface PluginManifest {
  /** The folder's name: lower-case letters, digits, hyphens. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  /** The versions of Plinth it works with, as a semver range. */
  readonly requiresCore: string;
  /** The versions of Node.js it works with, as a semver range; `*` when plugin.json names none. */
  readonly requiresNode: string;
  /** Plugins that must be active, each with a semver range. */
  readonly requiresPlugins: Readonly<Record<string, string>>;
  /** The module, relative to the folder. */
  readonly main: string;
  readonly textDomain: string;
  /** Refuses to be activated where `NODE_ENV` is `production`. */
  readonly developmentOnly: boolean;
  /** What must not go on without it while it is switched on: `checkout`, `prices`, `access` to the site, or what other plugins ask for; see {@link PluginScope.brokenGuards}. */
  readonly protects: readonly string[];
  readonly contributes: PluginContributions;
}

/** What a plugin adds, known before its code runs. */
export interface PluginContributions {
  /** Capabilities it introduces, each with the roles that get it. */
  readonly capabilities?: Readonly<Record<string, readonly string[]>>;
  /** Roles it introduces: label and the capabilities it has. */
  readonly roles?: Readonly<Record<string, { readonly label: string; readonly capabilities: readonly string[] }>>;
  /** Hosts that pages may load from, connect to and send visitors to. @since 0.2.0 */
  readonly hosts?: DeclaredHosts;
  /** Whether administrators may add redirect hosts for it, such as the regional address of a payment provider. @since 0.3.0 */
  readonly customRedirectHosts?: boolean;
}

/** A structured log in the plugin's name. */
export interface PluginLog {
  /** Something the owner may want to read. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something that will want mending. */
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something that failed. */
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** The host's functions under WordPress's names, as far as they keep nothing of the plugin. */
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
    SignInApi,
    PeopleApi,
    PrivacyApi,
    TemplateTagsApi,
    ThemesApi,
    RevisionsApi,
    PatternsApi {
  /** Who did what; see {@link AuditApi}. @since 0.2.0 */
  readonly audit: AuditApi;
  /** The site's name as plain text, for letters, titles and data: `Tom & Ann`, which the option keeps as `Tom &amp; Ann`. @since 0.3.0 */
  siteName(): Promise<string>;
}

/**
 * What a plugin acts through. Everything registered by it is undone when the plugin is deactivated.
 * WordPress's functions keep their names in camelCase.
 * @since 0.1.0
 */
export interface PluginScope
  extends HookApi, TranslationApi, HostFunctions, ScriptsApi, SettingsScreensApi, PluginsApi, PluginPathsApi {
  /** What plugin.json says, and where the plugin lies. */
  readonly plugin: PluginManifest & {
    /** The plugin's folder on disk. */
    readonly folder: string;
    /** The address its `assets/` folder is served at, without a trailing slash. */
    readonly assetsUrl: string;
  };
  /** The site's database (`$wpdb`): `await db()('options').where({ name })`. */
  readonly db: Database;
  /** What plugins offer each other. */
  readonly services: ServiceContainer;
  /**
   * Makes a registry that other plugins add to: what one of them added goes when it stops, and is asked under its name.
   * @since 0.2.0
   */
  createRegistry<T extends { readonly id: string }>(kind: RegistryKind<T>): OwnRegistry<T>;
  /** A log in the plugin's name. */
  readonly log: PluginLog;

  /** Declares a hook this plugin fires, for the catalogue and with a run-time guard on the answers. */
  declareHook(hook: {
    readonly name: string;
    readonly kind: 'filter' | 'action';
    readonly since: string;
    readonly summary: string;
    readonly args?: readonly string[];
    readonly check?: (value: unknown) => boolean;
    /** A callback that fails stops the operation instead of being skipped. */
    readonly failClosed?: boolean;
    /** The thing this hook makes or shows, such as `prices`: here a plugin that protects it is not passed over when it fails. */
    readonly thing?: string;
  }): Undo;

  /** Answers a page of the site. */
  registerFrontRoute(route: FrontRoute): Undo;
  /** Adds a screen to the admin (`add_menu_page`, `add_submenu_page`). */
  addMenuPage(page: AdminPage): Undo;
  /**
   * Adds a settings page: fields that the host draws, checks and stores as settings (`registerSetting`).
   * @since 0.2.0
   */
  addSettingsPage<const Sections extends readonly FieldSection[]>(
    page: SettingsPage<Sections>,
  ): AddedSettings<Sections>;
  /**
   * Adds fields to entries, terms, accounts, or what another plugin stores; they are saved with it as registered metadata.
   * @since 0.2.0
   */
  addFields(box: FieldBox): Undo;
  /** The admin's screen that the running request asks for; null outside of the admin (`get_current_screen`). */
  getCurrentScreen(): AdminScreen | null;
  /** Adds a box to the editor's form of the running request, in a callback of `add_meta_boxes` (`add_meta_box`). */
  addMetaBox(box: MetaBox): void;
  /** Takes a box off the editor's form of the running request (`remove_meta_box`). */
  removeMetaBox(id: string): void;
  /**
   * Adds a box to the dashboard: in boot to everybody's, in a callback of `wp_dashboard_setup` to the one that is being made (`wp_add_dashboard_widget`).
   * @param control the fields of its options
   * @since 0.2.0
   */
  wpAddDashboardWidget(
    id: string,
    title: PageText,
    callback: DashboardWidget['callback'],
    control?: DashboardWidget['control'] | null,
    args?: { readonly capability?: string },
  ): Undo;
  /** Adds a panel beside the text in the editor, which reads and changes what is being written. @since 0.2.0 */
  addEditorPanel(panel: EditorPanel): Undo;
  /** Lets people edit things of the plugin as they edit texts: one at a time, kept while they type, with versions. @since 0.3.0 */
  registerEditable(kind: EditableType): Undo;
  /** Adds a note above the screens of the admin, until it is put away or the plugin goes. @since 0.2.0 */
  addAdminNotice(notice: AdminNotice): Undo;
  /** A note as finished HTML, for callbacks of `admin_notices`; empty once its reader has put it away (`wp_get_admin_notice`). @since 0.2.0 */
  wpAdminNotice(message: string, args?: AdminNoticeArgs): Promise<string>;
  /** Adds a command to `npx plinth`. */
  addCommand(command: Command): Undo;

  /** Puts a script of the plugin's `assets/` folder into all pages, or, while a page is made, into that one (`wp_enqueue_script`). */
  enqueueScript(handle: string, file: string, options?: AssetOptions): Undo;
  /** Puts a style of the plugin's `assets/` folder into all pages, or, while a page is made, into that one (`wp_enqueue_style`). */
  enqueueStyle(handle: string, file: string, options?: AssetOptions): Undo;
  /** Puts an on-demand script or style into the page that is being made. */
  useAsset(handle: string): void;

  /**
   * Gives templates of themes and views a helper: `{{opening-hours day}}`. Its answer is escaped unless it is asked for with three braces.
   * @param name begin it with the plugin's
   * @param helper gets what stands behind the name, and Handlebars' own options last; answers at once
   * @throws PlinthError `helper_taken`
   * @since 0.2.0
   */
  addTemplateHelper(name: string, helper: (...args: never[]) => unknown): Undo;
  /**
   * Looks for themes in a folder of the plugin (`register_theme_directory`). While one of them is worn and the plugin is off, the default theme stands in.
   * @since 0.2.0
   */
  registerThemeDirectory(folder: string): Undo;
  /** Renders a view of the plugin's `views/` folder; a theme may override it in `plugins/<id>/`. */
  render(view: string, data?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Sends a letter, or puts it into the mail folder when no server is set. */
  mail(mail: Mail): Promise<boolean>;

  /** The home address joined with a path (`home_url`). */
  homeUrl(path?: string): string;
  /** The same, since the application lies where the site does (`site_url`). @since 0.3.0 */
  siteUrl(path?: string): string;
  /** The address of an admin screen (`admin_url`). */
  adminUrl(path?: string): string;
  /** The page request that is being answered; undefined in commands, jobs and REST requests. For shortcodes and blocks. */
  currentRequest(): PageRequest | undefined;
  /**
   * Answers 404 with the theme's page instead of the page that is being made (`WP_Query::set_404`): for front routes, shortcodes and blocks.
   * @param missing `false` takes it back
   * @since 0.2.0
   */
  set404(missing?: boolean): void;
  /**
   * The network address of whoever sent the request that is being answered; empty in commands and jobs.
   * @param use `counting`: only to count who asks how often, or to refuse; what is made otherwise is the same for everybody, so that the page may be kept. @since 0.3.0
   */
  clientIp(use?: 'counting'): string;
  /** The user on whose behalf this request runs; 0 is a visitor (`get_current_user_id`). */
  getCurrentUserId(): number;
  /**
   * A text signed in the plugin's name, which nobody else can make (`wp_hash`): for links in letters, and for what comes back from elsewhere.
   * The site's key stays with the host, and other plugins' signatures are others.
   * @since 0.2.0
   */
  wpHash(text: string): string;
  /** Shows a note to this visitor on the next page. */
  addNotice(request: PageRequest, kind: 'success' | 'error' | 'warning' | 'info', text: string): void;

  /**
   * The plugins, by what people call them, that are switched on to protect a thing (`protects` in their plugin.json) and do not run.
   * While there is one, whoever offers the thing closes it; nobody goes on without a guard that the owner wants.
   * @param thing such as `checkout`
   * @since 0.2.0
   */
  failedGuards(thing: string): MaybePromise<readonly string[]>;

  /** Runs a piece of work in the plugin's name, as hooks and routes do: for timers and emitters it starts itself. */
  guard<T>(place: string, work: () => MaybePromise<T>): Promise<T | undefined>;
  /** Runs when the plugin is deactivated or the site stops. */
  onDispose(work: () => MaybePromise<void>): Undo;
}

/** A plugin's module. */
export interface PluginModule {
  /** Applied before `activate`, in order, each once per database. */
  readonly migrations?: readonly Migration[];
  /** Runs once when the plugin is switched on: default options, demo content. */
  activate?(scope: PluginScope): MaybePromise<void>;
  /** Runs at every start of the site, and after `activate`: registers what the plugin adds. */
  boot?(scope: PluginScope): MaybePromise<void>;
  /** Runs once when it is switched off; registrations undo themselves. */
  deactivate?(scope: PluginScope): MaybePromise<void>;
  /**
   * Runs when it is deleted, if it was ever switched on. Work that must be possible although the module no longer loads goes
   * into a file `uninstall.ts` or `uninstall.js` beside plugin.json, which exports this function and is run in its place.
   * With `deleteData` it drops its tables and options, and forgets nothing it should keep.
   */
  uninstall?(scope: PluginScope, options: { readonly deleteData: boolean }): MaybePromise<void>;
}

/**
 * Gives a plugin's module its type: `export default definePlugin({ boot(scope) { … } })`.
 * @since 0.1.0
 */
export function definePlugin(module: PluginModule): PluginModule {
  return module;
}
