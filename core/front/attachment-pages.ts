import type { Post } from '../api/index.js';
import type { Conditions } from '../content/query/conditions.js';
import type { FrontPartDeps } from './front-deps.js';

/** A URL that looks like a page's may be that of an attachment. */
export function becomeAttachment(is: Conditions, post: Post | undefined): void {
  if (post?.post_type !== 'attachment') return;
  is.page = false;
  is.single = is.attachment = true;
}

/**
 * Returns the redirect target of an attachment page: the file, unless attachment pages are enabled
 * (`wp_attachment_pages_enabled`).
 */
export async function fileRedirect(
  { attachments, options }: FrontPartDeps,
  { is, post }: { is: Conditions; post: Post | undefined },
): Promise<string | undefined> {
  if (!is.attachment || is.feed || is.embed || !post) return undefined;
  if (Number(await options.getOption('wp_attachment_pages_enabled', 0)) === 1) return undefined;
  return (await attachments.wpGetAttachmentUrl(post.id)) || undefined;
}
