import type { AdminDeps } from '../deps.js';

/** Maximum number of files changed by one action. */
export const MAX_FILES = 200;

interface Outcome {
  readonly changed: number;
  readonly skipped: number;
  readonly text: string;
}

/**
 * Applies an action to several files; files the user may not change are skipped. Returns undefined for an unknown
 * action.
 */
export async function applyToFiles(
  deps: AdminDeps,
  action: string,
  ids: readonly number[],
  target: number,
): Promise<Outcome | undefined> {
  const { attachments, content, hooks, roles } = deps;
  const { __, _n } = deps.text;

  async function move(id: number, parent: number): Promise<boolean> {
    if (!(await roles.currentUserCan('edit_post', id))) return false;
    if ((await content.wpUpdatePost({ id, post_parent: parent })) === 0) return false;
    await hooks.doAction('wp_media_attach_action', parent > 0 ? 'attach' : 'detach', id, parent);
    return true;
  }

  async function applyToAll(applyTo: (id: number) => Promise<boolean>): Promise<{ changed: number; skipped: number }> {
    let changedCount = 0;
    for (const id of ids)
      if ((await content.getPostType(id)) === 'attachment' && (await applyTo(id))) changedCount += 1;
    return { changed: changedCount, skipped: ids.length - changedCount };
  }

  if (action === 'delete') {
    const result = await applyToAll(
      async (id) =>
        (await roles.currentUserCan('delete_post', id)) && Boolean(await attachments.wpDeleteAttachment(id, true)),
    );
    return { ...result, text: _n('%d file permanently deleted.', '%d files permanently deleted.', result.changed) };
  }
  if (action === 'detach') {
    const result = await applyToAll((id) => move(id, 0));
    return { ...result, text: _n('%d file detached.', '%d files detached.', result.changed) };
  }
  if (action !== 'attach') return undefined;
  const post = target > 0 ? await content.getPost(target) : null;
  if (!post || post.post_type === 'attachment' || !(await roles.currentUserCan('edit_post', target)))
    return { changed: 0, skipped: 0, text: __('Choose what to attach the files to.') };
  const counted = await applyToAll((id) => move(id, target));
  return { ...counted, text: _n('%d file attached.', '%d files attached.', counted.changed) };
}
