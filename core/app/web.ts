import { join } from 'node:path';
import type { Express, Request } from 'express';
import { createFormActions } from '../auth/form-actions.js';
import { createUploadSenders } from '../auth/upload-limit.js';
import { currentContext } from '../context/index.js';
import { createRestRequest } from '../front/index.js';
import { within } from '../hooks/index.js';
import {
  type AppDeps,
  BODY_LIMIT,
  createApp,
  createPageRequests,
  createSessions,
  createTiming,
  pageHandler,
  requestLanguage,
  staticFiles,
  UPLOAD_LIMIT,
} from '../http/index.js';
import { LOCALES } from '../i18n/index.js';
import { authenticateWhileProtected, markVisitorRequest, blockWhileUnprotected } from './access-guard.js';
import { describeError } from './log.js';
import { startRest } from './rest-start.js';
import type { Site } from './site.js';
import { createAnswerLine, createTimingPanel } from './timing-panel.js';
import { createSiteAdmin } from './web/admin.js';
import { createContentViews, createPageViews } from './web/page-views.js';
import { databaseTimeoutError, withTimeout, REQUEST_TIMEOUT_MS, READY_TIMEOUT_MS } from './web/database-timeout.js';
import { createSiteFront } from './web/front.js';
import { createLoginParts } from './web/login.js';
import { createResponseCaches, maxStateAgeMs } from './web/response-caches.js';
import { registerHostRoutes } from './web/rest-routes.js';

/** Creates a site's Express application: all request handlers, built from the site's parts. */
export function createSiteApp(site: Site, isStopping: () => boolean = () => false): Express {
  const { config, hooks } = site;
  const scriptUrl = (file: string): string => site.views.hostFile(`/wp-includes/assets/${file}`);
  const contentViews = createContentViews(site);
  const pageViews = createPageViews(site);
  const wpV2 = registerHostRoutes(site, contentViews);
  const restReady = startRest({ hooks, rest: site.rest, wpV2, changes: site.plugins.changes });
  const logins = createLoginParts(site, scriptUrl);
  site.loginScreens.show(logins.login);
  const sessions = createSiteSessions(site, logins.programs.findUserId);
  const makeRequest = createSiteRequests(site, sessions);
  const { restCache, pageCache } = createResponseCaches(site, sessions);
  const front = createSiteFront(site, {
    contentViews,
    pageViews,
    pageCache,
    createPageRequest: makeRequest,
    scriptUrl,
  });
  const formActions = createFormActions({
    siteUrl: config.siteUrl,
    hooks,
    nonces: site.nonces,
    renderError: pageViews.renderMessage,
  });
  return createApp({
    ...requestParts(site),
    sessions,
    authenticate: authenticateWhileProtected(site, logins.authenticate),
    login: pageHandler(makeRequest, config.siteUrl, hooks, (request) => logins.login(request)),
    actions: pageHandler(makeRequest, config.siteUrl, hooks, formActions),
    admin: createSiteAdmin(site, {
      sessions,
      limiter: logins.limiter,
      createPageRequest: makeRequest,
      pageViews,
      scriptUrl,
    }),
    pageCache: pageCache.serveCached,
    restCache,
    front: pageCache.trackDependencies(blockWhileUnprotected(site, front)),
    renderError: pageViews.renderError,
    isStopping,
    async beforeRequest(request) {
      markVisitorRequest(request.path);
      const refreshResult = site.refresh(isAnonymousRead(request) ? maxStateAgeMs(site) : 0);
      await withTimeout(refreshResult, REQUEST_TIMEOUT_MS);
      await site.plugins.reconcile();
      wpV2.syncTypeRoutes();
      return restReady();
    },
  });
}

/** Whether the request is a read by an anonymous visitor without state from earlier requests. */
function isAnonymousRead({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.cookie === undefined && headers.authorization === undefined;
}

function createSiteSessions(
  site: Site,
  programUser: Parameters<typeof createSessions>[0]['authenticateApplicationPassword'],
) {
  const { db, hooks, users, roles, secret, config } = site;
  return createSessions({
    db,
    hooks,
    users,
    loadCapabilities: roles.loadCurrentUserCapabilities,
    secret,
    siteUrl: config.siteUrl,
    authenticateApplicationPassword: programUser,
  });
}

function createSiteRequests({ config, i18n, nonces, roles }: Site, sessions: ReturnType<typeof createSessions>) {
  return createPageRequests({
    sessions,
    siteUrl: config.siteUrl,
    locale: i18n.locale,
    verifyNonce: (nonce, action) => nonces.wpVerifyNonce(nonce, action) !== false,
    canUpload: async (userId) =>
      (await roles.userCan(userId, 'upload_files')) || roles.userCan(userId, 'install_plugins'),
  });
}

/** A cluster node separated from the others still answers queries that read no table. */
async function canRead(db: Site['db']): Promise<void> {
  await db()('table_versions').first('id').timeout(READY_TIMEOUT_MS);
}

/** Creates what the application needs for each request, whatever handles it. */
function requestParts(site: Site) {
  const { config, db, hooks, i18n, log, plugins, roles, users, views } = site;
  const currentUserId = (): number => currentContext()?.userId ?? 0;
  const canUploadFiles = createUploadSenders({ users, roles, passwords: site.passwords, currentUserId });
  return {
    hooks,
    hosts: plugins.hosts,
    rest: site.rest,
    fireRequestHooks: createRestRequest({ hooks, content: site.content }),
    translate: (text, ...values) => i18n.domain('default').__(text, ...values),
    restBodyLimit: async (request, route) => {
      const isAllowed = await canUploadFiles(request.method, route, request.headers.authorization);
      return isAllowed ? UPLOAD_LIMIT : BODY_LIMIT;
    },
    language: requestLanguage({
      locales: LOCALES,
      siteLocale: i18n.siteLocale,
      secure: config.siteUrl.startsWith('https:'),
      localeOfUser: (id) => users.getTheAuthorMeta('locale', id),
    }),
    assets: staticFiles(config.root, {
      plugins: plugins.folders,
      themes: views.themeFolders,
      uploads: join(config.dataDir, 'uploads'),
      pngCopies: join(config.dataDir, 'drawings'),
      paths: config.pluginPaths,
    }),
    checkDatabase: () => within(canRead(db), READY_TIMEOUT_MS, databaseTimeoutError),
    onError: (error, context) =>
      log.error({ context, error: describeError(error), request: currentContext()?.id }, 'a request failed'),
    timing: createTiming({
      canView: (userId) => roles.userCan(userId, 'manage_options'),
      panel: createTimingPanel(views, i18n),
      ...(config.development
        ? { development: { recordHookActivity: hooks.witness, onAnswer: createAnswerLine(config) } }
        : {}),
    }),
    siteUrl: config.siteUrl,
    trustProxy: config.trustProxy,
  } satisfies Partial<AppDeps>;
}
