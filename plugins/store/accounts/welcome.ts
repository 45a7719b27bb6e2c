import type { PageReply, PluginScope, Reply, SignInScreen } from 'plinth';

/** The session's e-mail address of whoever has just asked for an account, so that it need not be typed again. */
export const ASKED_EMAIL = 'store_asked_email';

/** The path of the shop's own sign-in. */
export const SIGN_IN_PATH = '/account/log-in/';

interface Words {
  readonly title: string;
  readonly email?: string;
  /** An account was asked for, and a letter tells what became of that. */
  readonly done?: boolean;
  /** Why to log in. */
  readonly note?: string;
}

interface Welcome extends Words {
  /** The path that signing in leads to. */
  readonly returnTo: string;
}

type WelcomeScope = Pick<PluginScope, 'homeUrl' | 'render' | 'signInAt' | 'useAsset'>;

/** Shows the sign-in in place of a page that is for somebody who is logged in. */
export async function welcome(scope: WelcomeScope, { returnTo, ...words }: Welcome): Promise<Reply> {
  return scope.signInAt({
    url: scope.homeUrl(SIGN_IN_PATH),
    returnTo: scope.homeUrl(returnTo),
    asksOnly: true,
    dress: (screen) => welcomePage(scope, screen, words),
  });
}

/** The sign-in in the shop's own clothes, beside the way to a new account. The host checks what is sent: it knows second steps and limits. */
export async function welcomePage(
  scope: Pick<WelcomeScope, 'homeUrl' | 'render' | 'useAsset'>,
  screen: SignInScreen,
  { title, email = '', done = false, note = '' }: Words,
): Promise<PageReply> {
  scope.useAsset('store-checkout');
  const [first = '', ...others] = screen.errors;
  const errors = [
    ...(first === '' ? [] : [{ field: screen.field, message: first }]),
    ...others.map((message) => ({ field: '', message })),
  ];
  return {
    kind: 'page',
    title,
    view: 'accounts/welcome',
    bodyClass: ['store-account'],
    data: {
      title,
      done,
      note,
      email: email === '' ? screen.login : email,
      errorSummary: await scope.render('checkout/errors', { errors }),
      messages: screen.messages,
      link: screen.link,
      nameError: screen.field === 'user_login' ? first : '',
      passwordError: screen.field === 'user_pass' ? first : '',
      fields: screen.fields,
      returnTo: screen.redirectTo,
      loginUrl: scope.homeUrl(SIGN_IN_PATH),
      lostUrl: screen.lostUrl,
      passkeyUrl: screen.passkeyUrl,
      registerUrl: scope.homeUrl('/register/'),
    },
  };
}
