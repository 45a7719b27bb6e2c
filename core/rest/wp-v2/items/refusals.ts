import { WpError } from '../../../api/index.js';
import type { WpV2Deps } from './deps.js';

/** Creates a refusal with 401 for anonymous visitors and 403 for users. */
export function forbidden(deps: { currentUserId(): number }, code: string, message: string): WpError {
  return new WpError(code, message, { status: deps.currentUserId() > 0 ? 403 : 401 });
}

/** Creates an error with a status. */
export function failure(code: string, message: string, status: number): WpError {
  return new WpError(code, message, { status });
}

/** Whether the user can edit posts of any type: the editor needs some information about the site's design. */
export async function canEditAnyPost({ content, roles }: Pick<WpV2Deps, 'content' | 'roles'>): Promise<boolean> {
  for (const capability of new Set([
    'edit_posts',
    ...content.getPostTypes({ showInRest: true }).map((type) => type.cap.edit_posts),
  ])) {
    if (await roles.currentUserCan(capability)) return true;
  }
  return false;
}

/** Whether the user may read menus: those who edit the theme, and those who write posts. */
export async function mayViewMenus(deps: WpV2Deps, code: string, message: string): Promise<true | WpError> {
  return (
    (await deps.roles.currentUserCan('edit_theme_options')) ||
    (await canEditAnyPost(deps)) ||
    forbidden(deps, code, message)
  );
}
