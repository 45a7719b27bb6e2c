import { join } from 'node:path';
import { createUploadSenders } from '../../auth/upload-limit.js';
import { currentContext } from '../../context/index.js';
import { createRestRequest } from '../../front/index.js';
import { withTimeout } from '../../hooks/index.js';
import {
  type AppDeps,
  BODY_LIMIT,
  createPageRequests,
  createSessions,
  createTiming,
  requestLanguage,
  staticFiles,
  UPLOAD_LIMIT,
} from '../../http/index.js';
import { LOCALES } from '../../i18n/index.js';
import { describeError } from '../log.js';
import type { Site } from '../site.js';
import { createResponseLine, createTimingPanel } from '../timing-panel.js';
import { databaseTimeoutError, READY_TIMEOUT_MS } from './database-timeout.js';

/** Creates the login sessions of the site's users. */
export function createSiteSessions(
  site: Site,
  authenticateApplicationPassword: Parameters<typeof createSessions>[0]['authenticateApplicationPassword'],
) {
  const { db, hooks, users, roles, secret, config } = site;
  return createSessions({
    db,
    hooks,
    users,
    loadCapabilities: roles.loadCurrentUserCapabilities,
    secret,
    siteUrl: config.siteUrl,
    authenticateApplicationPassword,
  });
}

/** Creates the function that turns an HTTP request into the request that page handlers receive. */
export function createSiteRequests({ config, i18n, nonces, roles }: Site, sessions: ReturnType<typeof createSessions>) {
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
export function requestParts(site: Site) {
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
      siteLanguages: i18n.siteLanguages,
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
    checkDatabase: () => withTimeout(canRead(db), READY_TIMEOUT_MS, databaseTimeoutError),
    onError: (error, context) =>
      log.error({ context, error: describeError(error), request: currentContext()?.id }, 'a request failed'),
    timing: createTiming({
      canView: (userId) => roles.userCan(userId, 'manage_options'),
      panel: createTimingPanel(views, i18n),
      ...(config.development
        ? { development: { recordHookActivity: hooks.recordActivity, onResponse: createResponseLine(config) } }
        : {}),
    }),
    siteUrl: config.siteUrl,
    trustProxy: config.trustProxy,
  } satisfies Partial<AppDeps>;
}
