import type { AdminDeps } from '../deps.js';

/**
 * Puts an entry into the trash, takes it out again, or removes one that is there for good.
 * @param type what it must be; any when absent
 * @returns whether it was done: not without the right to, nor for what the step does not fit
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
