import type { WpV2Deps } from './deps.js';

/** Whether somebody writes anything here: an editor of posts has to know a little of how the site looks. */
export async function mayWrite({ content, roles }: Pick<WpV2Deps, 'content' | 'roles'>): Promise<boolean> {
  for (const capability of new Set([
    'edit_posts',
    ...content.getPostTypes({ showInRest: true }).map((type) => type.cap.edit_posts),
  ])) {
    if (await roles.currentUserCan(capability)) return true;
  }
  return false;
}
