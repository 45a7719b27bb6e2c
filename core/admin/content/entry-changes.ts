import type { AdminDeps } from '../deps.js';

/**
 * Moves an entry to the trash, restores it, or deletes a trashed entry permanently.
 * @param type required post type; any when absent
 * @returns whether it was done: false without the capability or if the action does not fit the entry's status
 */
export async function changeEntry(
  { content, roles }: Pick<AdminDeps, 'content' | 'roles'>,
  action: string,
  id: number,
  type?: string,
): Promise<boolean> {
  const post = await content.getPost(id);
  if (!post || (type !== undefined && post.post_type !== type) || !(await roles.currentUserCan('delete_post', id)))
    return false;
  if (action === 'trash') return Boolean(await content.wpTrashPost(id));
  if (post.post_status !== 'trash') return false;
  if (action === 'untrash') return Boolean(await content.wpUntrashPost(id));
  return action === 'delete' && Boolean(await content.wpDeletePost(id, true));
}
