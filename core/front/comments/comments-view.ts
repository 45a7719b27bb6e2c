import { type Comment, type CommentQuery, type Post } from '../../api/index.js';
import { commentsPageUrl, discussionIsOn, discussionNumber, discussionText } from '../../content/comments/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { FrontPartDeps } from '../front-deps.js';
import type { MainQuery } from '../main-query.js';
import { type CommentFormView, viewCommentForm } from './comment-form.js';
import { type CommentView, viewComment } from './comment-view.js';
import { currentCommenter } from './commenter.js';
import { type Thread, buildThreads } from './threads.js';
import { requestedPendingId, maySeePending } from './awaiting-moderation.js';
import { bypassCaching } from '../../cache/index.js';

/** The comments on a post and the comment form, for templates. */
export interface CommentsView {
  readonly comments: readonly CommentView[];
  readonly count: number;
  readonly olderUrl: string;
  readonly newerUrl: string;
  /** HTML that a plugin's template rendered; empty if the theme renders the comments. */
  readonly html: string;
  readonly closed: boolean;
  /** Output of plugins that replaces the form if comments are closed. */
  readonly closedHtml: string;
  readonly form: CommentFormView | undefined;
}

/** Hooks with which plugins add comments, even to a post that has no comments and accepts none. */
const COMMENT_HOOKS = [
  'comments_template_query_args',
  'pre_get_comments',
  'comments_pre_query',
  'the_comments',
  'comments_array',
];

/** Returns the comments section of a post; undefined if there are neither comments nor a form (`comments_template`). */
export async function viewComments(
  deps: FrontPartDeps,
  main: MainQuery,
  request: SitePageRequest,
): Promise<CommentsView | undefined> {
  const { content, hooks, options } = deps;
  const { post } = main;
  if (!post || main.is.embed || main.is.preview || !content.postTypeSupports(post.post_type, 'comments'))
    return undefined;
  const open = await content.commentsOpen(post.id);
  if (!open && !mayHaveComments(hooks, post)) return undefined;
  const commenter = await currentCommenter(hooks, request, deps.siteUrl);
  const paging = await pagingOf(deps, post, Number(main.vars.cpage) || 0);
  const query = await hooks.applyFilters<CommentQuery>(
    'comments_template_query_args',
    await buildQuery(deps, post, request, paging),
  );
  const found = await content.getComments(query);
  const comments = await hooks.applyFilters('comments_array', found, post.id);
  const ownTemplate = deps.locateTemplate(['partials/comments']);
  const template = await hooks.applyFilters('comments_template', ownTemplate);
  // The password of a post also protects its comments.
  if (await content.postPasswordRequired(post.id)) return undefined;
  if (template === '' || (!open && comments.length === 0)) return undefined;
  const { threads, maxDepth } = await arrange(deps, comments, paging);
  const loginFirst = deps.currentUserId() === 0 && (await discussionIsOn(options, 'comment_registration'));
  const views = await viewThreads(deps, threads, {
    post,
    open,
    loginFirst,
    maxDepth,
    cpage: paging.size > 0 ? paging.page : 0,
  });
  const closedOutputs: string[] = [];
  if (!open) await hooks.doAction('comment_form_comments_closed', closedOutputs);
  const view: CommentsView = {
    html: '',
    comments: views,
    count: await content.getCommentsNumber(post.id),
    ...adjacentUrls(paging),
    closed: !open,
    closedHtml: closedOutputs.join(''),
    form: open
      ? await viewCommentForm(deps, post, {
          commenter,
          replyTo: Number(request.query.replytocom) || 0,
          loginFirst,
          submittedValues: {},
        })
      : undefined,
  };
  return template === ownTemplate
    ? view
    : { ...view, html: deps.renderTheme(['partials/comments'], { comments: view }, template) };
}

/** Whether a post has comments, or plugins may add some. */
function mayHaveComments(hooks: FrontPartDeps['hooks'], post: Post): boolean {
  return post.comment_count > 0 || (post.post_type !== 'page' && COMMENT_HOOKS.some((name) => hooks.hasFilter(name)));
}

/** Arranges comments in threads with the configured depth and order (`wp_list_comments_args`). */
async function arrange(
  { hooks, options }: FrontPartDeps,
  comments: readonly Comment[],
  paging: Paging,
): Promise<{ threads: Thread[]; maxDepth: number }> {
  const isNewestFirst = (await discussionText(options, 'comment_order')) === 'desc';
  const list = await hooks.applyFilters('wp_list_comments_args', {
    max_depth: paging.maxDepth,
    reverse_top_level: isNewestFirst,
  });
  const threadDepth = Math.max(1, list.max_depth);
  const threads = buildThreads(comments, threadDepth);
  if (list.reverse_top_level) threads.reverse();
  return { threads, maxDepth: threadDepth };
}

interface Paging {
  /** Number of threads per page; 0 to show all on one page. */
  readonly size: number;
  readonly page: number;
  readonly pages: number;
  readonly maxDepth: number;
  readonly postUrl: string;
  readonly prettyPermalinks: boolean;
}

/** Returns the current page of comments. Pages are numbered from the oldest one; a setting defines the default page. */
async function pagingOf({ content, options }: FrontPartDeps, post: Post, requestedPage: number): Promise<Paging> {
  const size = (await discussionIsOn(options, 'page_comments'))
    ? await discussionNumber(options, 'comments_per_page')
    : 0;
  const deepest = (await discussionIsOn(options, 'thread_comments'))
    ? Math.max(1, await discussionNumber(options, 'thread_comments_depth'))
    : 1;
  const postUrl = (await content.getPermalink(post)) || '';
  const pretty = String(await options.getOption('permalink_structure', '')) !== '';
  if (size < 1) return { size: 0, page: 1, pages: 1, maxDepth: deepest, postUrl, prettyPermalinks: pretty };
  const pages = await content.getCommentPagesCount(post.id);
  const first = (await discussionText(options, 'default_comments_page')) === 'oldest' ? 1 : pages;
  return {
    size,
    page: requestedPage > 0 ? requestedPage : first,
    pages,
    maxDepth: deepest,
    postUrl,
    prettyPermalinks: pretty,
  };
}

/** Returns the URLs of the previous and next page; empty if there is none. */
function adjacentUrls(paging: Paging): { olderUrl: string; newerUrl: string } {
  return {
    olderUrl: paging.page > 1 ? pageUrl(paging, Math.min(paging.page - 1, paging.pages)) : '',
    newerUrl: paging.page < paging.pages ? pageUrl(paging, paging.page + 1) : '',
  };
}

function pageUrl({ postUrl, prettyPermalinks }: Paging, page: number): string {
  return `${commentsPageUrl(postUrl, page, prettyPermalinks)}#comments`;
}

async function buildQuery(
  deps: FrontPartDeps,
  post: Post,
  request: SitePageRequest,
  { size, page, maxDepth }: Paging,
): Promise<CommentQuery> {
  const user = deps.currentUserId();
  const pendingId = requestedPendingId(request);
  // The response must not be cached for others, because it contains a comment that only its author may see.
  if (pendingId !== undefined) bypassCaching('it shows a comment awaiting moderation');
  const showsPending =
    pendingId !== undefined && maySeePending(await deps.content.getComment(pendingId), request, deps.sign, Date.now());
  return {
    post_id: post.id,
    status: 'approve',
    orderby: 'comment_date_gmt',
    order: 'ASC',
    ...(size > 0 ? { number: size, offset: (page - 1) * size } : {}),
    ...(maxDepth > 1 ? { hierarchical: 'threaded' } : {}),
    ...(user > 0 ? { include_unapproved: [user] } : {}),
    ...(showsPending ? { include_held: [pendingId] } : {}),
  };
}

interface ThreadOptions {
  readonly post: Post;
  readonly open: boolean;
  readonly loginFirst: boolean;
  readonly maxDepth: number;
  readonly cpage: number;
}

async function viewThreads(
  deps: FrontPartDeps,
  threads: readonly Thread[],
  listing: ThreadOptions,
): Promise<CommentView[]> {
  const views: CommentView[] = [];
  for (const [index, { comment, depth, replies }] of threads.entries()) {
    const children = await viewThreads(deps, replies, listing);
    views.push(
      await viewComment(deps, comment, {
        ...listing,
        depth,
        index,
        children,
        allowsReplies: listing.open && depth < listing.maxDepth,
      }),
    );
  }
  return views;
}
