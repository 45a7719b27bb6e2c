import type { FrontRoute, PageReply, PluginScope, LoginScreen } from 'plinth';
import { SIGN_IN_PATH, renderLoginPage } from './welcome.js';

/** Paths that a login started by the shop returns to. */
const SHOP_PATHS = ['/account/', '/checkout/', '/cart/', '/product/', '/order/'];

type LoginScope = Pick<
  PluginScope,
  '__' | 'addFilter' | 'homeUrl' | 'registerFrontRoute' | 'render' | 'handleLogin' | 'useAsset'
>;

/**
 * The `/account/log-in/` page: the core login with all its steps, in the shop's layout. Shop pages redirect here to log
 * in.
 */
export function addLoginPage(scope: LoginScope): void {
  scope.registerFrontRoute(loginRoute(scope));
  const isShopPath = (redirect: string): boolean => {
    const path = redirect.startsWith(scope.homeUrl('/')) ? redirect.slice(scope.homeUrl('').length) : redirect;
    return SHOP_PATHS.some((start) => path.startsWith(start));
  };
  const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');
  scope.addFilter('plinth/login_url', () => scope.homeUrl(SIGN_IN_PATH));
  scope.addFilter(
    'login_url',
    (url: string, redirect: string) => (isShopPath(redirect) ? scope.homeUrl(SIGN_IN_PATH) + queryOf(url) : url),
    10,
    2,
  );
  scope.addFilter(
    'lostpassword_url',
    (url: string, redirect: string) => (isShopPath(redirect) ? scope.homeUrl(SIGN_IN_PATH) + queryOf(url) : url),
    10,
    2,
  );
}

function loginRoute(scope: LoginScope): FrontRoute {
  return {
    path: SIGN_IN_PATH,
    handler: () =>
      scope.handleLogin({
        url: scope.homeUrl(SIGN_IN_PATH),
        returnTo: scope.homeUrl('/account/'),
        renderPage: (screen) => renderScreen(scope, screen),
      }),
  };
}

async function renderScreen(scope: LoginScope, screen: LoginScreen): Promise<PageReply> {
  if (screen.step === 'login') return renderLoginPage(scope, screen, { title: scope.__('Log in') });
  scope.useAsset('store-checkout');
  const errors = screen.errors.map((message, index) => ({ field: index === 0 ? screen.field : '', message }));
  return {
    kind: 'page',
    title: screen.title,
    view: 'accounts/login-step',
    bodyClass: ['store-account'],
    data: {
      title: screen.title,
      form: screen.form,
      messages: screen.messages,
      link: screen.link,
      errorSummary: await scope.render('checkout/errors', { errors }),
    },
  };
}
