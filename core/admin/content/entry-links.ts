import type { Post } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

type LinkDeps = Pick<AdminDeps, 'hooks' | 'siteUrl' | 'nonces' | 'content'>;

/** Where an entry is edited (`get_edit_post_link`). */
export async function getEditPostLink({ hooks, siteUrl }: LinkDeps, { id }: Post): Promise<string> {
  return hooks.applyFilters('get_edit_post_link', `${siteUrl}/wp-admin/post.php?post=${id}&action=edit`, id, 'display');
}

/** What puts an entry into the trash, or removes one that is there for good (`get_delete_post_link`). */
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

/** Where an entry is seen before readers see it (`get_preview_post_link`). */
export async function getPreviewPostLink({ hooks, content }: LinkDeps, post: Post): Promise<string> {
  const link = (await content.getPermalink(post)) || '';
  return hooks.applyFilters('preview_post_link', `${link}${link.includes('?') ? '&' : '?'}preview=true`, post);
}
