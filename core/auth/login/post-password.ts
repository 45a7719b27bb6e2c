import { createHmac } from 'node:crypto';
import { PlinthError, type Reply } from '../../api/index.js';
import { localTarget } from '../../network/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginDeps } from './login-deps.js';
import { createRedirect } from './screen.js';

const TEN_DAYS_SECONDS = 10 * 86_400;

/** The cookie name of the site used last. */
let cachedCookieName: { readonly siteUrl: string; readonly cookie: string } | undefined;

/** Returns the name of the cookie that stores the password of protected pages. */
export function postPasswordCookie(siteUrl: string): string {
  // Every page of the site needs the name.
  if (cachedCookieName?.siteUrl !== siteUrl)
    cachedCookieName = {
      siteUrl,
      cookie: `wp-postpass_${createHmac('md5', 'postpass').update(siteUrl).digest('hex')}`,
    };
  return cachedCookieName.cookie;
}

/** Returns the keyed hash stored in the cookie instead of the password; only this site can create it. */
export function hashPostPassword(secret: string, password: string): string {
  return createHmac('sha256', secret).update(`postpass|${password}`).digest('hex');
}

/** `action=postpass`: stores the password of a protected page in a cookie and redirects back to the page. */
export async function postPasswordScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  // Only this form sets the cookie, so counting here covers every attempt.
  if ((await deps.pageLimiter.attempt('', request.ip)) > 0) {
    throw new PlinthError(
      'page_password_limit_reached',
      'Too many passwords for protected pages were tried from this network.',
      { status: 429, hint: 'Try again in 15 minutes.' },
    );
  }
  const loginRequest =
    request.field('redirect_to') || (localTarget(request.header('referer') ?? '', deps.siteUrl) ?? `${deps.siteUrl}/`);
  const reply = createRedirect(localTarget(loginRequest, deps.siteUrl) ?? `${deps.siteUrl}/wp-admin/`);
  const cookie = {
    name: postPasswordCookie(deps.siteUrl),
    value: hashPostPassword(deps.secret, request.field('post_password')),
    maxAge: TEN_DAYS_SECONDS,
  };
  return { ...reply, cookies: [...(reply.cookies ?? []), cookie] };
}
