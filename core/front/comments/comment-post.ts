import { type Comment, isWpError, type Reply, type WpError } from '../../api/index.js';
import { isFromHere, type SitePageRequest } from '../../http/page-request.js';
import { NO_CACHE } from '../../responses/index.js';
import type { FrontPartDeps } from '../front-deps.js';
import { viewCommentForm } from './comment-form.js';
import { commenterCookies, currentCommenter } from './commenter.js';
import { pendingCommentQuery } from './awaiting-moderation.js';

/** Maximum number of comment submissions per IP address in `PERIOD_SECONDS` seconds, including rejected ones. */
const MAX_SUBMISSIONS = 20;
const PERIOD_SECONDS = 600;
const FIELD_NAMES = ['author', 'email', 'url', 'comment', 'wp-comment-cookies-consent'];

/** Handles the comment form (`wp-comments-post.php`): redirects to the comment, or shows an error page. */
export async function postComment(deps: FrontPartDeps, request: SitePageRequest): Promise<Reply> {
  const { content, limits, translate: __ } = deps;
  if (request.method !== 'POST')
    return { kind: 'body', status: 405, type: 'text/plain;charset=UTF-8', headers: { Allow: 'POST' }, body: '' };
  // Rejects forms submitted from other sites' pages.
  if (!isFromHere({ get: request.header }, deps.siteUrl))
    return errorReply(deps, request, 403, __('You are not allowed to do that'));
  const { allowed, retryAfter } = await limits.consumeRateLimit(
    `comment:${request.ip}`,
    MAX_SUBMISSIONS,
    PERIOD_SECONDS,
  );
  if (!allowed) {
    const errorPage = await errorReply(deps, request, 429, __('You are posting comments too quickly. Slow down.'));
    return { ...errorPage, headers: { ...errorPage.headers, 'Retry-After': String(retryAfter) } };
  }
  const comment = await content.wpHandleCommentSubmission(request.form);
  return isWpError(comment) ? rejectionReply(deps, request, comment) : acceptedReply(deps, request, comment);
}

async function acceptedReply(deps: FrontPartDeps, request: SitePageRequest, comment: Comment): Promise<Reply> {
  const { content, formatting, hooks, siteUrl } = deps;
  const consent = request.field('wp-comment-cookies-consent') !== '';
  const user = request.userId > 0 ? await deps.users.getUserdata(request.userId) : false;
  await hooks.doAction('set_comment_cookies', comment, user, consent);
  const requested = request.field('redirect_to');
  const link = await content.getCommentLink(comment);
  const commentUrl =
    requested === ''
      ? link
      : `${formatting.wpValidateRedirect(requested, link).replace(/#.*$/, '')}#comment-${comment.comment_id}`;
  const isPending = comment.comment_approved === '0' && !user;
  const location = await hooks.applyFilters(
    'comment_post_redirect',
    isPending ? formatting.addQueryArg(pendingCommentQuery(comment, deps.sign), commentUrl) : commentUrl,
    comment,
  );
  const cookies = user ? [] : await commenterCookies(hooks, comment, consent, siteUrl);
  return {
    kind: 'redirect',
    status: 302,
    location: formatting.wpValidateRedirect(location, link),
    headers: NO_CACHE,
    cookies,
  };
}

/** Returns the reply for a rejected comment. As in WordPress, an error without a message results in an empty page. */
async function rejectionReply(deps: FrontPartDeps, request: SitePageRequest, error: WpError): Promise<Reply> {
  const status = Number(error.getErrorData());
  if (!Number.isInteger(status) || status < 200)
    return { kind: 'body', type: 'text/html; charset=UTF-8', headers: NO_CACHE, body: '' };
  return errorReply(deps, request, status, error.getErrorMessage());
}

/** Shows an error with the submitted form, so that the visitor need not type the comment again. */
const errorReply = async (
  deps: FrontPartDeps,
  request: SitePageRequest,
  status: number,
  message: string,
): Promise<Extract<Reply, { kind: 'page' }>> => {
  const { content, hooks, siteUrl, translate: __ } = deps;
  const title = __('Comment not posted');
  const post = await content.getPost(Number(request.field('comment_post_ID')) || 0);
  const isReadable =
    post !== null && (await content.isPostPubliclyViewable(post.id)) && !(await content.postPasswordRequired(post.id));
  const isOpen = isReadable && (await content.commentsOpen(post.id));
  const commenter = await currentCommenter(hooks, request, siteUrl);
  const enteredValues = Object.fromEntries(FIELD_NAMES.map((name) => [name, request.field(name)]));
  const view = {
    title,
    message: message.replaceAll(/<[^<>]*>/g, '').replaceAll('&#8217;', '’'),
    postUrl: isReadable ? (await content.getPermalink(post)) || '' : '',
    form: isOpen
      ? await viewCommentForm(deps, post, {
          commenter,
          replyTo: Number(request.field('comment_parent')) || 0,
          loginFirst: false,
          submittedValues: enteredValues,
        })
      : undefined,
  };
  return {
    kind: 'page',
    status,
    title,
    html: deps.renderTheme(['comment-failure'], view, deps.locateTemplate(['comment-failure'])),
    robots: 'noindex',
    headers: NO_CACHE,
  };
};
