import { type AdminPage, isWpError, type PageReply, type PageRequest } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { messageScreen } from '../screen-replies.js';
import { nonceAction } from '../admin-urls.js';
import type { AdminDeps } from '../deps.js';
import { groupCharacters } from './application-passwords.js';

const SLUG = 'authorize-application.php';
/** URL schemes that a browser would execute or display with this site's origin. */
const FORBIDDEN_SCHEMES = /^(?:javascript|data|vbscript|blob|file|about):$/;

interface AuthorizationRequest {
  readonly name: string;
  readonly appId: string;
  readonly successUrl: string;
  readonly rejectUrl: string;
}

/**
 * The screen to which an API client sends its user to get an application password (WordPress:
 * authorize-application.php).
 * The client's URL is shown as a link instead of a redirect: forms of this site may not submit to other sites, and the
 * user can check the target.
 */
export function authorizeApplicationScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  const show = (data: Record<string, unknown>, status = 200): PageReply => ({
    kind: 'page',
    status,
    title: __('Connect an application'),
    html: deps.views.renderCore('admin/authorize-application', {
      ...data,
      nonceField: deps.nonces.wpNonceField(nonceAction(SLUG)),
    }),
  });

  return {
    slug: SLUG,
    title: () => __('Connect an application'),
    capability: 'read',
    hidden: true,
    async handler(request) {
      const { userId } = request;
      if (!(await deps.roles.currentUserCan('create_app_password', userId)))
        return messageScreen(403, __('Sorry, you are not allowed to create application passwords for this user.'));
      const authorization = readAuthorization(request);
      if (typeof authorization === 'string')
        return messageScreen(
          400,
          authorization === 'id'
            ? __('The application ID must be a UUID.')
            : __('The application’s return URL must use https or the application’s own scheme.'),
        );
      const user = await deps.users.getUserdata(userId);
      const login = user ? user.user_login : '';
      if (request.method !== 'POST') return show({ authorization, login, from: hostOf(authorization.successUrl) });
      if (request.field('action') === 'reject') {
        return show({
          authorization,
          rejected: true,
          back: authorization.rejectUrl || withQuery(authorization.successUrl, { success: 'false' }),
        });
      }
      const applicationPassword = await deps.passwords.createApplicationPassword(userId, {
        name: authorization.name,
        appId: authorization.appId,
      });
      if (isWpError(applicationPassword))
        return show(
          {
            authorization,
            login,
            from: hostOf(authorization.successUrl),
            problem: plainMessage(applicationPassword, __),
          },
          400,
        );
      const back = withQuery(authorization.successUrl, {
        site_url: deps.siteUrl,
        user_login: login,
        password: applicationPassword.password,
      });
      return show({
        authorization,
        done: true,
        back,
        password: back === '' ? groupCharacters(applicationPassword.password) : '',
      });
    },
  };

  function readAuthorization(request: PageRequest): AuthorizationRequest | 'id' | 'address' {
    const authorization = {
      name: request.field('app_name').slice(0, 100),
      appId: request.field('app_id'),
      successUrl: request.field('success_url'),
      rejectUrl: request.field('reject_url'),
    };
    if (authorization.appId !== '' && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(authorization.appId))
      return 'id';
    return [authorization.successUrl, authorization.rejectUrl].every((url) => url === '' || isAllowedReturnUrl(url))
      ? authorization
      : 'address';
  }
}

/** Accepts an https URL, a localhost URL for development, or a custom scheme that opens an application. */
function isAllowedReturnUrl(url: string): boolean {
  if (!URL.canParse(url) || url.length > 2000) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:'
    ? hostname === 'localhost' || hostname === '127.0.0.1'
    : !FORBIDDEN_SCHEMES.test(protocol);
}

function hostOf(url: string): string {
  return url === '' ? '' : new URL(url).host || new URL(url).protocol;
}

function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  if (address === '') return '';
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}
