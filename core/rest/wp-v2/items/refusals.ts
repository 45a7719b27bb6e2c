import { WpError } from '../../../api/index.js';
import type { WpV2Deps } from './deps.js';

/** A refusal with 401 for visitors and 403 for everybody else. */
export function forbidden(deps: { currentUserId(): number }, code: string, message: string): WpError {
  return new WpError(code, message, { status: deps.currentUserId() > 0 ? 403 : 401 });
}

/** An error with a status. */
export function failure(code: string, message: string, status: number): WpError {
  return new WpError(code, message, { status });
}

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

/** Whether somebody may look at menus: who designs the site, and whoever writes for it. */
export async function mayViewMenus(deps: WpV2Deps, code: string, message: string): Promise<true | WpError> {
  return (
    (await deps.roles.currentUserCan('edit_theme_options')) || (await mayWrite(deps)) || forbidden(deps, code, message)
  );
}
