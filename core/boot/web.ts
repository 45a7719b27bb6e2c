import type { Express } from 'express';
import { createFormActions } from '../auth/form-actions.js';
import { createLogin, createLoginLimiter, createResetKeys } from '../auth/login/index.js';
import { createRestAuthentication } from '../auth/rest-auth.js';
import { createAdmin } from '../admin/index.js';
import { currentContext } from '../context/index.js';
import { createApp, createFront, createPageRequests, createSendPage, createSessions, pageHandler, staticFiles } from '../http/index.js';
import { isWpError, PlinthError } from '../api/index.js';
import { registerWpV2Site } from '../rest/wp-v2/index.js';
import { describe, type Site } from './site.js';

/** The Express application of a site. */
export function createSiteApp(site: Site, isStopping: () => boolean = () => false): Express {
  const { config, db, hooks, i18n, nonces, options, plugins, roles, users, views } = site;
  const currentUserId = (): number => currentContext()?.userId ?? 0;
  const sessions = createSessions({ db, users, secret: site.secret, siteUrl: config.siteUrl });
  const makeRequest = createPageRequests({
    sessions,
    siteUrl: config.siteUrl,
    locale: i18n.locale,
    verifyNonce: (nonce, action) => nonces.wpVerifyNonce(nonce, action) !== false,
  });
  const siteName = (): Promise<string> => options.getOption<string>('blogname', 'Plinth');
  const renderView = (owner: string, reply: { view?: string; data?: object }): string => {
    const plugin = plugins.runningPlugin(owner);
    if (!plugin || reply.view === undefined) throw new PlinthError('view_missing', 'A page reply needs html, or the view of a running plugin.');
    return views.renderPlugin({ id: owner, folder: plugin.folder, textDomain: plugin.manifest.textDomain }, reply.view, reply.data);
  };
  const send = createSendPage({ siteUrl: config.siteUrl, siteName, layout: (parts) => views.renderPage(parts), renderView });
  const renderError = (status: number): string =>
    views.renderCore('errors/error', { status, requestId: currentContext()?.id ?? '', homeUrl: `${config.siteUrl}/` });

  registerWpV2Site({
    rest: site.rest,
    content: { ...site.types, getAuthorPostsUrl: async (_id, nicename = '') => `${config.siteUrl}/author/${nicename}/` },
    db, hooks, formatting: site.formatting, options, meta: site.meta, users, roles, blocks: site.blocks, passwords: site.passwords,
    plugins: {
      list: async () =>
        (await plugins.records()).flatMap(({ id, manifest, status }) =>
          manifest
            ? [{ id, active: status !== 'inactive', name: manifest.name, pluginUri: '', author: manifest.author, authorUri: '', description: manifest.description, version: manifest.version, requiresCore: manifest.requiresCore, textDomain: manifest.textDomain }]
            : [],
        ),
      async activate(id) {
        const error = await plugins.activatePlugin(id);
        if (error) throw new PlinthError(error.getErrorCode(), error.getErrorMessage(), { status: 500 });
      },
      deactivate: (id) => plugins.deactivatePlugins(id),
      async remove(id) {
        const removed = await plugins.deletePlugin(id);
        if (isWpError(removed)) throw new PlinthError(removed.getErrorCode(), removed.getErrorMessage(), { status: 500 });
      },
    },
    currentUserId,
    currentApplicationPassword: () => currentContext()?.memo.get('application_password') as string | undefined,
    locale: i18n.locale,
  });

  const login = createLogin({
    hooks, users, roles, nonces, options,
    keys: createResetKeys({ db, users }),
    limiter: createLoginLimiter(),
    render: (view, data) => views.renderCore(view, data),
    mail: (letter) => site.mail.wpMail(letter),
    siteUrl: config.siteUrl,
    locale: i18n.locale,
    stylesheet: `${config.siteUrl}/wp-content/themes/default/assets/style.css`,
  });

  return createApp({
    rest: site.rest,
    authenticate: createRestAuthentication({
      hooks, users, nonces,
      passwords: site.passwords,
      currentUserId,
      setCurrentUser(userId, applicationPassword) {
        const context = currentContext();
        if (!context) return;
        context.userId = userId;
        if (applicationPassword !== undefined) context.memo.set('application_password', applicationPassword);
      },
      clientIp: () => (currentContext()?.memo.get('client_ip') as string | undefined) ?? '',
    }),
    sessions,
    login: pageHandler(makeRequest, config.siteUrl, login),
    actions: pageHandler(makeRequest, config.siteUrl, createFormActions({ hooks, nonces, renderError })),
    admin: createAdmin({ siteUrl: config.siteUrl, siteName, views, roles, nonces, plugins, makeRequest, renderView, translate: (text) => i18n.domain('default').__(text) }),
    front: createFront({ views, routes: () => plugins.registries.frontRoutes.all(), makeRequest, send }),
    assets: staticFiles(config.root, plugins.folders),
    renderError,
    checkDatabase: async () => void (await db().raw('select 1')),
    onError: (error, place) => site.log.error({ place, error: describe(error), request: currentContext()?.id }, 'a request failed'),
    isStopping,
    async beforeRequest() {
      await options.refresh();
      await plugins.reconcile();
    },
    siteUrl: config.siteUrl,
    trustProxy: config.trustProxy,
  });
}
