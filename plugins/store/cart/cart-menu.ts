import type { PluginScope } from 'plinth';
import { cartCount } from './cart-lines.js';

/** An entry of the site's menus, or beside its name. */
interface MenuItem {
  readonly title: string;
  readonly url: string;
  readonly current?: boolean;
  /** What the theme draws beside it. */
  readonly icon?: string;
}

/** Puts the cart, with how much is in it, and the account beside the site's name, and contact and registration into the footer. */
export function addMenus(scope: PluginScope): void {
  const { __, homeUrl } = scope;

  function cartItem(): MenuItem {
    const request = scope.currentRequest();
    const count = request ? cartCount(request.session) : 0;
    return { title: count > 0 ? __('Cart (%d)', count) : __('Cart'), url: homeUrl('/cart/'), icon: 'bag' };
  }

  const signedIn = (): boolean => scope.getCurrentUserId() > 0;
  const account = (): MenuItem => ({
    title: signedIn() ? __('My account') : __('Log in'),
    url: homeUrl('/account/'),
    icon: 'account',
  });

  scope.addFilter('plinth/header_tools', (tools) => [...tools, account(), cartItem()], 20);
  scope.addFilter(
    'wp_nav_menu_footer_items',
    (items: readonly MenuItem[]): MenuItem[] => [
      ...items,
      { title: __('Contact'), url: homeUrl('/contact/') },
      ...(signedIn() ? [] : [{ title: __('Create an account'), url: homeUrl('/register/') }]),
    ],
    20,
  );
}
