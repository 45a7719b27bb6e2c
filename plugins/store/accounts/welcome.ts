import type { PageReply, PluginScope, Reply, LoginScreen } from 'plinth';

/** Session key of the email address last used to register, so that it need not be typed again. */
export const REGISTRATION_EMAIL_KEY = 'store_registration_email';

/** Path of the shop's login page. */
export const SIGN_IN_PATH = '/account/log-in/';

interface LoginPageTexts {
  readonly title: string;
  readonly email?: string;
  /** Whether a registration was just submitted, whose result is sent by email. */
  readonly submitted?: boolean;
  /** Reason to log in, shown to the visitor. */
  readonly note?: string;
}

interface LoginPageOptions extends LoginPageTexts {
  /** Path to return to after login. */
  readonly returnTo: string;
}

type WelcomeScope = Pick<PluginScope, 'homeUrl' | 'render' | 'handleLogin' | 'useAsset'>;

/** Shows the login page in place of a page that requires a logged-in user. */
export async function showLoginPage(scope: WelcomeScope, { returnTo, ...texts }: LoginPageOptions): Promise<Reply> {
  return scope.handleLogin({
    url: scope.homeUrl(SIGN_IN_PATH),
    returnTo: scope.homeUrl(returnTo),
    displayOnly: true,
    renderPage: (screen) => renderLoginPage(scope, screen, texts),
  });
}

/**
 * Renders the login form in the shop's layout, next to a link to register. The core processes the form, including
 * two-factor steps and rate limits.
 */
export async function renderLoginPage(
  scope: Pick<WelcomeScope, 'homeUrl' | 'render' | 'useAsset'>,
  screen: LoginScreen,
  { title, email = '', submitted = false, note = '' }: LoginPageTexts,
): Promise<PageReply> {
  scope.useAsset('store-checkout');
  const [first = '', ...otherErrors] = screen.errors;
  const errors = [
    ...(first === '' ? [] : [{ field: screen.field, message: first }]),
    ...otherErrors.map((message) => ({ field: '', message })),
  ];
  return {
    kind: 'page',
    title,
    view: 'accounts/welcome',
    bodyClass: ['store-account'],
    data: {
      title,
      submitted,
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
