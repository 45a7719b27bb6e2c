import { type AdminPage, isWpError, type PageReply, type PageRequest } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { message } from '../screen-replies.js';
import { nonceAction } from '../admin-address.js';
import type { AdminDeps } from '../deps.js';
import { grouped } from './application-passwords.js';

const SLUG = 'authorize-application.php';
/** URL schemes that a browser would execute or display with this site's origin. */
const NEVER = /^(?:javascript|data|vbscript|blob|file|about):$/;

interface AuthorizationRequest {
  readonly name: string;
  readonly appId: string;
  readonly successUrl: string;
  readonly rejectUrl: string;
}

/**
 * The screen to which an API client sends its user to get an application password (WordPress:
 * authorize-application.php).
 * The way back is a link rather than a redirect, because forms of this site may not submit to other sites, and the user
 * sees the target.
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
        return message(403, __('Sorry, you are not allowed to create application passwords for this user.'));
      const authorization = readAsked(request);
      if (typeof authorization === 'string')
        return message(
          400,
          authorization === 'id'
            ? __('The application ID must be a UUID.')
            : __('The application’s return URL must use https or the application’s own scheme.'),
        );
      const user = await deps.users.getUserdata(userId);
      const login = user ? user.user_login : '';
      if (request.method !== 'POST')
        return show({ asked: authorization, login, from: hostOf(authorization.successUrl) });
      if (request.field('action') === 'reject') {
        return show({
          asked: authorization,
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
            asked: authorization,
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
        asked: authorization,
        done: true,
        back,
        password: back === '' ? grouped(applicationPassword.password) : '',
      });
    },
  };

  function readAsked(request: PageRequest): AuthorizationRequest | 'id' | 'address' {
    const authorization = {
      name: request.field('app_name').slice(0, 100),
      appId: request.field('app_id'),
      successUrl: request.field('success_url'),
      rejectUrl: request.field('reject_url'),
    };
    if (authorization.appId !== '' && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(authorization.appId))
      return 'id';
    return [authorization.successUrl, authorization.rejectUrl].every((address) => address === '' || isWayBack(address))
      ? authorization
      : 'address';
  }
}

/** Accepts an https URL, a localhost URL for development, or a custom scheme that opens an application. */
function isWayBack(address: string): boolean {
  if (!URL.canParse(address) || address.length > 2000) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' ? hostname === 'localhost' || hostname === '127.0.0.1' : !NEVER.test(protocol);
}

function hostOf(address: string): string {
  return address === '' ? '' : new URL(address).host || new URL(address).protocol;
}

function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  if (address === '') return '';
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}
