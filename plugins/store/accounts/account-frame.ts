import type { FrontRoute, PageReply, PageRequest, PluginScope, Reply } from 'plinth';
import type { FormError } from '../contract/index.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import { SIGN_IN_PATH, showLoginPage } from './welcome.js';

interface AccountFrameDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | 'render' | 'homeUrl' | 'useAsset' | 'handleLogin' | 'wpLogoutUrl' | 'wpNonceField'
  >;
  readonly pages: StoreRegistries['accountPages'];
}

/** A page of the account area, as rendered by its frame. */
interface AccountPage {
  /** Path of the page, marked as current in the navigation. */
  readonly current: string;
  readonly title: string;
  /** Name of the view, relative to `accounts/`. */
  readonly view: string;
  readonly data: object;
  readonly status?: number;
}

/** The parts that all account pages share: the login check, the navigation and the nonce of their forms. */
export interface AccountFrame {
  /** Creates the route of an account page; anonymous visitors are redirected to log in first. */
  route(path: string, handler: (request: PageRequest) => Promise<Reply | undefined>): FrontRoute;
  page(page: AccountPage): Promise<PageReply>;
  /** Returns the error for a form whose nonce has expired. */
  expiredNonceError(): FormError;
}

export const ACCOUNT_NONCE = 'store_account';

export function createAccountFrame({ scope, pages }: AccountFrameDeps): AccountFrame {
  const { __, homeUrl } = scope;

  async function navigation(current: string): Promise<object[]> {
    const pluginPages = await Promise.all(
      pages
        .entries()
        .map(async (entry) => [`/account/${entry.id}/`, await labelOf(pages, entry, ({ label }) => label)] as const),
    );
    const all = [
      ['/account/', __('Orders')],
      ['/account/addresses/', __('Addresses')],
      ...pluginPages,
      ['/account/password/', __('Password')],
    ] as const;
    return all.map(([path, title]) => ({ url: homeUrl(path), title, current: path === current }));
  }

  return {
    route: (path, handler) => ({
      path,
      async handler(request) {
        if (request.userId === 0) return showLoginPage(scope, { title: __('My account'), returnTo: request.path });
        scope.useAsset('store-checkout');
        return handler(request);
      },
    }),
    page: async ({ current, title, view, data, status = 200 }) => ({
      kind: 'page',
      status,
      title,
      view: `accounts/${view}`,
      robots: 'noindex',
      headers: { 'Cache-Control': 'no-store' },
      bodyClass: ['store-account'],
      data: {
        ...data,
        navigation: await navigation(current),
        logoutUrl: scope.wpLogoutUrl(homeUrl(`${SIGN_IN_PATH}?loggedout=true`)),
        nonceField: scope.wpNonceField(ACCOUNT_NONCE),
      },
    }),
    expiredNonceError: () => ({
      field: '',
      message: __('This page has expired. Submit the form again; your entries are kept.'),
    }),
  };
}
