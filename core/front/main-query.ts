import { isWpError, mapSeries, type Post, type PostQuery, type QueriedObject, type Term } from '../api/index.js';
import {
  requestedTaxonomies,
  set404,
  setPostsPage,
  isUnknownTaxonomy,
  type Conditions,
  type FrontSettings,
  parseConditions,
} from '../content/query/conditions.js';
import { RunningQuery } from '../content/query/running-query.js';
import { setAttachmentConditions } from './attachment-pages.js';
import type { FrontPartDeps } from './front-deps.js';
import { splitPages } from '../content/posts/setup-postdata.js';
import { filterStatus } from '../responses/index.js';
import { type ParsedRequest, textVar } from './query-vars.js';
import { currentContext, MAIN_QUERY } from '../context/index.js';

/** The main query of a request with its results. */
export interface MainQuery {
  /** The query object passed to plugins. */
  query: RunningQuery;
  is: Conditions;
  /** The parsed variables. */
  vars: PostQuery;
  request: ParsedRequest;
  posts: Post[];
  foundPosts: number;
  pages: number;
  queried: QueriedObject | undefined;
  /** The post of a singular request; undefined for other requests. */
  post: Post | undefined;
  /** Whether the admin bar is shown above the page (`show_admin_bar`). */
  adminBar: boolean;
  /** The post for which the request's page number is too high, if this is why nothing was found. */
  exceededPost: Post | undefined;
  status: number;
}

/** Reads the settings of the front page. The posts page is used only if the front page does not show the posts. */
async function readFrontSettings({ options, hasPluginFrontPage }: FrontPartDeps): Promise<FrontSettings> {
  const names = ['show_on_front', 'page_on_front', 'page_for_posts', 'wp_page_for_privacy_policy'];
  const [frontPageSetting, front, list, privacy] = await mapSeries(names, (name) =>
    options.getOption<string | number | false>(name),
  );
  return {
    showOnFront: String(frontPageSetting),
    pageOnFront: Number(front) || 0,
    pageForPosts: frontPageSetting === 'page' || hasPluginFrontPage() ? Number(list) || 0 : 0,
    privacyPage: Number(privacy) || 0,
  };
}

/** Runs the main query of a request (WordPress: WP::query_posts with WP::handle_404). */
export async function runMainQuery(deps: FrontPartDeps, request: ParsedRequest): Promise<MainQuery> {
  const { content, options, hooks } = deps;
  const settings = await readFrontSettings(deps);
  const { is, vars } = parseConditions(request.vars, content, settings, request.isUnmatched);
  const isSoft404 = is.notFound;
  if (vars.name) delete vars.pagename;
  if (typeof vars.pagename === 'string' && vars.pagename !== '')
    await resolvePagePath(deps, { is, vars, settings }, vars.pagename);
  const query = new RunningQuery(vars, () => is, true);
  currentContext()?.memo.set(MAIN_QUERY, query);
  await content.mainQuery.fireQueryHooks(query);
  const main: MainQuery = {
    query,
    is,
    vars,
    request,
    posts: [],
    foundPosts: 0,
    pages: 0,
    queried: undefined,
    post: undefined,
    adminBar: deps.currentUserId() > 0,
    exceededPost: undefined,
    status: request.isUnmatched ? 404 : 200,
  };
  // Requests for robots.txt, sitemaps and the like need no posts and are never a 404. WordPress queries the new posts
  // anyway. Here this happens only if a callback needs them.
  const isContent = isContentRequest(main);
  if (isSoft404 || !(isContent || content.mainQuery.hasResultFilters())) {
    if (!(await hooks.applyFilters('pre_handle_404', false, query)) && !isSoft404)
      main.status = await filterStatus(hooks, main.status);
    return main;
  }

  const { posts, found, pages } = await content.mainQuery.execute(query, {
    ...selectQueryVars(vars, is, await options.getOption('posts_per_rss')),
    ...(isUnknownTaxonomy(vars, content) ? { post__in: [0] } : {}),
  });
  Object.assign(main, {
    posts,
    foundPosts: found,
    pages,
    queried: await findQueriedObject(deps, is, vars, posts, settings),
    post: is.singular ? posts[0] : undefined,
  });
  query.queriedObject = main.queried;
  setAttachmentConditions(is, main.post);
  is.privacyPolicy = main.post !== undefined && main.post.id === settings.privacyPage;
  if (main.post && !is.preview) is.preview = await isDraft(deps, main.post);
  // If a callback returns true, a plugin handles the request and has decided whether the content exists.
  if (await hooks.applyFilters('pre_handle_404', false, query)) return main;
  if (!isContent || !is404(main)) {
    main.status = await filterStatus(hooks, main.status);
    return main;
  }
  main.exceededPost = main.post;
  return await setNotFound(deps, main);
}

/** Resolves the path of a page to the posts page, an attachment, or a page with this slug. */
async function resolvePagePath(
  { content, formatting }: FrontPartDeps,
  { is, vars, settings }: { is: Conditions; vars: PostQuery; settings: FrontSettings },
  path: string,
): Promise<void> {
  const page = await content.getPageByPath(path);
  if (page && page.id === settings.pageForPosts && !is.notFound) {
    setPostsPage(is);
    vars.page_id = page.id;
  }
  // If nothing is found, the URL is guessed from the last segment of the path.
  vars.name = formatting.sanitizeTitle(path.split('/').at(-1) ?? '', '', 'query');
  if (page?.post_type === 'attachment' && !is.notFound) {
    setAttachmentConditions(is, page);
    vars.attachment_id = page.id;
    delete vars.pagename;
    delete vars.name;
  }
}

function isContentRequest({ is, vars }: MainQuery): boolean {
  return !(is.robots || is.favicon || vars.sitemap !== undefined || vars['sitemap-stylesheet'] !== undefined);
}

/** Changes the query of a request to one that found nothing (`WP_Query::set_404`). */
export async function setNotFound({ hooks }: Pick<FrontPartDeps, 'hooks'>, main: MainQuery): Promise<MainQuery> {
  set404(main.is);
  await hooks.doAction('set_404', main.query);
  Object.assign(main.query, { posts: [], queriedObject: undefined });
  return { ...main, posts: [], post: undefined, queried: undefined, status: await filterStatus(hooks, 404) };
}

const ZERO_ALLOWED_VARS: ReadonlySet<string> = new Set(['hour', 'minute', 'second']);
const PAGE_VARS: ReadonlySet<string> = new Set(['pagename', 'page_id', 'name']);

/** Returns the query variables that select posts. Only one of them identifies a page. */
function selectQueryVars(vars: PostQuery, is: Conditions, postsPerFeed: unknown): PostQuery {
  const query: PostQuery = {};
  for (const name in vars) {
    const value = vars[name];
    const isSet = value !== undefined && value !== '' && (value !== 0 || ZERO_ALLOWED_VARS.has(name));
    if (isSet && !(name === 'name' && vars.pagename) && !(is.postsPage && PAGE_VARS.has(name))) query[name] = value;
  }
  if (is.search && !query.post_type) query.post_type = 'any';
  if (is.feed && !is.singular) query.posts_per_page = Number(postsPerFeed) || 10;
  if (vars.attachment) Object.assign(query, { name: vars.attachment, post_type: 'attachment' });
  return query;
}

/** Whether a post is a draft. Its editors may see it by ID, and `WP_Query` treats such a request as a preview. */
async function isDraft({ content }: FrontPartDeps, post: Post): Promise<boolean> {
  const status = content.getPostStatusObject((await content.getPostStatus(post.id)) || post.post_status);
  return Boolean(status?.protected);
}

async function findQueriedObject(
  deps: FrontPartDeps,
  is: Conditions,
  vars: PostQuery,
  posts: readonly Post[],
  settings: FrontSettings,
): Promise<QueriedObject | undefined> {
  const { content, hooks, users } = deps;
  if (is.category || is.tag || is.tax) {
    const term = await findQueriedTerm(deps, vars);
    return term ? { kind: 'term', term } : undefined;
  }
  if (is.postTypeArchive) {
    const type = content.getPostTypeObject(String(vars.post_type));
    return type ? { kind: 'type', type } : undefined;
  }
  if (is.postsPage) {
    const post = await content.getPost(settings.pageForPosts);
    return post ? { kind: 'post', post } : undefined;
  }
  const [first] = posts;
  if (is.singular) return first ? { kind: 'post', post: first } : undefined;
  if (!is.author) return undefined;
  const name = textVar(vars, 'author_name').split('/').at(-1) ?? '';
  const user =
    name === ''
      ? await users.getUserdata(Number(String(vars.author).split(',')[0]))
      : await users.getUserBy('slug', name);
  return user && (await hooks.applyFilters<boolean>('plinth/author_archive', true, user))
    ? { kind: 'author', user }
    : undefined;
}

async function findQueriedTerm({ content }: FrontPartDeps, vars: PostQuery): Promise<Term | undefined> {
  const [taxonomy] = requestedTaxonomies(vars, content);
  if (taxonomy === undefined) return undefined;
  const { queryVar } = content.getTaxonomy(taxonomy) || { queryVar: false as const };
  const requestedTerm = queryVar === false ? '' : textVar(vars, queryVar);
  const slug =
    (requestedTerm || (vars.taxonomy === taxonomy ? textVar(vars, 'term') : ''))
      .split(/[,+\s]/)[0]
      ?.replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  const id =
    taxonomy === 'category' && slug === ''
      ? String(vars.cat)
          .split(',')
          .map(Number)
          .find((postId) => postId > 0)
      : undefined;
  const term = id === undefined ? await content.getTermBy('slug', slug, taxonomy) : await content.getTerm(id, taxonomy);
  return term && !isWpError(term) ? term : undefined;
}

/** Whether the request is a 404 (`WP::handle_404`). */
function is404({ is, vars, posts, post, queried }: MainQuery): boolean {
  if (posts.length > 0) {
    const page = Number(vars.page);
    if (is.postsPage && page > 0) return true;
    return (
      post !== undefined &&
      page > 0 &&
      !(splitPages(post.post_content).length > 1 && page <= splitPages(post.post_content).length)
    );
  }
  if (is.paged) return true;
  if (is.author && queried?.kind === 'author') return false;
  if ((is.tag || is.category || is.tax || is.postTypeArchive) && queried) return false;
  return !(is.home || is.search || is.feed);
}
