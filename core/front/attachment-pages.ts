import type { Post } from '../api/index.js';
import type { Conditions } from '../content/query/conditions.js';
import type { FrontPartDeps } from './front-deps.js';

/** Changes the conditions if the URL of a page turns out to be that of an attachment. */
export function setAttachmentConditions(is: Conditions, post: Post | undefined): void {
  if (post?.post_type !== 'attachment') return;
  is.page = false;
  is.single = is.attachment = true;
}

/**
 * Returns the URL to which an attachment page redirects: that of the file, unless attachment pages are enabled
 * (`wp_attachment_pages_enabled`).
 */
export async function attachmentRedirect(
  { attachments, options }: FrontPartDeps,
  { is, post }: { is: Conditions; post: Post | undefined },
): Promise<string | undefined> {
  if (!is.attachment || is.feed || is.embed || !post) return undefined;
  if (Number(await options.getOption('wp_attachment_pages_enabled', 0)) === 1) return undefined;
  return (await attachments.wpGetAttachmentUrl(post.id)) || undefined;
}
