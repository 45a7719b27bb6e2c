import { type FormFields, isWpError, type Post, type Term, type UserWithRoles } from '../api/index.js';
import {
  type CanonicalUrlParts,
  lowerOctets,
  parseUrlParts,
  addArgs,
  removeArgs,
  removeArgsUnlessIn,
  joinUrlParts,
} from './canonical-parts.js';
import { decodeSlug } from '../content/slug-text.js';
import { requestedTaxonomies } from '../content/query/conditions.js';
import { isRealDate } from '../content/query/calendar-parts.js';
import type { FrontPartDeps } from './front-deps.js';
import { guessPermalink } from './guess-permalink.js';
import type { MainQuery } from './main-query.js';
import { textVar } from './query-vars.js';
import { sitemapUrl } from './sitemaps.js';

/** The URL that was found for a request, and the query variables that are removed from it. */
interface CanonicalUrl {
  url: string;
  removeVars: readonly string[];
  /** The post that the URL shows. There is no redirect to a post that is not public. */
  post?: Post;
  /** Whether variables are kept if the new URL contains them. */
  keepVarsInUrl?: boolean;
}

/** Query variables with the ID of a term, by taxonomy. */
const TERM_ID_ARGS: ReadonlyMap<string, string> = new Map([
  ['category', 'cat'],
  ['post_tag', 'tag_id'],
]);
/** Maximum number of categories in the path of a URL. */
const MAX_LEVELS = 20;
const POST_ARGS = ['p', 'page_id', 'attachment_id', 'pagename', 'name', 'post_type'];
/** Pattern for characters that are often typed after a URL by mistake. */
const PUNCTUATION = String.raw`(?: |%20|!|%21|"|%22|'|%27|\(|%28|\)|%29|,|%2C|\.|%2E|;|%3B|\{|%7B|\}|%7D|%E2%80%9C|%E2%80%9D)+$`;
const TRAILING_PUNCTUATION = new RegExp(PUNCTUATION, 'i');
const ID_WITH_PUNCTUATION = new RegExp(`((?:^|&)(?:p|page_id|cat|tag)=[^&]*?)${PUNCTUATION}`, 'i');

/**
 * Returns the canonical URL of a request; undefined if the request already uses it (WordPress: redirect_canonical).
 * @param requested the complete URL of the request
 * @since 0.1.0
 */
export async function canonicalRedirect(
  deps: FrontPartDeps,
  main: MainQuery,
  requested: string,
  query: FormFields,
): Promise<string | undefined> {
  const { is, vars } = main;
  if (is.search || is.preview || is.trackback || is.favicon) return undefined;
  const original = parseUrlParts(requested);
  if (!original) return undefined;
  // As in WordPress, paged lists and feeds are not redirected if the site has a port. There, the protection against
  // redirect loops prevents it.
  const isListRequest = isListPage(main);
  const pretty = String(await deps.options.getOption('permalink_structure')) !== '';
  if (pretty && isListRequest && new URL(deps.siteUrl).port !== '') return undefined;
  if (vars.sitemap) return pretty ? await sitemapRedirect(deps, vars, original) : undefined;

  const found = await findCanonicalUrl(deps, main, query, pretty);
  const target: CanonicalUrlParts = {
    ...original,
    path: original.path.replace(/(?:%C2%A0)+$/i, ''),
    query: remainingQuery(original.query, found),
  };
  const canonicalParts = expectedUrl(found, target, main, pretty && isListRequest);
  const parts = await tidy(deps, main, canonicalParts, original, pretty);
  const url = isSame(parts, original) ? undefined : joinUrlParts(parts);
  if (url === undefined || lowerOctets(url) === lowerOctets(requested)) return undefined;
  if (found?.post && !(await isReadable(deps, found.post))) return undefined;
  const filtered = await deps.hooks.applyFilters<string | false>('redirect_canonical', url, requested);
  return filtered === false || filtered === requested ? undefined : filtered;
}

/** Whether a request is for a page of a list, a feed or a page of comments. */
function isListPage({ is, vars }: MainQuery): boolean {
  return !is.notFound && vars.sitemap === undefined && (Number(vars.paged) > 0 || is.feed || Number(vars.cpage) > 0);
}

async function sitemapRedirect(
  deps: FrontPartDeps,
  vars: MainQuery['vars'],
  original: CanonicalUrlParts,
): Promise<string | undefined> {
  const url = await sitemapUrl(deps, vars);
  const rest = removeArgs(original.query, ['sitemap', 'sitemap-subtype', 'paged']);
  return url === undefined || parseUrlParts(url)?.path === original.path ? undefined : addArgs(url, rest);
}

/** Returns the URL of the content that was found, or that was probably requested. */
async function findCanonicalUrl(
  deps: FrontPartDeps,
  main: MainQuery,
  query: FormFields,
  pretty: boolean,
): Promise<CanonicalUrl | undefined> {
  if (main.is.notFound) return await findForNotFound(deps, main);
  return pretty ? await findPretty(deps, main, query) : undefined;
}

/** Returns the part of the query string that is added to the new URL. */
function remainingQuery(query: string, found: CanonicalUrl | undefined): string {
  let remaining = query;
  if (found?.keepVarsInUrl) remaining = removeArgsUnlessIn(query, found.removeVars, found.url);
  else if (found) remaining = removeArgs(query, found.removeVars);
  return remaining.replace(/^\??&*/, '');
}

/** Returns the URL of the content that was found, or the canonical URL of a list; otherwise the URL unchanged. */
function expectedUrl(
  found: CanonicalUrl | undefined,
  target: CanonicalUrlParts,
  main: MainQuery,
  isList: boolean,
): CanonicalUrlParts {
  if (found) return parseUrlParts(target.query === '' ? found.url : addArgs(found.url, target.query)) ?? target;
  return (isList ? parseUrlParts(listUrl(target, main)) : undefined) ?? target;
}

/** Whether two URLs differ only in their scheme. */
function isSame(a: CanonicalUrlParts, b: CanonicalUrlParts): boolean {
  return joinUrlParts({ ...a, scheme: '' }) === joinUrlParts({ ...b, scheme: '' });
}

/** Returns the probable target of a request for which nothing was found. */
async function findForNotFound(
  deps: FrontPartDeps,
  { vars, exceededPost }: MainQuery,
): Promise<CanonicalUrl | undefined> {
  const { content } = deps;
  const id = Math.max(Number(vars.p) || 0, Number(vars.page_id) || 0, Number(vars.attachment_id) || 0);
  const post = id > 0 ? await content.getPost(id) : null;
  let found: CanonicalUrl | undefined;
  if (exceededPost) {
    const url = await content.getPermalink(exceededPost);
    if (url) found = { url, removeVars: ['page', 'p', 'page_id'], post: exceededPost };
  } else if (post && content.getPostTypeObject(post.post_type)?.public && post.post_status !== 'auto-draft') {
    const url = await content.getPermalink(post);
    if (url) found = { url, removeVars: [...POST_ARGS, ...previewVars(vars.preview)], post, keepVarsInUrl: true };
  }
  const [year, month, day] = [Number(vars.year), Number(vars.monthnum), Number(vars.day)];
  if (year > 0 && month > 0 && day > 0) {
    if (!isRealDate(year, month, day))
      found = {
        url: await content.getMonthLink(year, month),
        removeVars: ['year', 'monthnum', 'day'],
        keepVarsInUrl: true,
      };
  } else if (year > 0 && month > 12)
    found = { url: await content.getYearLink(year), removeVars: ['year', 'monthnum'], keepVarsInUrl: true };
  if (!found) {
    const url = await guessPermalink(deps, vars);
    if (url !== undefined) found = { url, removeVars: ['page', 'feed', ...POST_ARGS], keepVarsInUrl: true };
  }
  return found;
}

/** Returns the permalink of the content that was found if the request identified it differently. */
async function findPretty(deps: FrontPartDeps, main: MainQuery, query: FormFields): Promise<CanonicalUrl | undefined> {
  const found = await findByQuery(deps, main, query);
  const page = Number(main.vars.page);
  if (!main.is.singular || !main.post || page === 0) return found;
  let url = found?.url ?? ((await deps.content.getPermalink(main.post)) || deps.siteUrl);
  if (page > 1) url = `${url.replace(/\/$/, '')}/${main.is.front ? 'page/' : ''}${page}/`;
  return { ...found, url, removeVars: [...(found?.removeVars ?? []), 'page'] };
}

async function findByQuery(
  deps: FrontPartDeps,
  { is, vars, queried, post, request }: MainQuery,
  query: FormFields,
): Promise<CanonicalUrl | undefined> {
  const { content } = deps;
  const isQueried = (name: string): boolean => query[name] !== undefined && query[name] !== '' && query[name] !== '0';
  const postUrlWithout = (drop: string[]): Promise<CanonicalUrl | undefined> => findPostUrl(deps, post, drop);
  const preview = previewVars(query.preview);
  if (is.single && isQueried('p')) return await postUrlWithout(['p', 'post_type', ...preview]);
  if (is.single && isQueried('name')) return await postUrlWithout(['name']);
  if (is.page && isQueried('page_id')) return await postUrlWithout(['page_id', ...preview]);
  if (is.page && is.front && !is.feed) return { url: await content.homeUrl('/'), removeVars: [] };
  if (is.postsPage && isQueried('page_id') && queried?.kind === 'post') {
    const url = await content.getPermalink(queried.post);
    return url ? { url, removeVars: ['page_id'] } : undefined;
  }
  if (is.date) return await findDateUrl(deps, { is, vars }, isQueried);
  const author = await authorById(deps, { is, queried }, query.author);
  if (author) return await findAuthorUrl(deps, author);
  if (queried?.kind === 'term') return await findTermUrl(deps, { queried, vars, request }, query);
  return await findByCategory(deps, { is, vars, post });
}

/** Returns the permalink of a post that was requested with the path of a category to which it does not belong. */
async function findByCategory(
  { content, options }: FrontPartDeps,
  { is, vars, post }: Pick<MainQuery, 'is' | 'vars' | 'post'>,
): Promise<CanonicalUrl | undefined> {
  const categoryPath = textVar(vars, 'category_name');
  if (!is.single || !post || categoryPath === '') return undefined;
  if (!String(await options.getOption('permalink_structure')).includes('%category%')) return undefined;
  const filed = await content.wpGetObjectTerms(post.id, 'category');
  if (isWpError(filed)) return undefined;
  for (const category of filed)
    if (decodeSlug(await categoryPathOf(content, category)) === decodeSlug(categoryPath)) return undefined;
  const url = await content.getPermalink(post);
  return url ? { url, removeVars: [], post } : undefined;
}

/** Returns the slugs of a category and its ancestors, as they appear in URLs. */
async function categoryPathOf(content: FrontPartDeps['content'], category: Term): Promise<string> {
  const slugs = [category.slug];
  for (let parentId = category.parent; parentId > 0 && slugs.length < MAX_LEVELS;) {
    const parent = await content.getTerm(parentId, 'category');
    if (!parent || isWpError(parent)) break;
    slugs.unshift(parent.slug);
    parentId = parent.parent;
  }
  return slugs.join('/');
}

/** Returns the author whose ID is in the query string. */
async function authorById(
  { users }: FrontPartDeps,
  { is, queried }: Pick<MainQuery, 'is' | 'queried'>,
  authorParam: FormFields[string] | undefined,
): Promise<UserWithRoles | false> {
  if (!is.author || !queried || typeof authorParam !== 'string' || !/^[0-9]+$/.test(authorParam)) return false;
  return queried.kind === 'author' ? queried.user : await users.getUserdata(Number(authorParam));
}

/** Returns the archive URL of an author who has published posts. */
async function findAuthorUrl(
  { content }: FrontPartDeps,
  { id, user_nicename: slug }: UserWithRoles,
): Promise<CanonicalUrl | undefined> {
  const { ids } = await content.queryPosts({
    author: id,
    post_type: content.getPostTypes().map(({ name }) => name),
    post_status: 'publish',
    posts_per_page: 1,
    fields: 'ids',
  });
  return ids.length > 0 ? { url: await content.getAuthorPostsUrl(id, slug), removeVars: ['author'] } : undefined;
}

async function findPostUrl(
  { content }: FrontPartDeps,
  post: Post | undefined,
  drop: string[],
): Promise<CanonicalUrl | undefined> {
  const url = post && (await content.getPermalink(post));
  return url ? { url, removeVars: drop, post } : undefined;
}

/** Returns the variables of a preview link, which are removed because the post is published. */
function previewVars(previewParam: unknown): string[] {
  return previewParam === 'true' ? ['preview'] : [];
}

async function findDateUrl(
  { content }: FrontPartDeps,
  { is, vars }: Pick<MainQuery, 'is' | 'vars'>,
  isQueried: (name: string) => boolean,
): Promise<CanonicalUrl | undefined> {
  const dateDigits = textVar(vars, 'm');
  const [year, month, day] = isQueried('m')
    ? [Number(dateDigits.slice(0, 4)), Number(dateDigits.slice(4, 6)), Number(dateDigits.slice(6, 8))]
    : [Number(vars.year), Number(vars.monthnum), Number(vars.day)];
  const drop = isQueried('m') ? ['m'] : ['year', 'monthnum', 'day'];
  const isDateQueried = (name: string): boolean => isQueried('m') || isQueried(name);
  if (is.day && year > 0 && month > 0 && isDateQueried('day') && (!isQueried('m') || dateDigits.length === 8))
    return { url: await content.getDayLink(year, month, day), removeVars: drop };
  if (is.month && year > 0 && isDateQueried('monthnum') && (!isQueried('m') || dateDigits.length === 6))
    return { url: await content.getMonthLink(year, month), removeVars: drop.filter((name) => name !== 'day') };
  if (is.year && isDateQueried('year') && (!isQueried('m') || dateDigits.length === 4))
    return { url: await content.getYearLink(year), removeVars: isQueried('m') ? drop : ['year'] };
  return undefined;
}

/** Returns the URL of the only term in the query string; undefined if there are several terms. */
async function findTermUrl(
  { content }: FrontPartDeps,
  { queried, vars, request }: { queried: { term: Term }; vars: MainQuery['vars']; request: MainQuery['request'] },
  query: FormFields,
): Promise<CanonicalUrl | undefined> {
  const { term } = queried;
  const { queryVar } = content.getTaxonomy(term.taxonomy) || { queryVar: false as const };
  const termPath = queryVar === false ? '' : textVar(vars, queryVar);
  if (/[,+\s]/.test(termPath) || textVar(vars, 'cat').includes(',') || requestedTaxonomies(vars, content).length > 1)
    return undefined;
  const idArg = TERM_ID_ARGS.get(term.taxonomy);
  const drop = ['term', 'taxonomy', ...(queryVar === false ? [] : [queryVar]), ...(idArg === undefined ? [] : [idArg])];
  if (!drop.some((name) => query[name] !== undefined) || Object.keys(request.fromPath).length > 0) return undefined;
  const url = await content.getTermLink(term);
  return isWpError(url) ? undefined : { url, removeVars: drop };
}

/** Returns the canonical URL of a page of a list, or of a feed. */
function listUrl(target: CanonicalUrlParts, { is, vars, request }: MainQuery): string {
  const path = target.path
    .replace(/\/page\/?[0-9]+\/*$/, '/')
    .replace(/\/(?:comments\/)?(?:feed\/?)?(?:feed|rdf|rss2?|atom)?\/*$/, (end) =>
      is.feed && request.fromPath.feed !== undefined ? '/' : end,
    );
  const number = Number(vars.paged);
  let rest = '';
  if (is.feed) {
    const kind = String(vars.feed);
    rest = `${!is.singular && vars.withcomments ? 'comments/' : ''}feed/${['feed', 'rss2', 'rss'].includes(kind) ? '' : `${kind}/`}`;
  } else if (number > 1 && !is.single) rest = `page/${number}/`;
  const query = removeArgs(target.query, is.feed ? ['feed', 'withcomments'] : ['paged']);
  return joinUrlParts({ ...target, path: rest === '' ? path : `${path.replace(/\/$/, '')}/${rest}`, query });
}

/** Normalizes a URL: the site's own host, no index file, no repeated slashes, and the trailing slash. */
async function tidy(
  { options, content }: FrontPartDeps,
  { is, vars }: MainQuery,
  canonicalParts: CanonicalUrlParts,
  original: CanonicalUrlParts,
  pretty: boolean,
): Promise<CanonicalUrlParts> {
  const homeUrl = await content.homeUrl();
  const home = parseUrlParts(homeUrl) ?? original;
  const parts = { ...canonicalParts, port: home.port };
  parts.path = parts.path
    .replace(/\/index\.php\/*$/, '/')
    .replace(TRAILING_PUNCTUATION, '')
    .replaceAll('/index.php/', '/');
  parts.query = parts.query
    .replace(ID_WITH_PUNCTUATION, '$1')
    .replace(/(^|&)(?:p|page_id|cat|tag)=?(&|$)/i, '$2')
    .replace(/^&+|&+$/g, '');
  const slash = String(await options.getOption('permalink_structure')).endsWith('/');
  if (pretty && !is.notFound && (!is.front || Number(vars.paged) > 1))
    parts.path = slash ? `${parts.path.replace(/\/$/, '')}/` : parts.path.replace(/\/$/, '');
  else if (is.front) parts.path = `${parts.path.replace(/\/$/, '')}/`;
  if (is.robots || vars.sitemap || vars['sitemap-stylesheet']) parts.path = parts.path.replace(/\/$/, '');
  parts.path = parts.path.replace(/\/{2,}/g, '/');
  if (`${parts.path}/` === (home.path || '/') || parts.path === '')
    parts.path = home.path === '' ? '/' : `${home.path}/`;
  const [originalHost, siteHost] = [original.host.toLowerCase(), home.host.toLowerCase()];
  parts.host = originalHost === `www.${siteHost}` || siteHost === `www.${originalHost}` ? home.host : original.host;
  return parts;
}

/** Whether the user may see the post, so that a redirect does not reveal its URL. */
async function isReadable({ content, roles }: FrontPartDeps, post: Post): Promise<boolean> {
  const status = content.getPostStatusObject((await content.getPostStatus(post.id)) || post.post_status);
  return (
    Boolean(status?.private && (await roles.currentUserCan('read_post', post.id))) ||
    (await content.isPostPubliclyViewable(post.id))
  );
}
