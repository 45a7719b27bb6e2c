import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Express, Request } from 'express';
import { createFormActions } from '../auth/form-actions.js';
import {
  createAccountNames,
  createLogin,
  createLoginLimiter,
  hashPostPassword,
  type LimiterOptions,
} from '../auth/login/index.js';
import { createPrograms, type ProgramsDeps } from '../auth/programs.js';
import { createRestAuthentication } from '../auth/rest-auth.js';
import { createUploadSenders } from '../auth/upload-limit.js';
import {
  createFront,
  createFrontPages,
  createPostSearch,
  createRestRequest,
  ownWordsAt,
  pluginDocument,
} from '../front/index.js';
import { FRAME_ORIGINS } from '../content/blocks/index.js';
import { createAdmin, registerEditingRoute, registerLookRoute, registerThingsRoute } from '../admin/index.js';
import { LOCALES } from '../i18n/index.js';
import { clientIp, currentContext } from '../context/index.js';
import {
  asksPlugins,
  BODY_LIMIT,
  createApp,
  createKeptAnswers,
  createPageCache,
  createPageRequests,
  createSendPage,
  createSessions,
  createTiming,
  currentVerifier,
  type DocumentReply,
  pageHandler,
  requestLanguage,
  type SitePageRequest,
  staticFiles,
  UPLOAD_LIMIT,
  visitorLocale,
} from '../http/index.js';
import {
  andThen,
  type FrontRoute,
  isWpError,
  type MaybePromise,
  type PageReply,
  PlinthError,
  type Post,
  type Steps,
} from '../api/index.js';
import { within } from '../hooks/index.js';
import { fetchSafely } from '../network/index.js';
import { registerWpV2 } from '../rest/wp-v2/index.js';
import { authenticateWhileProtected, noteVisit, whileProtected } from './access.js';
import { healthChecks } from './health-checks.js';
import { startRest } from './rest-start.js';
import { describeError } from './describe-error.js';
import type { Site } from './site.js';
import { siteNameOf } from './site-name.js';
import { createAnswerLine, createTimingPanel } from './timing-panel.js';

/** As much of a page elsewhere as says what it is about. */
const PAGE_HEAD = 150_000;
/** Milliseconds `/readyz` waits for the database. */
const READY_MS = 2_000;
/** Milliseconds within which what is known of the database is taken for what another process may just have changed, for strangers and the pages kept for them. */
const FRESH_MS = 10;
/** Milliseconds after which a page is made, and fails, like any other request when the database does not answer. */
const LOOK_MS = 1_000;
/** Milliseconds a visitor waits for a database that does not answer. */
const PATIENCE_MS = 4_000;

function databaseSilent(): PlinthError {
  return new PlinthError('db_unreachable', 'The database does not answer in time.', {
    cure: 'Look at the database server, and the network between it and the site.',
    status: 503,
  });
}

/** What is there already needs no clock. */
function inTime(work: MaybePromise<void>, ms: number): MaybePromise<void> {
  return work instanceof Promise ? within(work, ms, databaseSilent) : work;
}

/** Somebody who only looks, and whom nothing that the site was told before belongs to. */
function isStranger({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.cookie === undefined && headers.authorization === undefined;
}

/** The Express application of a site. */
export function createSiteApp(site: Site, isStopping: () => boolean = () => false): Express {
  const { config, db, hooks, i18n, nonces, options, plugins, roles, users, views } = site;
  const currentUserId = (): number => currentContext()?.userId ?? 0;
  const sessions = createSessions({
    db,
    hooks,
    users,
    know: roles.now.knowCurrentUser,
    secret: site.secret,
    siteUrl: config.siteUrl,
    programUser: (authorization) => programs.userOf(authorization),
  });
  const makeRequest = createPageRequests({
    sessions,
    siteUrl: config.siteUrl,
    locale: i18n.locale,
    verifyNonce: (nonce, action) => nonces.wpVerifyNonce(nonce, action) !== false,
    mayUpload: async (userId) =>
      (await roles.userCan(userId, 'upload_files')) || roles.userCan(userId, 'install_plugins'),
  });
  // Within a process the question to SQLite costs next to nothing.
  const freshMs = db.engine === 'sqlite' ? 0 : FRESH_MS;
  const keeping = {
    generations: { ...site.generations, fresh: (ms: number) => inTime(site.generations.fresh(ms), LOOK_MS) },
    freshMs,
    // Who asks may then be known by something else than the cookie.
    isOn: () => config.pageCacheMb > 0 && !config.safeMode && !plugins.isProtected('access') && !asksPlugins(hooks),
    state: () => plugins.changes() + views.revision(),
    localeOf: (request: Request) => visitorLocale(request, LOCALES, i18n.siteLocale()),
    sessionCookies: [sessions.cookieName, sessions.visitorCookie],
    trustProxy: config.trustProxy,
  };
  const keptBytes = Math.max(config.pageCacheMb, 1) * 1024 * 1024;
  const keptAnswers = createKeptAnswers({
    ...keeping,
    bytes: keptBytes / 4,
    isHeard: hooks.isHeardByPlugins,
    keepingOf: site.rest.keepingOf,
  });
  const pageCache = createPageCache({
    ...keeping,
    bytes: keptBytes,
    siteUrl: config.siteUrl,
    sent: (page) => {
      if (hooks.hasAction('plinth/page_sent')) void hooks.doAction('plinth/page_sent', page);
    },
  });
  const scriptUrl = (file: string): string => views.hostFile(`/wp-includes/assets/${file}`);
  const siteName = siteNameOf(options);
  const renderView = (owner: string, reply: { view?: string; data?: object }): string => {
    const plugin = plugins.runningPlugin(owner);
    if (!plugin || reply.view === undefined)
      throw new PlinthError('view_missing', 'A page reply needs html, or the view of a running plugin.');
    const { view, data } = reply;
    return plugins.invoke(owner, `view ${view}`, () =>
      views.renderPlugin({ id: owner, folder: plugin.folder, textDomain: plugin.manifest.textDomain }, view, data),
    );
  };
  const send = createSendPage({
    siteUrl: config.siteUrl,
    siteName,
    finish: pageCache.finish,
    frames: { origins: FRAME_ORIGINS, script: scriptUrl('embeds.js') },
    layout: (parts) => views.renderPage(parts),
    renderView,
  });
  const renderError = (status: number): string =>
    views.renderCore('errors/error', { status, requestId: currentContext()?.id ?? '', homeUrl: `${config.siteUrl}/` });

  const renderMessage = (status: number, title = '', message = ''): string =>
    views.renderCore('errors/error', {
      status,
      title: title || 'Plinth › Error',
      message,
      homeUrl: `${config.siteUrl}/`,
    });

  const showContent = (text: string, post: Post): MaybePromise<string> =>
    site.theContent.theContent(text, { postId: post.id, postType: post.post_type });
  const showExcerpt = (post: Post): MaybePromise<string> =>
    andThen(site.content.now.postPasswordRequired(post.id), (passwordRequired) =>
      andThen(site.theExcerpt({ ...post, passwordRequired }), (excerpt) => hooks.applyFilters('the_excerpt', excerpt)),
    );

  registerThingsRoute({
    rest: site.rest,
    content: site.content,
    attachments: site.attachments,
    roles,
    text: i18n.domain('default'),
  });
  registerLookRoute({
    rest: site.rest,
    roles,
    text: i18n.domain('default'),
    formatting: site.formatting,
    content: site.content,
    look: site.look,
    siteName,
  });
  registerEditingRoute({
    rest: site.rest,
    content: site.content,
    meta: site.meta,
    options,
    versions: site.versions,
    editedKind: (kind) => plugins.registries.editedKinds.all().find(({ value }) => value.kind === kind)?.value,
    users,
    roles,
    now: Date.now,
    transaction: db.transaction,
    currentUserId,
  });
  const wpV2 = registerWpV2({
    rest: site.rest,
    content: site.content,
    attachments: site.attachments,
    widgets: site.widgets,
    patterns: site.patterns,
    themes: () =>
      views.installedThemes().map((theme) => {
        const url = `${config.siteUrl}/wp-content/themes/${theme.id}`;
        return {
          ...theme,
          active: theme.id === views.themes[0]?.id,
          url,
          picture: theme.screenshot === '' ? '' : `${url}/assets/${theme.screenshot}`,
        };
      }),
    async fetchSafely(url) {
      const fetched = await fetchSafely(url);
      return isWpError(fetched) || !/^text\/html\b/i.test(fetched.type)
        ? undefined
        : fetched.data.subarray(0, PAGE_HEAD).toString('utf8');
    },
    siteSecret: site.secret,
    uploads: site.uploads,
    theContent: showContent,
    theExcerpt: showExcerpt,
    pageTemplates: () => views.themes.flatMap((theme) => theme.customTemplates.map((template) => template.name)),
    db,
    hooks,
    formatting: site.formatting,
    options,
    meta: site.meta,
    users,
    roles,
    blocks: site.blocks,
    passwords: site.passwords,
    passwordProblem: site.passwordRules.passwordProblem,
    plugins: {
      list: async () =>
        (await plugins.records()).flatMap(({ id, manifest, status }) =>
          manifest
            ? [
                {
                  id,
                  active: status !== 'inactive',
                  paused: status === 'quarantined',
                  name: manifest.name,
                  pluginUri: '',
                  author: manifest.author,
                  authorUri: '',
                  description: manifest.description,
                  version: manifest.version,
                  requiresCore: manifest.requiresCore,
                  textDomain: manifest.textDomain,
                },
              ]
            : [],
        ),
      async activate(id) {
        const error = await plugins.activatePlugin(id);
        if (error) throw new PlinthError(error.getErrorCode(), error.getErrorMessage(), { status: 500 });
      },
      deactivate: (id) => plugins.deactivatePlugins(id),
      async remove(id) {
        const removed = await plugins.deletePlugin(id);
        if (isWpError(removed))
          throw new PlinthError(removed.getErrorCode(), removed.getErrorMessage(), { status: 500 });
      },
    },
    currentUserId,
    currentApplicationPassword: () => currentContext()?.memo.get('application_password') as string | undefined,
    locale: i18n.locale,
  });

  const words = {
    hooks,
    options,
    content: site.content,
    formatting: site.formatting,
    locale: i18n.locale,
    translate: (text: string, ...values: (string | number)[]) => i18n.domain('default').__(text, ...values),
  };
  function* document(reply: PageReply, route: FrontRoute, request: SitePageRequest): Steps<DocumentReply> {
    const own = yield* ownWordsAt(
      { content: site.content, formatting: site.formatting, theContent: showContent },
      route,
      request,
      reply,
    );
    const named = own && own.title !== '' ? { ...reply, title: own.title } : reply;
    return { ...(yield* pluginDocument(words, named)), ...(own ? { own } : {}) };
  }
  const restReady = startRest({ hooks, rest: site.rest, wpV2, changes: plugins.changes });

  const pages = createFrontPages({
    ...words,
    users,
    roles,
    nonces,
    currentUserId,
    ...createPostSearch(db),
    movedTo: site.movedAddresses.find,
    attachments: site.attachments,
    meta: site.meta,
    siteUrl: config.siteUrl,
    safeMode: config.safeMode,
    theContent: showContent,
    theExcerpt: showExcerpt,
    renderMessage,
    locateTemplate: views.locateTemplate,
    renderTheme: views.renderTheme,
    openPage: views.openPage,
    dynamicSidebar: site.widgets.now.dynamicSidebar,
    longDate: views.longDate,
    customTemplates: () => views.themes.flatMap((theme) => theme.customTemplates),
    hashPostPassword: (password) => hashPostPassword(site.secret, password),
    limits: site.limits,
    sign: (text) => createHmac('sha256', site.secret).update(text).digest('base64url'),
  });

  const shared: LimiterOptions = {
    accountOf: createAccountNames(db),
    limitOf: (limit, of, name) => hooks.applyFilters('plinth/login_limit', limit, of, name),
  };
  const limiter = createLoginLimiter(site.limits, shared);
  // Programs call often, and one with a stale password must not lock out the others of its owner; theirs cannot be guessed.
  const restLimiter = createLoginLimiter(site.limits, { ...shared, name: 'rest', perAccount: 100, perAddress: 500 });
  const ofPrograms: ProgramsDeps = {
    hooks,
    asksPlugins: () => asksPlugins(hooks),
    users,
    passwords: site.passwords,
    clientIp,
    limiter: restLimiter,
    accountLimiter: limiter,
    factors: site.factors,
  };
  const programs = createPrograms(ofPrograms);
  const login = createLogin({
    assets: views.loginAssets,
    hooks,
    users,
    roles,
    nonces,
    options,
    keys: site.resetKeys,
    limiter,
    programUser: programs.userOf,
    letterLimiter: createLoginLimiter(site.limits, {
      ...shared,
      name: 'lost',
      perName: 10,
      limitOf: async (limit, of, name) =>
        hooks.applyFilters(
          'plinth/login_limit',
          of === 'account' ? Number(await options.getOption('reset_letters', limit)) : limit,
          of,
          name,
        ),
    }),
    factorLimiter: createLoginLimiter(site.limits, { ...shared, name: 'factor', perName: 20 }),
    factors: site.factors,
    box: site.box,
    now: Date.now,
    keyLimiter: createLoginLimiter(site.limits, { ...shared, name: 'key' }),
    pageLimiter: createLoginLimiter(site.limits, { ...shared, name: 'page', perAccount: 30 }),
    secret: site.secret,
    passwordProblem: site.passwordRules.passwordProblem,
    render: (view, data) => views.renderCore(view, data),
    letters: site.loginLetters,
    privacy: site.privacy,
    siteUrl: config.siteUrl,
    locale: i18n.locale,
    translate: (text, ...values) => i18n.domain('default').__(text, ...values),
    stylesheet: views.hostFile('/wp-content/themes/default/assets/style.css'),
    scriptUrl,
  });

  site.signInScreens.show(login);
  const maySendFiles = createUploadSenders({ users, roles, passwords: site.passwords, currentUserId });
  return createApp({
    hooks,
    hosts: plugins.hosts,
    rest: site.rest,
    authenticate: authenticateWhileProtected(
      site,
      createRestAuthentication({
        ...ofPrograms,
        programs,
        nonces,
        currentUserId,
        isFromCookie: () => currentVerifier() !== '',
        setCurrentUser(userId, applicationPassword) {
          const context = currentContext();
          if (!context) return;
          context.userId = userId;
          if (applicationPassword !== undefined) context.memo.set('application_password', applicationPassword);
          return andThen(roles.now.knowCurrentUser(), () => hooks.doAction('set_current_user'));
        },
      }),
    ),
    sessions,
    announceRest: createRestRequest({ hooks, content: site.content }),
    say: words.translate,
    restBodyLimit: (request, route) =>
      andThen(maySendFiles(request.method, route, request.headers.authorization), (may) =>
        may ? UPLOAD_LIMIT : BODY_LIMIT,
      ),
    language: requestLanguage({
      locales: LOCALES,
      siteLocale: i18n.siteLocale,
      secure: config.siteUrl.startsWith('https:'),
      localeOfUser: (id) => users.getTheAuthorMeta('locale', id),
    }),
    login: pageHandler(makeRequest, config.siteUrl, hooks, (request) => login(request)),
    actions: pageHandler(
      makeRequest,
      config.siteUrl,
      hooks,
      createFormActions({ siteUrl: config.siteUrl, hooks, nonces, renderError: renderMessage }),
    ),
    admin: createAdmin({
      siteUrl: config.siteUrl,
      safeMode: config.safeMode,
      log: site.log,
      renderRefusal: (status, message) =>
        views.renderCore('errors/error', {
          status,
          title: 'Plinth › Error',
          message,
          dashboardUrl: `${config.siteUrl}/wp-admin/`,
        }),
      siteName,
      views,
      look: site.look,
      themeStore: site.themes,
      transaction: db.transaction,
      hooks,
      options,
      roles,
      users,
      nonces,
      plugins,
      makeRequest,
      renderView,
      lastUser: sessions.lastUser,
      leaveTrace: sessions.leaveTrace,
      formatting: site.formatting,
      content: site.content,
      attachments: site.attachments,
      meta: site.meta,
      blocks: site.blocks,
      patterns: site.patterns,
      scriptUrl,
      cron: site.cron,
      dates: site.dates,
      backups: site.backups,
      privacy: site.privacy,
      imports: site.imports,
      exports: site.exports,
      heldJobs: site.heldJobs,
      mail: site.mail,
      keptLetters: site.keptLetters,
      mailServer: site.mailServer,
      movedAddresses: site.movedAddresses,
      mustChoosePassword: site.firstPassword.mustChoose,
      mailFromEnvironment: site.config.mailFrom,
      audit: site.audit,
      versions: site.versions,
      passwords: site.passwords,
      sessions: site.sessions,
      factors: site.factors,
      box: site.box,
      limiter,
      now: Date.now,
      passwordProblem: site.passwordRules.passwordProblem,
      renderPreview: async (title, content) => {
        const shown = await site.theContent.theContent(content);
        if (title === undefined)
          return views.renderPage(
            { title: '', body: `<div class="entry-content">${shown}</div>`, robots: 'noindex', bodyClass: ['preview'] },
            'part',
          );
        return views.renderPage({
          title,
          body: views.renderTheme(['page', 'singular', 'index'], {
            heading: title,
            post: { title: site.formatting.escHtml(title), content: shown },
          }),
          robots: 'noindex',
          bodyClass: ['page', 'preview'],
        });
      },
      healthChecks: () => healthChecks(site),
      locales: LOCALES,
      locale: i18n.locale,
      text: i18n.domain('default'),
      textOf: (domain) => i18n.domain(domain),
    }),
    keptPages: pageCache.lookUp,
    keptAnswers,
    front: pageCache.around(
      whileProtected(
        site,
        createFront({
          routes: () => plugins.registries.frontRoutes.all(),
          pages,
          makeRequest,
          hooks,
          document,
          send,
          siteUrl: config.siteUrl,
        }),
      ),
    ),
    assets: staticFiles(config.root, {
      plugins: plugins.folders,
      themes: views.themeFolders,
      uploads: join(config.dataDir, 'uploads'),
      drawings: join(config.dataDir, 'drawings'),
      paths: config.pluginPaths,
    }),
    renderError,
    checkDatabase: () => within(db().raw('select 1').timeout(READY_MS), READY_MS, databaseSilent),
    onError: (error, place) =>
      site.log.error({ place, error: describeError(error), request: currentContext()?.id }, 'a request failed'),
    isStopping,
    beforeRequest(request) {
      noteVisit(request.path);
      const known = site.refresh(isStranger(request) ? freshMs : 0);
      return andThen(inTime(known, PATIENCE_MS), () =>
        andThen(plugins.reconcile(), () => {
          wpV2.followTypes();
          return restReady();
        }),
      );
    },
    timing: createTiming({
      mayKnow: (userId) => roles.userCan(userId, 'manage_options'),
      panel: createTimingPanel(views, i18n),
      ...(config.development ? { development: { witness: hooks.witness, onAnswer: createAnswerLine(config) } } : {}),
    }),
    siteUrl: config.siteUrl,
    trustProxy: config.trustProxy,
  });
}
