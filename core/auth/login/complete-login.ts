import type { UserWithRoles } from '../../api/index.js';
import { localTarget } from '../../network/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginDeps } from './login-deps.js';

/** Options of a login. */
export interface LoginRequest {
  readonly remember: boolean;
  /** URL on this site to redirect to; may be empty. */
  readonly target: string;
  /** The same URL as submitted. */
  readonly submittedTarget: string;
}

/** Starts the session of an authenticated user and redirects them (`wp_signon`). */
export async function completeLogin(
  deps: LoginDeps,
  request: SitePageRequest,
  user: UserWithRoles,
  { remember, target, submittedTarget }: LoginRequest,
): Promise<string> {
  await request.logIn(user.id, remember);
  await deps.hooks.doAction('wp_login', user.user_login, user);
  const filteredTarget = await deps.hooks.applyFilters('login_redirect', target, submittedTarget, user);
  const defaultTarget = await startPageUrl(deps, user.id);
  // Users without access to the dashboard are not redirected there.
  return isDashboard(filteredTarget, deps.siteUrl)
    ? defaultTarget
    : (localTarget(filteredTarget, deps.siteUrl) ?? defaultTarget);
}

/** Returns the default page after login. */
export async function startPageUrl(
  { roles, siteUrl }: Pick<LoginDeps, 'roles' | 'siteUrl'>,
  userId: number,
): Promise<string> {
  if (await roles.userCan(userId, 'edit_posts')) return `${siteUrl}/wp-admin/`;
  return (await roles.userCan(userId, 'read')) ? `${siteUrl}/wp-admin/profile.php` : siteUrl;
}

function isDashboard(target: string, siteUrl: string): boolean {
  return ['/wp-admin/', `${siteUrl}/wp-admin/`].includes(target);
}
