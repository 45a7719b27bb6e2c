import { type MaybePromise, PlinthError, type Reply } from '../api/index.js';
import { currentContext, isNotFound } from '../context/index.js';
import type { DocumentReply } from '../http/page-response.js';
import { changedRequest, type SitePageRequest } from '../http/page-request.js';
import { postPasswordCookie } from '../auth/login/index.js';
import { headLinks } from './head-links.js';
import { fileRedirect } from './attachment-pages.js';
import { bodyClasses } from './body-class.js';
import { canonicalRedirect } from './canonical.js';
import { descriptionOf } from './description.js';
import { documentTitle } from './document-title.js';
import { feedReply } from './feeds.js';
import type { FrontPartDeps } from './front-deps.js';
import { chooseTemplate } from './hierarchy.js';
import { canonicalOf, linkHeader, shortlinkOf } from './links.js';
import { type MainQuery, nothingFound, runMainQuery } from './main-query.js';
import { nocacheHeaders } from '../responses/index.js';
import { oldAddressRedirect, replacedFile } from './old-urls.js';
import { viewPage } from './page-view.js';
import { previewed, settlePreview } from './previews.js';
import { parseRequest } from './query-vars.js';
import { replyInstead, WpDie } from './wp-die.js';
import { robotsOf, robotsTxt } from './robots.js';
import { sitemapReply } from './sitemaps.js';
import { adminShortcut, FAVICON, isPhpFile, wordpressFile } from './wordpress-files.js';

type FrontPages = (request: SitePageRequest, requested: string) => MaybePromise<Reply>;

/**
 * Responds to a URL with the site's content: the path is parsed into query variables, which select posts, and a
 * redirect, a feed, a sitemap or a template of the theme is returned (WordPress: WP::main and template-loader).
 * @since 0.1.0
 */
export function createFrontPages(deps: FrontPartDeps): FrontPages {
  return (request, requested) => answerAddress(request, requested);

  async function answerAddress(request: SitePageRequest, requested: string): Promise<Reply> {
    const path = (/^[a-z]+:\/\/[^/?#]*([^?]*)/i.exec(requested)?.[1] ?? '') || request.path;
    if (!isDecodable(path))
      throw new PlinthError('path_invalid', 'The URL is not valid.', {
        status: 400,
        hint: 'Correct the URL.',
      });
    rememberPassword(deps, request);
    const file = wordpressFile(deps, request);
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
  await settlePreview(deps, main, request);
  const headers = await headersOf(deps, main);
  await hooks.doAction('send_headers', parsed.wp);
  await hooks.doAction('wp', parsed.wp);
  await hooks.doAction('template_redirect');
  main.adminBar = await hooks.applyFilters('show_admin_bar', main.adminBar);
  const reply =
    replyInstead() ??
    (await elsewhere(deps, main, request, requested, headers)) ??
    (await special(deps, main, request, headers)) ??
    (await page(deps, main, request, headers));
  return replyInstead() ?? (isNotFound() ? await notFoundPage(deps, main, request) : reply);
}

/** Returns the “not found” page. */
async function notFoundPage(deps: FrontPartDeps, main: MainQuery, request: SitePageRequest): Promise<DocumentReply> {
  const missing = await nothingFound(deps, main);
  return await page(deps, missing, request, await headersOf(deps, missing));
}

type Headers = Readonly<Record<string, string>>;

/** Returns the redirect of a request. */
async function elsewhere(
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
  const former = await oldAddressRedirect(deps, main);
  if (former !== undefined) return { kind: 'redirect', status: 301, location: former, headers };
  const elsewhereNow = main.is.notFound ? await deps.findRedirectTarget(request.path) : undefined;
  if (elsewhereNow !== undefined) return { kind: 'redirect', status: 301, location: elsewhereNow, headers };
  const moved = await replacedFile(deps, main, request.path);
  if (moved !== undefined) return { kind: 'redirect', status: 302, location: moved, headers };
  const file = await fileRedirect(deps, main);
  if (file !== undefined) return { kind: 'redirect', status: 301, location: file, headers };
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const canonical = reads ? await canonicalRedirect(deps, main, requested, request.query) : undefined;
  if (canonical !== undefined) return { kind: 'redirect', status: 301, location: canonical, headers };
  return main.is.notFound ? adminShortcut(deps, request) : undefined;
}

/** Responds to requests that are not pages: robots.txt, sitemaps, feeds. */
async function special(
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
  if (is.favicon) return { kind: 'redirect', status: 302, location: await favicon(deps) };
  if (!is.feed || (is.notFound && Number(vars.paged) < 2)) return undefined;
  const reply = await feedReply(deps, main, request);
  return { ...reply, headers: { Link: (await linkHeader(deps, main)).join(', '), ...headers, ...reply.headers } };
}

/** Returns the URL of the owner's icon, or of the default icon (`do_favicon`). */
async function favicon({ attachments, content, options }: FrontPartDeps): Promise<string> {
  const id = Number(await options.getOption<unknown>('site_icon', 0)) || 0;
  const icon = id > 0 ? await attachments.wpGetAttachmentImageSrc(id, 'thumbnail') : false;
  return icon ? icon[0] : await content.siteUrl(FAVICON);
}

async function page(
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
  const template = await chooseTemplate(deps, main);
  const opened = await deps.openPage({
    title: () => documentTitle(deps, main),
    robots: () => robotsOf(deps, main, request.query.replytocom !== undefined),
    links: () => headLinks(deps, main),
    address: () => canonicalOf(deps, main),
    bodyClass: () => bodyClasses(deps, main),
  });
  if (main.post) main.post = await previewed(deps, main, request, main.post);
  const view = await viewPage(deps, main, request);
  const form = main.is.notFound || main.is.search ? await searchForm(deps, view.search) : '';
  const sidebar = main.is.page || main.is.notFound || main.is.embed ? '' : await sidebarOf(deps);
  const html = deps.renderTheme(template.names, { ...view, sidebar, searchForm: form }, template.file);
  const short = main.is.embed ? undefined : await shortlinkOf(deps, main);
  return {
    ...opened.metadata,
    kind: 'page',
    status: main.status,
    title: view.heading,
    description: await descriptionOf(deps, main),
    html,
    openPage: opened,
    head: short === undefined ? [] : [`<link rel="shortlink" href="${deps.formatting.escUrl(short)}">`],
    headers: {
      Link: (await linkHeader(deps, main)).join(', '),
      ...(main.is.embed ? { 'X-WP-Embed': 'true' } : {}),
      ...headers,
    },
  };
}

/** Renders the sidebar (`get_sidebar`). */
async function sidebarOf({ hooks, dynamicSidebar }: FrontPartDeps): Promise<string> {
  await hooks.doAction('get_sidebar', null, []);
  return await dynamicSidebar('sidebar-1');
}

/** Returns the caching and pingback headers (`WP::send_headers`). */
async function headersOf(
  { hooks, currentUserId, content }: FrontPartDeps,
  { is, status, post, request }: MainQuery,
): Promise<Headers> {
  const isPrivate =
    is.notFound || status === 404 || currentUserId() > 0 || (post !== undefined && post.post_password !== '');
  const pings = post !== undefined && (await hooks.applyFilters('pings_open', post.ping_status === 'open', post.id));
  const uncached = isPrivate ? await nocacheHeaders(hooks) : {};
  const headers = { ...uncached, ...(pings ? { 'X-Pingback': await content.siteUrl('/xmlrpc.php') } : {}) };
  return await hooks.applyFilters<Headers>('wp_headers', headers, request.wp);
}

/** Unlocks protected posts for visitors who entered their password before. */
function rememberPassword({ hashPostPassword, siteUrl }: FrontPartDeps, request: SitePageRequest): void {
  const passwordHash = request.cookies[postPasswordCookie(siteUrl)];
  if (passwordHash !== undefined && passwordHash !== '')
    currentContext()?.memo.set(
      'entered_post_password',
      (password: string) => hashPostPassword(password) === passwordHash,
    );
}

/** Whether a path is properly encoded and does not traverse out of the site. */
function isDecodable(path: string): boolean {
  if (/%(?![0-9a-f]{2})|%00/i.test(path)) return false;
  let depth = 0;
  for (const part of path.replace(/%2f/gi, '/').replace(/%2e/gi, '.').split('/')) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return false;
  }
  return true;
}

/** Renders the theme's search form after the filters of plugins (WordPress: get_search_form). */
async function searchForm(
  { hooks, renderTheme }: Pick<FrontPartDeps, 'hooks' | 'renderTheme'>,
  search: string,
): Promise<string> {
  const args = { echo: true, aria_label: '' };
  await hooks.doAction('pre_get_search_form', args);
  const text = await hooks.applyFilters('get_search_query', search);
  return await hooks.applyFilters('get_search_form', renderTheme(['partials/search-form'], { search: text }), args);
}
