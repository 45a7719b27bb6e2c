import type { Post } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

type LinkDeps = Pick<AdminDeps, 'hooks' | 'siteUrl' | 'nonces' | 'content'>;

/** Returns the edit URL of an entry (`get_edit_post_link`). */
export async function getEditPostLink({ hooks, siteUrl }: LinkDeps, { id }: Post): Promise<string> {
  return hooks.applyFilters('get_edit_post_link', `${siteUrl}/wp-admin/post.php?post=${id}&action=edit`, id, 'display');
}

/** Returns the URL that moves an entry to the trash, or deletes a trashed one permanently (`get_delete_post_link`). */
export async function getDeletePostLink(
  { hooks, siteUrl, nonces }: LinkDeps,
  { id }: Post,
  force = false,
): Promise<string> {
  const action = force ? 'delete' : 'trash';
  return hooks.applyFilters(
    'get_delete_post_link',
    nonces.wpNonceUrl(`${siteUrl}/wp-admin/post.php?post=${id}&action=${action}`, `${action}-post_${id}`),
    id,
    force,
  );
}

/** Returns the preview URL of an entry (`get_preview_post_link`). */
export async function getPreviewPostLink({ hooks, content }: LinkDeps, post: Post): Promise<string> {
  const link = (await content.getPermalink(post)) || '';
  return hooks.applyFilters('preview_post_link', `${link}${link.includes('?') ? '&' : '?'}preview=true`, post);
}
