import type { PageReply, PluginScope } from 'plinth';

/** The session's e-mail address of whoever has just asked for an account, so that it need not be typed again. */
export const ASKED_EMAIL = 'store_asked_email';

interface Welcome {
  readonly title: string;
  /** The path that signing in leads to. */
  readonly returnTo: string;
  readonly email?: string;
  /** An account was asked for, and a letter tells what became of that. */
  readonly done?: boolean;
  /** Why to log in. */
  readonly note?: string;
}

/** The sign-in in the shop's own clothes, beside the way to a new account. The form goes to the host's, which knows second steps and limits. */
export function welcome(scope: Pick<PluginScope, 'homeUrl' | 'useAsset'>, { title, returnTo, email = '', done = false, note = '' }: Welcome): PageReply {
  scope.useAsset('store-checkout');
  return {
    kind: 'page', title, view: 'accounts/welcome', robots: 'noindex', headers: { 'Cache-Control': 'no-store' }, bodyClass: ['store-account'],
    data: { title, email, done, note, returnTo: scope.homeUrl(returnTo), loginUrl: scope.homeUrl('/wp-login.php'), lostUrl: scope.homeUrl('/wp-login.php?action=lostpassword'), registerUrl: scope.homeUrl('/register/') },
  };
}
