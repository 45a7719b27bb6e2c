import type { ContentApi, FrontRoute, OptionsApi, Post, Reply, RolesApi } from '../api/index.js';
import type { TheContent } from '../content/the-content.js';
import type { Owned } from '../plugins/registries.js';
import type { Views } from '../view/index.js';
import type { Handler } from './app.js';
import type { SendPage } from './page-answer.js';
import type { MakePageRequest, SitePageRequest } from './page-request.js';

export interface FrontDeps {
  content: ContentApi;
  options: OptionsApi;
  roles: RolesApi;
  theContent: TheContent;
  views: Views;
  routes(): readonly Owned<FrontRoute>[];
  makeRequest: MakePageRequest;
  send: SendPage;
}

/** Answers the site's addresses: pages that plugins registered, then what permalinks lead to. */
export function createFront(deps: FrontDeps): Handler {
  return async (http, response) => {
    if (!['GET', 'HEAD', 'POST'].includes(http.method)) return false;
    const route = matchRoute(deps.routes(), http.path, http.method);
    if (route?.redirect) {
      response.redirect(301, route.redirect + (http.originalUrl.includes('?') ? http.originalUrl.slice(http.originalUrl.indexOf('?')) : ''));
      return true;
    }
    const request = await deps.makeRequest(http, route?.params ?? {});
    const answered = route ? await route.entry.value.handler(request) : undefined;
    const reply = answered ?? (await permalinkReply(deps, request));
    await deps.send(request, http, response, route && answered ? route.entry.owner : '', reply ?? notFound(deps));
    return true;
  };
}

interface RouteMatch {
  entry: Owned<FrontRoute>;
  params: Record<string, string>;
  redirect?: string;
}

function matchRoute(routes: readonly Owned<FrontRoute>[], path: string, method: string): RouteMatch | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  for (const entry of routes) {
    if (!(entry.value.methods ?? ['GET', 'POST']).includes(wanted as 'GET' | 'POST')) continue;
    const params = matchPath(entry.value.path, path);
    if (!params) continue;
    const slash = entry.value.path.endsWith('/') && !path.endsWith('/');
    return { entry, params, ...(slash && wanted === 'GET' ? { redirect: `${path}/` } : {}) };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decode(given[index]);
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function permalinkReply(deps: FrontDeps, request: SitePageRequest): Promise<Reply | undefined> {
  if (request.method === 'POST') return undefined;
  if (request.path === '/') return homeReply(deps);
  const vars = await deps.content.parsePath(request.path);
  if (!vars) return undefined;
  const { posts } = await deps.content.queryPosts(vars);
  const singular = 'pagename' in vars || 'name' in vars || 'p' in vars || 'page_id' in vars;
  if (!singular) return posts.length > 0 ? listReply(deps, posts, '') : undefined;
  return posts[0] ? postReply(deps, posts[0], request) : undefined;
}

async function homeReply(deps: FrontDeps): Promise<Reply> {
  const frontPage = Number(await deps.options.getOption('page_on_front', 0));
  if ((await deps.options.getOption('show_on_front', 'posts')) === 'page' && frontPage > 0) {
    const post = await deps.content.getPost(frontPage);
    if (post?.post_status === 'publish') return singularReply(deps, post, ['front-page', `page-${post.post_name}`, 'page', 'index'], '/');
  }
  const { posts } = await deps.content.queryPosts({ post_type: 'post', post_status: 'publish', posts_per_page: 10 });
  return listReply(deps, posts, '');
}

async function postReply(deps: FrontDeps, post: Post, request: SitePageRequest): Promise<Reply | undefined> {
  const visible = await deps.content.isPostPubliclyViewable(post.id);
  if (!visible && !(await deps.roles.currentUserCan('read_post', post.id))) return undefined;
  const link = await deps.content.getPermalink(post.id);
  const canonical = link === false ? request.path : new URL(link).pathname;
  if (visible && request.path !== canonical && decode(request.path) !== decode(canonical)) return { kind: 'redirect', location: canonical, status: 301 };
  const kind = post.post_type === 'page' ? ['page'] : ['single'];
  return singularReply(deps, post, [`${kind[0]}-${post.post_name}`, ...kind, 'index'], canonical);
}

async function singularReply(deps: FrontDeps, post: Post, hierarchy: string[], canonical: string): Promise<Reply> {
  const locked = await deps.content.postPasswordRequired(post.id);
  const content = locked
    ? await deps.content.getThePasswordForm(post.id)
    : await deps.theContent.theContent(post.post_content, { postId: post.id, postType: post.post_type });
  const html = deps.views.renderTheme(hierarchy, { post: { title: post.post_title, content, date: post.post_date_gmt } });
  return {
    kind: 'page',
    title: post.post_title,
    html,
    canonical,
    bodyClass: [post.post_type, `${post.post_type}-id-${post.id}`],
    ...(locked || post.post_status !== 'publish' ? { robots: 'noindex' } : {}),
  };
}

async function listReply(deps: FrontDeps, posts: readonly Post[], title: string): Promise<Reply> {
  const rows = await Promise.all(
    posts.map(async (post) => ({ title: post.post_title, url: (await deps.content.getPermalink(post.id)) || '', date: post.post_date_gmt, excerpt: post.post_excerpt })),
  );
  return { kind: 'page', title, html: deps.views.renderTheme(['home', 'index'], { posts: rows, heading: title }), bodyClass: ['home', 'blog'] };
}

function notFound(deps: FrontDeps): Reply {
  return { kind: 'page', title: '404', status: 404, robots: 'noindex', html: deps.views.renderTheme(['404', 'index'], {}), bodyClass: ['error404'] };
}
