import { createHmac } from 'node:crypto';
import { hashPostPassword } from '../../auth/login/index.js';
import type { FrontRoute, PageReply } from '../../api/index.js';
import { FRAME_ORIGINS } from '../../content/blocks/index.js';
import { currentContext } from '../../context/index.js';
import {
  createFront,
  createFrontPages,
  createPostSearch,
  getOwnerTexts,
  completePluginPage,
} from '../../front/index.js';
import {
  createSendPage,
  type DocumentReply,
  type Handler,
  type MakePageRequest,
  type SitePageRequest,
} from '../../http/index.js';
import type { Site } from '../site.js';
import { createSiteName } from '../layout-data.js';
import type { ContentViews, PageViews } from './page-views.js';
import type { createResponseCaches } from './response-caches.js';

interface FrontParts {
  readonly contentViews: ContentViews;
  readonly pageViews: PageViews;
  readonly pageCache: ReturnType<typeof createResponseCaches>['pageCache'];
  readonly createPageRequest: MakePageRequest;
  scriptUrl(file: string): string;
}

/** Creates the handler for visitors: plugins' routes and the pages of the site's content. */
export function createSiteFront(site: Site, parts: FrontParts): Handler {
  const { config, hooks, plugins, views } = site;
  const { contentViews, pageViews, pageCache, createPageRequest, scriptUrl } = parts;
  const send = createSendPage({
    siteUrl: config.siteUrl,
    siteName: createSiteName(site.options),
    sendReply: pageCache.sendReply,
    frames: { origins: FRAME_ORIGINS, script: scriptUrl('embeds.js') },
    layout: (page) => views.renderPage(page),
    renderView: pageViews.renderView,
  });
  return createFront({
    routes: () => mergePausedRoutes(plugins.registries.frontRoutes.all(), plugins.pausedRoutes()),
    pages: createSitePages(site, contentViews, pageViews),
    makeRequest: createPageRequest,
    hooks,
    document: createDocument(site, contentViews),
    send,
    siteUrl: config.siteUrl,
  });
}

function mergePausedRoutes<T>(routes: readonly T[], paused: readonly T[]): readonly T[] {
  return paused.length === 0 ? routes : [...routes, ...paused];
}

function documentTexts({ hooks, options, content, formatting, i18n }: Site) {
  const translate = (text: string, ...values: (string | number)[]) => i18n.domain('default').__(text, ...values);
  return { hooks, options, content, formatting, locale: i18n.locale, translate };
}

/** Returns the title, description and head of a page rendered by a plugin. */
function createDocument(site: Site, { theContent }: ContentViews) {
  const texts = documentTexts(site);
  const { content, formatting } = site;
  return async function document(
    reply: PageReply,
    route: FrontRoute,
    request: SitePageRequest,
  ): Promise<DocumentReply> {
    const ownerTexts = await getOwnerTexts({ content, formatting, theContent }, route, request, reply);
    const titledReply = ownerTexts && ownerTexts.title !== '' ? { ...reply, title: ownerTexts.title } : reply;
    return {
      ...(await completePluginPage(texts, titledReply)),
      ...(ownerTexts ? { ownerTexts } : {}),
    };
  };
}

function createSitePages(
  site: Site,
  { theContent, theExcerpt, excerptText }: ContentViews,
  { renderMessage }: PageViews,
) {
  const { config, db, users, roles, nonces, plugins, views, secret } = site;
  return createFrontPages({
    ...documentTexts(site),
    users,
    roles,
    nonces,
    currentUserId: () => currentContext()?.userId ?? 0,
    ...createPostSearch(db),
    findRedirectTarget: site.redirects.find,
    attachments: site.attachments,
    meta: site.meta,
    siteUrl: config.siteUrl,
    hasPluginFrontPage: () => plugins.registries.frontRoutes.all().some(({ value }) => value.path === '/'),
    safeMode: config.safeMode,
    theContent,
    theExcerpt,
    excerptText,
    renderMessage,
    locateTemplate: views.locateTemplate,
    renderTheme: views.renderTheme,
    openPage: views.openPage,
    dynamicSidebar: site.widgets.dynamicSidebar,
    longDate: views.longDate,
    customTemplates: () => views.themes.flatMap((theme) => theme.customTemplates),
    hashPostPassword: (password) => hashPostPassword(secret, password),
    limits: site.limits,
    sign: (text) => createHmac('sha256', secret).update(text).digest('base64url'),
  });
}
