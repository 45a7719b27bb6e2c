import { PlinthError, type Reply } from '../api/index.js';
import { currentContext, isNotFound } from '../context/index.js';
import type { DocumentReply } from '../http/page-response.js';
import { changedRequest, type SitePageRequest } from '../http/page-request.js';
import { postPasswordCookie } from '../auth/login/index.js';
import { headLinks } from './head-links.js';
import { attachmentRedirect } from './attachment-pages.js';
import { bodyClasses } from './body-class.js';
import { canonicalRedirect } from './canonical.js';
import { describePage } from './description.js';
import { documentTitle } from './document-title.js';
import { feedReply } from './feeds.js';
import type { FrontPartDeps } from './front-deps.js';
import { findTemplate } from './hierarchy.js';
import { getCanonicalUrl, linkHeader, getShortlink } from './links.js';
import { type MainQuery, setNotFound, runMainQuery } from './main-query.js';
import { nocacheHeaders } from '../responses/index.js';
import { oldSlugRedirect, findReplacedFile } from './old-urls.js';
import { viewPage } from './page-view.js';
import { applyPreview, endInvalidPreview } from './previews.js';
import { parseRequest } from './query-vars.js';
import { getReplacementReply, WpDie } from './wp-die.js';
import { pageRobots, robotsTxt } from './robots.js';
import { sitemapReply } from './sitemaps.js';
import { adminShortcut, FAVICON_PATH, isPhpFile, wordpressFileReply } from './wordpress-files.js';

type FrontPages = (request: SitePageRequest, requested: string) => Promise<Reply>;

/**
 * Responds to a URL with the site's content (WordPress: WP::main and template-loader). The path is parsed into query
 * variables, which select posts. The reply is a redirect, a feed, a sitemap or a page of the theme.
 * @since 0.1.0
 */
export function createFrontPages(deps: FrontPartDeps): FrontPages {
  return (request, requested) => handleUrl(request, requested);

  async function handleUrl(request: SitePageRequest, requested: string): Promise<Reply> {
    const path = (/^[a-z]+:\/\/[^/?#]*([^?]*)/i.exec(requested)?.[1] ?? '') || request.path;
    if (!isValidPath(path))
      throw new PlinthError('path_invalid', 'The URL is not valid.', {
        status: 400,
        hint: 'Correct the URL.',
      });
    rememberPassword(deps, request);
    const file = wordpressFileReply(deps, request);
    if (file !== undefined) return await file;
    try {
      return await respond(deps, path === request.path ? request : changedRequest(request, { path }), requested);
    } catch (error) {
      if (!(error instanceof WpDie)) throw error;
      const body = await deps.renderMessage(error.status, error.title, error.message);
      return {
        kind: 'body',
        status: error.status,
        type: 'text/html; charset=UTF-8',
        headers: await nocacheHeaders(deps.hooks),
        body,
      };
    }
  }
}

async function respond(deps: FrontPartDeps, request: SitePageRequest, requested: string): Promise<Reply> {
  const { hooks } = deps;
  const parsed = await parseRequest(deps, request);
  const main = await runMainQuery(deps, parsed);
  if (isPhpFile(request.path) || isNotFound()) return await notFoundPage(deps, main, request);
  await endInvalidPreview(deps, main, request);
  const headers = await createHeaders(deps, main);
  await hooks.doAction('send_headers', parsed.wp);
  await hooks.doAction('wp', parsed.wp);
  await hooks.doAction('template_redirect');
  main.adminBar = await hooks.applyFilters('show_admin_bar', main.adminBar);
  const reply =
    getReplacementReply() ??
    (await findRedirect(deps, main, request, requested, headers)) ??
    (await nonPageReply(deps, main, request, headers)) ??
    (await renderPage(deps, main, request, headers));
  return getReplacementReply() ?? (isNotFound() ? await notFoundPage(deps, main, request) : reply);
}

/** Returns the page for content that was not found (404). */
async function notFoundPage(deps: FrontPartDeps, main: MainQuery, request: SitePageRequest): Promise<DocumentReply> {
  const notFoundQuery = await setNotFound(deps, main);
  return await renderPage(deps, notFoundQuery, request, await createHeaders(deps, notFoundQuery));
}

type Headers = Readonly<Record<string, string>>;

/** Returns the redirect for a request; undefined if there is none. */
async function findRedirect(
  deps: FrontPartDeps,
  main: MainQuery,
  request: SitePageRequest,
  requested: string,
  headers: Headers,
): Promise<Reply | undefined> {
  if (main.is.trackback && main.post) {
    const location = (await deps.content.getPermalink(main.post)) || '/';
    return {
      kind: 'redirect',
      status: 302,
      location,
      headers: { ...headers, Link: (await linkHeader(deps, main)).join(', ') },
    };
  }
  const oldUrl = await oldSlugRedirect(deps, main);
  if (oldUrl !== undefined) return { kind: 'redirect', status: 301, location: oldUrl, headers };
  const redirectTarget = main.is.notFound ? await deps.findRedirectTarget(request.path) : undefined;
  if (redirectTarget !== undefined) return { kind: 'redirect', status: 301, location: redirectTarget, headers };
  const newFileUrl = await findReplacedFile(deps, main, request.path);
  if (newFileUrl !== undefined) return { kind: 'redirect', status: 302, location: newFileUrl, headers };
  const file = await attachmentRedirect(deps, main);
  if (file !== undefined) return { kind: 'redirect', status: 301, location: file, headers };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const canonical = isRead ? await canonicalRedirect(deps, main, requested, request.query) : undefined;
  if (canonical !== undefined) return { kind: 'redirect', status: 301, location: canonical, headers };
  return main.is.notFound ? adminShortcut(deps, request) : undefined;
}

/** Responds to requests for robots.txt, the favicon, sitemaps and feeds; undefined for other requests. */
async function nonPageReply(
  deps: FrontPartDeps,
  main: MainQuery,
  request: SitePageRequest,
  headers: Headers,
): Promise<Reply | undefined> {
  const { is, vars } = main;
  if (vars.sitemap || vars['sitemap-stylesheet']) {
    const reply = await sitemapReply(deps, main);
    if (reply) return { ...reply, headers: { ...headers, ...reply.headers } };
    return await notFoundPage(deps, main, request);
  }
  if (is.robots) return { ...(await robotsTxt(deps)), headers };
  if (is.favicon) return { kind: 'redirect', status: 302, location: await faviconUrl(deps) };
  if (!is.feed || (is.notFound && Number(vars.paged) < 2)) return undefined;
  const reply = await feedReply(deps, main, request);
  return { ...reply, headers: { Link: (await linkHeader(deps, main)).join(', '), ...headers, ...reply.headers } };
}

/** Returns the URL of the site icon, or of the default icon (`do_favicon`). */
async function faviconUrl({ attachments, content, options }: FrontPartDeps): Promise<string> {
  const id = Number(await options.getOption<unknown>('site_icon', 0)) || 0;
  const icon = id > 0 ? await attachments.wpGetAttachmentImageSrc(id, 'thumbnail') : false;
  return icon ? icon[0] : await content.siteUrl(FAVICON_PATH);
}

async function renderPage(
  deps: FrontPartDeps,
  main: MainQuery,
  request: SitePageRequest,
  headers: Headers,
): Promise<DocumentReply> {
  if (
    deps.safeMode &&
    (main.is.notFound || main.status === 404 || (main.is.front && !main.post && main.posts.length === 0))
  ) {
    throw new PlinthError('safe_mode', 'The site is running in safe mode, without its plugins.', {
      status: 503,
      hint: 'Fix the problem, and start the site without SAFE_MODE.',
    });
  }
  const template = await findTemplate(deps, main);
  const openedPage = await deps.openPage({
    title: () => documentTitle(deps, main),
    robots: () => pageRobots(deps, main, request.query.replytocom !== undefined),
    links: () => headLinks(deps, main),
    canonicalUrl: () => getCanonicalUrl(deps, main),
    bodyClass: () => bodyClasses(deps, main),
  });
  if (main.post) main.post = await applyPreview(deps, main, request, main.post);
  const view = await viewPage(deps, main, request);
  const form = main.is.notFound || main.is.search ? await searchForm(deps, view.search) : '';
  const sidebar = main.is.page || main.is.notFound || main.is.embed ? '' : await renderSidebar(deps);
  const html = deps.renderTheme(template.names, { ...view, sidebar, searchForm: form }, template.file);
  const short = main.is.embed ? undefined : await getShortlink(deps, main);
  return {
    ...openedPage.metadata,
    kind: 'page',
    status: main.status,
    title: view.heading,
    description: await describePage(deps, main),
    html,
    openPage: openedPage,
    head: short === undefined ? [] : [`<link rel="shortlink" href="${deps.formatting.escUrl(short)}">`],
    headers: {
      Link: (await linkHeader(deps, main)).join(', '),
      ...(main.is.embed ? { 'X-WP-Embed': 'true' } : {}),
      ...headers,
    },
  };
}

/** Renders the sidebar (`get_sidebar`). */
async function renderSidebar({ hooks, dynamicSidebar }: FrontPartDeps): Promise<string> {
  await hooks.doAction('get_sidebar', null, []);
  return await dynamicSidebar('sidebar-1');
}

/** Returns the headers for caching and pingbacks (`WP::send_headers`). */
async function createHeaders(
  { hooks, currentUserId, content }: FrontPartDeps,
  { is, status, post, request }: MainQuery,
): Promise<Headers> {
  const isPrivate =
    is.notFound || status === 404 || currentUserId() > 0 || (post !== undefined && post.post_password !== '');
  const acceptsPings =
    post !== undefined && (await hooks.applyFilters('pings_open', post.ping_status === 'open', post.id));
  const uncached = isPrivate ? await nocacheHeaders(hooks) : {};
  const headers = { ...uncached, ...(acceptsPings ? { 'X-Pingback': await content.siteUrl('/xmlrpc.php') } : {}) };
  return await hooks.applyFilters<Headers>('wp_headers', headers, request.wp);
}

/** Shows password-protected posts to visitors who have entered the password before. */
function rememberPassword({ hashPostPassword, siteUrl }: FrontPartDeps, request: SitePageRequest): void {
  const passwordHash = request.cookies[postPasswordCookie(siteUrl)];
  if (passwordHash !== undefined && passwordHash !== '')
    currentContext()?.memo.set(
      'entered_post_password',
      (password: string) => hashPostPassword(password) === passwordHash,
    );
}

/** Whether the encoding of a path is valid and the path does not leave the site's root. */
function isValidPath(path: string): boolean {
  if (/%(?![0-9a-f]{2})|%00/i.test(path)) return false;
  let depth = 0;
  for (const part of path.replace(/%2f/gi, '/').replace(/%2e/gi, '.').split('/')) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return false;
  }
  return true;
}

/** Renders the theme's search form and applies the filters of plugins (WordPress: get_search_form). */
async function searchForm(
  { hooks, renderTheme }: Pick<FrontPartDeps, 'hooks' | 'renderTheme'>,
  search: string,
): Promise<string> {
  const args = { echo: true, aria_label: '' };
  await hooks.doAction('pre_get_search_form', args);
  const text = await hooks.applyFilters('get_search_query', search);
  return await hooks.applyFilters('get_search_form', renderTheme(['partials/search-form'], { search: text }), args);
}
