import type { Express, Request } from 'express';
import { createFormActions } from '../auth/form-actions.js';
import { createApp, pageHandler } from '../http/index.js';
import { authenticateWhileProtected, markVisitorRequest, blockWhileUnprotected } from './access-guard.js';
import { startRest } from './rest-start.js';
import type { Site } from './site.js';
import { createSiteAdmin } from './web/admin.js';
import { createContentViews, createPageViews } from './web/page-views.js';
import { withDatabaseTimeout, REQUEST_TIMEOUT_MS } from './web/database-timeout.js';
import { createSiteFront } from './web/front.js';
import { createWebLogin } from './web/login.js';
import { createResponseCaches, maxStateAgeMs } from './web/response-caches.js';
import { registerHostRoutes } from './web/rest-routes.js';
import { createSiteRequests, createSiteSessions, requestParts } from './web/request-parts.js';

/** Creates a site's Express application: all request handlers, built from the site's parts. */
export function createSiteApp(site: Site, isStopping: () => boolean = () => false): Express {
  const { config, hooks } = site;
  const scriptUrl = (file: string): string => site.views.hostFile(`/wp-includes/assets/${file}`);
  const contentViews = createContentViews(site);
  const pageViews = createPageViews(site);
  const wpV2 = registerHostRoutes(site, contentViews);
  const restReady = startRest({ hooks, rest: site.rest, wpV2, changes: site.plugins.changes });
  const logins = createWebLogin(site, scriptUrl);
  site.loginScreens.show(logins.login);
  const sessions = createSiteSessions(site, logins.clients.findUserId);
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
      await withDatabaseTimeout(site.refresh(isAnonymousRead(request) ? maxStateAgeMs(site) : 0), REQUEST_TIMEOUT_MS);
      await site.plugins.reconcile();
      wpV2.syncTypeRoutes();
      await restReady();
    },
  });
}

/** Whether the request is a read by an anonymous visitor without state from earlier requests. */
function isAnonymousRead({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.cookie === undefined && headers.authorization === undefined;
}
