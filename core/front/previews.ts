import type { Post } from '../api/index.js';
import type { SitePageRequest } from '../http/page-request.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { WpDie } from './wp-die.js';

/**
 * Returns the post with its latest autosave if the request previews unsaved changes (`_show_post_preview`).
 * @throws WpDie 403 if the nonce is invalid
 */
export async function applyPreview(
  { content, nonces, currentUserId }: FrontPartDeps,
  main: MainQuery,
  request: SitePageRequest,
  post: Post,
): Promise<Post> {
  const id = request.query.preview_id;
  if (typeof id !== 'string' || request.query.preview_nonce === undefined) return post;
  if (nonces.wpVerifyNonce(request.query.preview_nonce, `post_preview_${Number.parseInt(id, 10) || 0}`) === false) {
    throw new WpDie(403, 'Sorry, you are not allowed to preview drafts.');
  }
  if (!main.is.preview || post.id !== Number.parseInt(id, 10)) return post;
  const autosave = await content.wpGetPostAutosave(post.id, currentUserId());
  return autosave
    ? {
        ...post,
        post_title: autosave.post_title,
        post_content: autosave.post_content,
        post_excerpt: autosave.post_excerpt,
      }
    : post;
}

/** Shows the published version for a preview link of a published post, unless it contains the editor's nonce. */
export async function endInvalidPreview(
  { content, nonces }: FrontPartDeps,
  main: MainQuery,
  request: SitePageRequest,
): Promise<void> {
  const id = Number(main.vars.p) || Number(main.vars.page_id) || 0;
  if (!main.is.preview || id === 0 || (await content.getPostStatus(id)) !== 'publish') return;
  const previewId = request.query.preview_id;
  const previewNonce = request.query.preview_nonce;
  const valid =
    typeof previewId === 'string' &&
    previewNonce !== undefined &&
    nonces.wpVerifyNonce(previewNonce, `post_preview_${Number.parseInt(previewId, 10) || 0}`) !== false;
  if (!valid) main.is.preview = false;
}
