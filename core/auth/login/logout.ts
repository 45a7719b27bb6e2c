import type { Reply } from '../../api/index.js';
import { localTarget } from '../../network/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginDeps } from './login-deps.js';
import { createRedirect, showScreen } from './screen.js';
import { decodeSiteName } from '../../formatting/index.js';

/** `action=logout`: requires a nonce; without one the visitor is asked for confirmation. */
export async function logoutScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const target = localTarget(request.field('redirect_to'), deps.siteUrl);
  const hasValidNonce = request.verifyNonce('log-out');
  await deps.hooks.doAction('check_admin_referer', 'log-out', hasValidNonce ? 1 : false);
  if (!hasValidNonce) {
    const siteName = decodeSiteName(await deps.options.getOption('blogname'));
    return showScreen(deps, 'logout', {
      action: 'logout',
      title: deps.translate('You are attempting to log out of %s', siteName),
      status: 403,
      plain: true,
      data: { nonceField: deps.nonces.wpNonceField('log-out'), redirectTo: target ?? '' },
    });
  }
  const { userId } = request;
  const user = await deps.users.getUserdata(userId);
  await request.signOut();
  await deps.hooks.doAction('wp_logout', userId);
  const defaultTarget = `${deps.loginUrl}?loggedout=true`;
  const filteredTarget = await deps.hooks.applyFilters(
    'logout_redirect',
    target ?? defaultTarget,
    request.field('redirect_to'),
    user || null,
  );
  return createRedirect(localTarget(filteredTarget, deps.siteUrl) ?? defaultTarget);
}
