import { MAIN_LOOP } from '../content/attachments/index.js';
import { currentContext } from '../context/index.js';
import type { SitePageRequest } from '../http/page-request.js';
import { type CommentsView, viewComments } from './comments/comments-view.js';
import { pageTitle } from './document-title.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { textVar } from './query-vars.js';
import { plainTitle } from './xml-text.js';
import { type PostView, viewPost } from './post-view.js';

/** The data for every template of the theme. */
interface PageView {
  /** Heading as plain text. */
  heading: string;
  /** Description as HTML. */
  description: string;
  /** The post of a singular page; undefined for lists. */
  post: PostView | undefined;
  /** The posts of a list. */
  posts: readonly PostView[];
  /** The comments section of a singular page. */
  comments: CommentsView | undefined;
  /** URLs of the previous and next page; undefined if there is none. */
  previousUrl: string | undefined;
  nextUrl: string | undefined;
  pageNumber: number;
  pageCount: number;
  /** The search term. */
  search: string;
  isSearch: boolean;
  /** HTML that plugins show above the search results. */
  pluginResultsHtml: string;
  homeUrl: string;
}

export async function viewPage(deps: FrontPartDeps, main: MainQuery, request: SitePageRequest): Promise<PageView> {
  const { path } = request;
  const { content, hooks } = deps;
  const { is, vars, post, posts, pages } = main;
  const number = Math.max(1, Number(vars.paged) || 1);
  const heading = await getHeading(deps, main);
  const description = await getArchiveDescription(deps, main);
  const views: PostView[] = [];
  let comments: PageView['comments'];
  const loopPosts = post ? [post] : posts;
  if (loopPosts.length > 0) {
    currentContext()?.memo.set(MAIN_LOOP, true);
    await hooks.doAction('loop_start', main.query);
    for (const loopPost of loopPosts)
      views.push(
        await viewPost(deps, loopPost, {
          list: !post || is.embed,
          page: post ? Number(vars.page) || 1 : 1,
          query: main.query,
        }),
      );
    comments = await viewComments(deps, main, request);
    await hooks.doAction('loop_end', main.query);
    currentContext()?.memo.delete(MAIN_LOOP);
  } else if (!is.notFound) await hooks.doAction('loop_no_results', main.query);
  const search = is.search ? await hooks.applyFilters('get_search_query', textVar(vars, 's')) : '';
  const basePath = path.replace(/\/page\/?[0-9]+\/?$/, '/').replace(/\/?$/, '/');
  const query = is.search ? `?s=${encodeURIComponent(textVar(vars, 's'))}` : '';
  const pageUrl = (pageNumber: number): string => {
    const page = pageNumber > 1 ? `page/${pageNumber}/` : '';
    return is.search ? `/${page}${query}` : `${basePath}${page}`;
  };
  return {
    heading,
    description,
    post: post ? views[0] : undefined,
    posts: post ? [] : views,
    comments,
    previousUrl: !post && number > 1 ? await hooks.applyFilters('paginate_links', pageUrl(number - 1)) : undefined,
    nextUrl: !post && number < pages ? await hooks.applyFilters('paginate_links', pageUrl(number + 1)) : undefined,
    pageNumber: number,
    pageCount: pages,
    search,
    isSearch: is.search,
    pluginResultsHtml: await getPluginResults(hooks, main, number),
    homeUrl: await content.homeUrl('/'),
  };
}

/** Returns the heading of a page as plain text. Filters can add a prefix for archives (`get_the_archive_title`). */
async function getHeading(deps: FrontPartDeps, main: MainQuery): Promise<string> {
  const title = (await pageTitle(deps, main)) ?? '';
  // Titles are HTML, which templates would escape again. The search term is plain text.
  if (!main.is.archive) return main.is.search ? title : plainTitle(title);
  const prefix = await deps.hooks.applyFilters<string>('get_the_archive_title_prefix', '');
  return plainTitle(
    await deps.hooks.applyFilters('get_the_archive_title', prefix === '' ? title : `${prefix} ${title}`, title, prefix),
  );
}

/** Returns the description of an archive as HTML. */
async function getArchiveDescription(
  { hooks, formatting }: FrontPartDeps,
  { is, queried }: MainQuery,
): Promise<string> {
  const termDescription = queried?.kind === 'term' ? queried.term.description : '';
  const text = is.archive ? await hooks.applyFilters('get_the_archive_description', termDescription) : termDescription;
  return text === '' ? '' : formatting.wpautop(formatting.wpKsesPost(text)).trim();
}

/** Returns the HTML that plugins add to the first page of search results, or to a 404 page. */
async function getPluginResults(
  hooks: FrontPartDeps['hooks'],
  { is, vars }: MainQuery,
  number: number,
): Promise<string> {
  if (is.search && number === 1) return await hooks.applyFilters('plinth/search_results', '', textVar(vars, 's'));
  return is.notFound ? await hooks.applyFilters('plinth/not_found', '') : '';
}
