import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ApplicationPasswords } from '../auth/application-passwords.js';
import { createApplicationPasswords } from '../auth/application-passwords.js';
import { type Audit, createAudit, hostWords, watchAccounts, watchSite } from '../audit/index.js';
import type { LoginLetters, ResetKeys } from '../auth/login/index.js';
import { createNonces } from '../auth/nonces.js';
import { createPasswordRules } from '../auth/password-rules.js';
import { capabilityQuestions } from '../auth/capability-questions.js';
import { sayNotAtOnce } from '../auth/not-at-once.js';
import { createRoles } from '../auth/roles.js';
import { authSecret } from '../auth/secret.js';
import { createSecretBox, type SecondFactors, type SecretBox } from '../auth/second-factor/index.js';
import { createSessionTokens } from '../auth/session-tokens.js';
import { createFirstPassword, type FirstPassword } from '../auth/first-password.js';
import { createUsers } from '../auth/users.js';
import {
  andThen,
  type BlocksApi,
  type CronApi,
  type DatesApi,
  type Formatting,
  type LetterLimitApi,
  type MaybePromise,
  type NonceApi,
  type OptionsApi,
  type PasswordRulesApi,
  type PatternsApi,
  type RateLimitsApi,
  type SessionTokensApi,
  type ShortcodesApi,
  type UploadsApi,
} from '../api/index.js';
import type { SiteMetadata, SiteRoles, SiteUsers } from '../api/at-once.js';
import { type Backups, createBackups, recoverRestore } from '../backup/index.js';
import { createFieldsApi } from '../admin/index.js';
import { createAttachments, type SiteAttachments } from '../content/attachments/index.js';
import { createBlocks, createPatterns, registerCoreBlocks } from '../content/blocks/index.js';
import { createCommentLetters } from '../content/comments/index.js';
import {
  createContent,
  createMovedAddresses,
  followMovedAddresses,
  type MovedAddresses,
  type SiteContent,
} from '../content/index.js';
import { createMetadata } from '../content/meta/index.js';
import { createShortcodes } from '../content/shortcodes/index.js';
import { createTheContent, type TheContent } from '../content/the-content.js';
import { createTheExcerpt } from '../content/the-excerpt.js';
import { createContentTypes } from '../content/types/index.js';
import { currentContext } from '../context/index.js';
import { coreMigrations } from '../db/core-migrations/index.js';
import {
  createGenerations,
  createKeptRows,
  type Generations,
  keepNothing,
  migrate,
  prepareMigrations,
  type SiteDatabase,
} from '../db/index.js';
import { createFormatting } from '../formatting/index.js';
import { fetchSafely } from '../network/index.js';
import { createDates } from '../dates/index.js';
import { createPageFunctions } from '../front/index.js';
import { createHooks, currentBlame, type Hooks } from '../hooks/index.js';
import { sessionToken } from '../http/index.js';
import { createI18n, type I18n, LOCALES } from '../i18n/index.js';
import { createCron, createHeldJobs, type HeldJobs, type Invoke } from '../jobs/index.js';
import {
  createLetterLimit,
  createRateLimits,
  databaseCounters,
  fallbackCounters,
  redisCounters,
} from '../limits/index.js';
import { createSiteLook, type SiteLook } from '../look/index.js';
import {
  createKeptLetters,
  createMailer,
  createMailServer,
  type KeptLetters,
  letterSheet,
  type Mailer,
  type MailServer,
} from '../mail/index.js';
import { createKeeping, createObjectCache, createOptions, type OptionsNow } from '../options/index.js';
import { createPluginHost, joined, type PluginHost } from '../plugins/index.js';
import { createPrivacy, type Privacy } from '../privacy/index.js';
import { createRest, type Rest, siteInfo } from '../rest/index.js';
import { createSiteUploads, UPLOADS_PATH } from '../uploads/index.js';
import { createKeptVersions, type KeptVersions, versionsForPlugins } from '../editing/index.js';
import { createThemeStore, type ThemeStore } from '../themes/index.js';
import { createViews, DEFAULT_THEME, type Views } from '../view/index.js';
import { createWidgets, type SiteWidgets } from '../widgets/index.js';
import type { Exports, Imports } from '../wxr/index.js';
import { isGuard } from './access.js';
import { BUNDLED_PLUGINS, FIRST_PLUGINS } from './bundled-plugins.js';
import type { Config } from './config.js';
import { createExchange } from './exchange.js';
import { keepHouse } from './housekeeping.js';
import { openGround } from './ground.js';
import { familiarFunctions } from './familiar-functions.js';
import { createSignInParts, type SignInParts } from './sign-in-parts.js';
import { forPlugins, libraryFor, withoutAddresses } from './for-plugins.js';
import { declareHostHooks } from './host-hooks.js';
import { layoutDataOf } from './layout-data.js';
import type { Log } from './log.js';
import { watchProcessorTime } from './processor-time.js';
import { openRedis } from './redis.js';
import { secretKey } from './secret-key.js';
import { siteNameOf } from './site-name.js';
import { followThemePlaces } from './theme-places.js';
import { coreVersion } from './version.js';

/** One site: every part, made and joined. */
export interface Site {
  readonly config: Config;
  readonly log: Log;
  readonly db: SiteDatabase;
  readonly hooks: Hooks;
  readonly formatting: Formatting;
  readonly dates: DatesApi;
  readonly options: OptionsApi & OptionsNow;
  readonly meta: SiteMetadata;
  readonly users: SiteUsers;
  readonly roles: SiteRoles;
  readonly content: SiteContent;
  readonly theContent: TheContent;
  /** A post's excerpt, its own or made from its text. */
  readonly theExcerpt: ReturnType<typeof createTheExcerpt>;
  readonly uploads: UploadsApi;
  readonly widgets: SiteWidgets;
  /** Files as posts, and the HTML of pictures. */
  readonly attachments: SiteAttachments;
  readonly limits: RateLimitsApi;
  readonly letterLimit: LetterLimitApi;
  readonly audit: Audit;
  /** Versions and autosaves of what plugins let people edit. */
  readonly versions: KeptVersions;
  readonly blocks: BlocksApi;
  readonly patterns: PatternsApi;
  readonly shortcodes: ShortcodesApi;
  readonly cron: CronApi;
  readonly heldJobs: HeldJobs;
  readonly backups: Backups;
  readonly i18n: I18n;
  readonly mail: Mailer;
  readonly keptLetters: KeptLetters;
  readonly mailServer: MailServer;
  readonly movedAddresses: MovedAddresses;
  readonly firstPassword: FirstPassword;
  readonly views: Views;
  /** What the owner chose of the look: logo, icon, colours, fonts, footer. */
  readonly look: SiteLook;
  /** Has the site wear a theme from now on. */
  themes: ThemeStore;
  readonly rest: Rest;
  readonly nonces: NonceApi;
  readonly passwords: ApplicationPasswords;
  readonly sessions: SessionTokensApi;
  readonly passwordRules: PasswordRulesApi;
  readonly resetKeys: ResetKeys;
  readonly loginLetters: LoginLetters;
  readonly signInScreens: SignInParts['signInScreens'];
  readonly factors: SecondFactors;
  readonly box: SecretBox;
  readonly privacy: Privacy;
  /** Content of other sites coming in, and that of this one going out. */
  readonly imports: Imports;
  readonly exports: Exports;
  readonly plugins: PluginHost;
  /** Counts what is written of what is kept in memory. */
  readonly generations: Generations;
  readonly secret: string;
  /** Takes over settings that were changed elsewhere; at the start of each request and each beat. */
  refresh(ms?: number): MaybePromise<void>;
  /** Stops the plugins and closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database, brings its schema up to date and joins the parts of a site. Plugins do not run yet:
 * `site.plugins.reconcile()` starts them.
 * @throws PlinthError `db_unreachable`, `db_migration_failed`, `schema_newer`, `restore_running`
 */
export async function createSite(config: Config): Promise<Site> {
  const { log, db } = await openGround(config);
  try {
    await prepareMigrations(db);
    await recoverRestore(db, config.dataDir);
    await migrate(db, 'core', coreMigrations);
    db.writes.begin();
    return await joinSite(config, log, db);
  } catch (error) {
    // An open pool would keep a command from ending.
    await db.destroy();
    throw error;
  }
}

/** Makes the parts on an open database and joins them. */
async function joinSite(config: Config, log: Log, db: SiteDatabase): Promise<Site> {
  const currentUserId = (): number => currentContext()?.userId ?? 0;
  const homeUrl = (path = ''): string => config.siteUrl + (path === '' || path.startsWith('/') ? path : `/${path}`);
  const adminUrl = (path = ''): string => homeUrl(`/wp-admin/${path}`);
  /** Something was registered, or is not any more; nobody keeps anything yet. */
  let noteChange = (): void => undefined;
  const hooks = createHooks({
    timeAll: config.development !== undefined,
    onFault: ({ owner, hook, error, breaker }) => plugins.faults.record(owner, `hook ${hook}`, error, breaker),
    isGuard: (owner, thing) => isGuard({ plugins }, owner, thing),
    onChange: () => noteChange(),
    onUnknown: (hook, plugin, { nearest, isWordPress }) =>
      log.warn(
        { hook, plugin, ...(nearest === '' ? {} : { nearest }) },
        isWordPress
          ? 'a plugin listens to a hook of WordPress that is not fired here'
          : 'a plugin listens to a hook that nobody is known to fire',
      ),
    onDeprecated: (hook, version, replacement) =>
      log.warn({ hook, version, replacement }, 'a deprecated hook has listeners'),
  });
  declareHostHooks(hooks);
  const i18n = createI18n({ cache: join(config.root, 'dist', 'catalogues') });
  i18n.load('default', join(config.root, 'core/i18n/languages'));
  const translate = i18n.domain('default').__;
  const formatting: Formatting = createFormatting({
    hooks,
    homeUrl: config.siteUrl,
    shortcodeTags: () => shortcodes.shortcodeTags(),
  });
  const shortcodes = createShortcodes({ hooks, oneAttr: formatting.wpKsesOneAttr });
  const blocks = createBlocks({ hooks, formatting });
  const patterns = createPatterns();
  const theContent = createTheContent({ hooks, formatting, shortcodes, blocks, images: () => attachments.images });
  const theExcerpt = createTheExcerpt({ hooks, formatting, shortcodes, blocks, content: theContent, translate });
  const generations = createGenerations(db.counters);
  const kept =
    config.objectCacheMb === 0
      ? keepNothing
      : createKeptRows({ db, writes: db.writes, generations, bytes: config.objectCacheMb * 1024 * 1024 });
  const keeping = createKeeping({ kept, writes: db.writes, changes: () => plugins.changes() });
  const cache = createObjectCache({ kept, namesOf: keeping.namesOf });
  const onTooLong = (name: string): void =>
    log.warn(
      { plugin: currentBlame()?.owner ?? '', option: name },
      'the name of an option is longer than the 191 characters that are stored: its value is there for this request alone',
    );
  const options = createOptions({
    db,
    hooks,
    formatting,
    cache,
    siteUrl: config.siteUrl,
    onRaised: () => generations.forget('options'),
    onTooLong,
  });
  const meta = createMetadata({ db, kept, hooks });
  const types = createContentTypes(hooks);
  // Roles and users ask content about posts, and content asks them who may; so they are asked late.
  const roles = createRoles({
    db,
    hooks,
    cache,
    options,
    meta,
    types,
    post: (id) => content.getPost(id),
    postStatus: (id) => content.getPostStatus(id),
    comment: (id) => content.getComment(id),
    notAtOnce: sayNotAtOnce(hooks, log),
  });
  const users = createUsers({
    db,
    kept,
    hooks,
    formatting,
    options,
    meta,
    roles,
    posts: () => content,
    typesDeletedWithUser: () =>
      types
        .getPostTypes()
        .filter((type) => type.deleteWithUser ?? type.supports.includes('author'))
        .map((type) => type.name),
  });
  await roles.populateRoles();
  const invoke: Invoke = async (owner, what, work) => {
    try {
      return await work();
    } catch (error) {
      log.error({ owner, what, error: describe(error) }, 'scheduled work failed');
      return undefined;
    }
  };
  const cron = createCron({ db, hooks, fire: hooks.doActionPatiently, invoke });
  const content: SiteContent = createContent({
    db,
    kept,
    hooks,
    cache,
    formatting,
    options,
    meta,
    types,
    roles,
    users,
    cron,
    translate,
    verifyNonce: (nonce, action) => nonces.wpVerifyNonce(nonce, action) !== false,
    onRefusedQuery(filters, error) {
      const owners = new Map(
        filters.flatMap((name) => hooks.listeners(name).map(({ owner }) => [owner, name] as const)),
      );
      for (const [owner, name] of owners) if (owner !== '') plugins.faults.record(owner, `hook ${name}`, error);
    },
    attachments: {
      updateAttachedFile: (id, file) => attachments.updateAttachedFile(id, file),
      wpDeleteAttachment: (id, force) => attachments.wpDeleteAttachment(id, force),
    },
  });
  const uploadFolder = join(config.dataDir, 'uploads');
  const uploads = createSiteUploads({
    folder: uploadFolder,
    siteUrl: config.siteUrl,
    hooks,
    options,
    formatting,
    text: i18n.domain('default'),
  });
  const attachments = createAttachments({
    db,
    hooks,
    formatting,
    options,
    meta,
    content,
    uploads,
    folder: uploadFolder,
    baseUrl: config.siteUrl + UPLOADS_PATH,
    text: i18n.domain('default'),
    fetchSafely: (url) => fetchSafely(url),
    memo: () => currentContext()?.memo,
  });
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined;
  const secret = await authSecret(options);
  // Sites that share a Redis keep apart.
  const counters = redis
    ? fallbackCounters(
        redisCounters(redis, `plinth:${createHash('sha256').update(secret).digest('hex').slice(0, 16)}:limit:`),
        databaseCounters(db),
      )
    : databaseCounters(db);
  const limits = createRateLimits(counters);
  const letterLimit = createLetterLimit({ limits, options });
  const versions = createKeptVersions({ db, currentUserId });
  const audit = createAudit({ db, options, secret: () => authSecret(options), log });
  audit.describe(() => hostWords(i18n.domain('default')));
  watchAccounts({ hooks, audit, users, limits });
  watchSite({ hooks, audit, options });
  const nonces = createNonces({
    hooks,
    secret,
    holder: () => ({ userId: currentUserId(), token: sessionToken() }),
    escAttr: formatting.escAttr,
  });
  const passwords = createApplicationPasswords({ db, kept, hooks });
  const sessions = createSessionTokens({ db, users });
  const passwordRules = createPasswordRules({ options, translate });
  const siteName = siteNameOf(options);
  await registerTitles();

  async function registerTitles(): Promise<void> {
    const title = await siteName();
    registerCoreBlocks(blocks, {
      formatting,
      siteTitle: () => title,
      homeUrl: () => config.siteUrl,
      postTitle: (id) => content.getTheTitle(id),
      patternContent: (name) => patterns.getBlockPatterns().get(name)?.content,
    });
  }

  const firstPassword = createFirstPassword({ hooks, meta, options });
  const movedAddresses = createMovedAddresses({ db });
  followMovedAddresses({ hooks, content, moved: movedAddresses });
  const mailFolder = join(config.dataDir, 'mail');
  const keptLetters = createKeptLetters({ db, options, folder: mailFolder });
  const box = createSecretBox(secretKey(config));
  const mailServer = createMailServer({ smtpUrl: config.smtpUrl, options, box });
  const mail = createMailer({
    db,
    hooks,
    log,
    folder: mailFolder,
    server: mailServer,
    from: async () =>
      config.mailFrom ||
      `${(await siteName()).replace(/[<>"\r\n]/g, '')} <${(await mailServer.read()).from || (await options.getOption<string>('admin_email', 'shop@localhost'))}>`,
  });
  const sheet = (subject: string, view: string, data: object): Promise<string> =>
    letterSheet({ views, hooks, options, i18n, homeUrl }, subject, views.renderCore(`mail/${view}`, data));
  const { resetKeys, loginLetters, factors, signInScreens } = createSignInParts({
    db,
    hooks,
    cron,
    users,
    options,
    box,
    mail: (letter) => mail.wpMail(letter),
    sheet,
    mayWriteTo: async (email) => (await letterLimit.consumeLetterLimit(email)).allowed,
    siteUrl: config.siteUrl,
    siteName,
    locale: i18n.locale,
    translate,
  });
  const commentLetters = createCommentLetters({
    hooks,
    options,
    users,
    roles,
    content,
    cron,
    mail: (letter) => mail.wpMail(letter),
    currentUserId,
    adminUrl,
    translate,
  });
  const dates = createDates({ options, hooks, locale: i18n.locale });
  const backups = createBackups({
    source: { db, dataDir: config.dataDir, version: coreVersion(config.root), siteUrl: config.siteUrl },
    folder: config.backupDir,
    hooks,
    cron,
    invoke,
    options,
    adminUrl,
    text: i18n.domain('default'),
    zone: dates.wpTimezoneString,
    sendMail: (letter) => mail.wpMail(letter),
  });
  const privacy = createPrivacy({
    db,
    hooks,
    content,
    meta,
    users,
    attachments,
    formatting,
    options,
    cron,
    text: i18n.domain('default'),
    mail: (letter) => mail.wpMail(letter),
    keptLetters,
    siteUrl: config.siteUrl,
    folder: join(config.dataDir, 'personal-data'),
    now: Date.now,
  });
  const exchange = createExchange({
    config,
    db,
    hooks,
    content,
    attachments,
    uploads,
    meta,
    users,
    roles,
    options,
    formatting,
    movedAddresses,
    cron,
    text: i18n.domain('default'),
  });
  keepHouse({ db, hooks, options, log, audit, exports: privacy.fulfilment, letters: keptLetters });
  let zone = 'UTC';
  let dateFormat = '';
  let settled = '';
  let followTheme: (id: string) => void = () => undefined;
  /** What plugins have registered; none run yet. */
  let changes = (): number => 0;
  /** Takes over what another node, or a command, changed. @param ms how old what is known may be, in milliseconds */
  function refresh(ms?: number): MaybePromise<void> {
    return andThen(kept.refresh(ms), () => {
      const generation = generations.of('options');
      return andThen(options.refresh(generation), () => {
        const settings = `${generation} ${changes()}`;
        // What filters make of them changes with the plugins.
        if (generation === undefined || settings !== settled) return settle(settings);
      });
    });
  }
  async function settle(settings: string): Promise<void> {
    settled = settings;
    zone = await dates.wpTimezoneString();
    dateFormat = await options.getOption<string>('date_format', '');
    const language = await options.getOption<string>('WPLANG', '');
    i18n.setDefault(LOCALES.find((known) => known === language) ?? LOCALES[0]);
    // Another process, or a command, may have chosen it.
    followTheme((await options.getOption<string>('stylesheet', '')) || DEFAULT_THEME);
  }
  await refresh();
  let placesAnew = (): void => undefined;
  const look = createSiteLook({
    options,
    formatting,
    attachments,
    transaction: db.transaction,
    fontsBase: new URL(`${config.siteUrl}/wp-includes/assets/fonts`).pathname,
    stylesheet: () => views.themes[0]?.id ?? DEFAULT_THEME,
  });
  const views = createViews({
    root: config.root,
    ownThemes: join(config.dataDir, 'themes'),
    onTheme: () => placesAnew(),
    theme: (await options.getOption<string>('stylesheet', '')) || DEFAULT_THEME,
    onTrouble: (trouble) => log.warn({}, `${trouble} The default theme stands in for it.`),
    production: config.production,
    version: coreVersion(config.root),
    hooks,
    i18n,
    homeUrl,
    timeZone: () => zone,
    dateFormat: () => dateFormat,
    onAssetTrouble: (owner, handle, error) => void plugins.faults.record(owner, `asset ${handle}`, error),
    navMenu: (location) => content.now.wpNavMenu({ theme_location: location, container: '', menu_class: 'menu' }),
    lookStyle: look.style,
    lookPreload: look.preload,
    layoutData: layoutDataOf({ hooks, users, roles, options, nonces, i18n, look, homeUrl, adminUrl }),
  });
  const widgets = createWidgets({
    hooks,
    options,
    formatting,
    content,
    blocks,
    homeUrl,
    translate,
    longDate: (time) => views.longDate(time),
  });
  placesAnew = followThemePlaces({ views, content, widgets, hooks });
  followTheme = views.setTheme;
  const themes = createThemeStore({ db, hooks, options, views, folder: join(config.dataDir, 'themes') });
  const rest: Rest = createRest({
    hooks,
    formatting,
    invoke: (owner, place, work) => plugins.invoke(owner, place, work),
    isHeard: hooks.isHeardByPlugins,
    currentOwner: () => currentBlame()?.owner ?? '',
    currentUserId,
    homeUrl: () => config.siteUrl,
    siteInfo: () =>
      siteInfo(
        options,
        config.siteUrl,
        async (icon) => (await attachments.wpGetAttachmentImageUrl(icon, 'full')) || '',
      ),
    onError: (error, place) =>
      log.error({ place, error: describe(error), request: currentContext()?.id }, 'a REST request failed'),
  });
  const { optionNow: _optionNow, ...optionsForPlugins } = options;
  const processor = watchProcessorTime();
  const plugins: PluginHost = createPluginHost({
    config,
    versions: { core: coreVersion(config.root), node: process.versions.node },
    bundled: BUNDLED_PLUGINS,
    kept: FIRST_PLUGINS,
    isHeldUp: () => db.isHeldUp() || processor.isStarved(),
    generation: () => generations.of('options'),
    db,
    hooks,
    options,
    roles,
    log,
    views,
    i18n,
    homeUrl,
    adminUrl,
    secret,
    sendMail: (letter) => mail.wpMail(letter),
    functions: joined(
      optionsForPlugins,
      cache,
      keeping,
      forPlugins(meta),
      withoutAddresses(forPlugins(content)),
      forPlugins(users),
      forPlugins(roles),
      capabilityQuestions(roles),
      cron,
      dates,
      nonces,
      sessions,
      passwordRules,
      formatting,
      shortcodes,
      blocks,
      uploads,
      forPlugins(libraryFor(attachments)),
      limits,
      letterLimit,
      commentLetters,
      forPlugins(widgets),
      createPageFunctions(config.siteUrl),
      patterns,
      createFieldsApi({ text: i18n.domain('default'), formatting, content, roles, views, attachments, nonces }, () =>
        plugins.registries.fieldBoxes.all().map(({ value }) => value),
      ),
      familiarFunctions({
        config,
        db,
        hooks,
        options,
        dates,
        users,
        roles,
        content,
        nonces,
        formatting,
        i18n,
        views,
        rest,
        audit,
        limits,
        factors,
        resetKeys,
        loginLetters,
        loginScreens: signInScreens.current,
        theContent,
        theExcerpt,
        homeUrl,
        adminUrl,
      }),
      privacy.api,
      versionsForPlugins(versions),
      {
        audit,
        siteName: async () => siteName(),
        registerRestRoute: rest.registerRestRoute,
        registerRestField: rest.registerRestField,
        createRequest: rest.createRequest,
        dispatch: rest.dispatch,
        restUrl: rest.restUrl,
      },
    ),
  });
  changes = plugins.changes;
  noteChange = plugins.noteChange;

  return {
    config,
    log,
    db,
    hooks,
    formatting,
    dates,
    options,
    meta,
    users,
    roles,
    content,
    theContent,
    theExcerpt,
    uploads,
    widgets,
    attachments,
    limits,
    letterLimit,
    audit,
    versions,
    blocks,
    patterns,
    shortcodes,
    cron,
    heldJobs: createHeldJobs({ db }),
    backups,
    i18n,
    mail,
    keptLetters,
    mailServer,
    movedAddresses,
    firstPassword,
    views,
    look,
    themes,
    rest,
    nonces,
    passwords,
    sessions,
    passwordRules,
    resetKeys,
    loginLetters,
    signInScreens,
    factors,
    box,
    privacy,
    ...exchange,
    plugins,
    generations,
    secret,
    refresh,
    async close() {
      await backups.stop();
      await plugins.stopAll();
      await plugins.faults.settle();
      await audit.close();
      redis?.disconnect();
      processor.stop();
      await db.destroy();
    },
  };
}

/** What a log says of an error. */
export function describe(error: unknown): string {
  return error instanceof Error || typeof (error as Error | undefined)?.stack === 'string'
    ? String((error as Error).stack)
    : String(error);
}
