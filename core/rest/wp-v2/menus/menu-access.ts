import type { WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { forbidden } from '../items/refusals.js';

/** Whether somebody may look at menus: who designs the site, and whoever writes for it. */
export async function mayViewMenus(deps: WpV2Deps, code: string, message: string): Promise<true | WpError> {
  const { content, roles } = deps;
  for (const capability of new Set(['edit_theme_options', 'edit_posts', ...content.getPostTypes({ showInRest: true }).map((type) => type.cap.edit_posts)])) {
    if (await roles.currentUserCan(capability)) return true;
  }
  return forbidden(deps, code, message);
}
