import type { WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { forbidden, mayWrite } from '../items/refusals.js';

/** Whether somebody may look at menus: who designs the site, and whoever writes for it. */
export async function mayViewMenus(deps: WpV2Deps, code: string, message: string): Promise<true | WpError> {
  return (
    (await deps.roles.currentUserCan('edit_theme_options')) || (await mayWrite(deps)) || forbidden(deps, code, message)
  );
}
