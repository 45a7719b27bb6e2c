import type { UserWithRoles } from '../../api/index.js';
import { localTarget } from '../../network/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginDeps } from './login-deps.js';

/** What somebody wished for at sign-in. */
export interface LoginRequest {
  readonly remember: boolean;
  /** Where to go; a place of this site, or empty. */
  readonly target: string;
  /** The same as it was written. */
  readonly asked: string;
}

/** Opens the session of somebody who has proved who they are, and says where they go (`wp_signon`). */
export async function enter(
  deps: LoginDeps,
  request: SitePageRequest,
  user: UserWithRoles,
  { remember, target, asked }: LoginRequest,
): Promise<string> {
  await request.signIn(user.id, remember);
  await deps.hooks.doAction('wp_login', user.user_login, user);
  const wanted = await deps.hooks.applyFilters('login_redirect', target, asked, user);
  const start = await startPage(deps, user.id);
  // Who may not see the dashboard is not sent to it.
  return isDashboard(wanted, deps.siteUrl) ? start : (localTarget(wanted, deps.siteUrl) ?? start);
}

/** Where somebody lands who asked for nothing else. */
export async function startPage(
  { roles, siteUrl }: Pick<LoginDeps, 'roles' | 'siteUrl'>,
  userId: number,
): Promise<string> {
  if (await roles.userCan(userId, 'edit_posts')) return `${siteUrl}/wp-admin/`;
  return (await roles.userCan(userId, 'read')) ? `${siteUrl}/wp-admin/profile.php` : siteUrl;
}

function isDashboard(target: string, siteUrl: string): boolean {
  return ['/wp-admin/', `${siteUrl}/wp-admin/`].includes(target);
}
