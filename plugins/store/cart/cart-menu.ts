import type { PluginScope } from 'plinth';
import { cartCount } from './cart-lines.js';

/** An entry of the site's menus. */
interface MenuItem {
  readonly title: string;
  readonly url: string;
  readonly current?: boolean;
}

/** Adds the cart, with how much is in it, and the account to the menus. */
export function addMenus(scope: PluginScope): void {
  const { __, homeUrl } = scope;

  function cartItem(): MenuItem {
    const request = scope.currentRequest();
    const count = request ? cartCount(request.session) : 0;
    return { title: count > 0 ? __('Cart (%d)', count) : __('Cart'), url: homeUrl('/cart/') };
  }

  const signedIn = (): boolean => scope.getCurrentUserId() > 0;
  const account = (): MenuItem => ({ title: signedIn() ? __('My account') : __('Log in'), url: homeUrl('/account/') });

  scope.addFilter('wp_nav_menu_items', (items: readonly MenuItem[]): MenuItem[] => [...items, account(), cartItem()], 20);
  scope.addFilter('wp_nav_menu_footer_items', (items: readonly MenuItem[]): MenuItem[] => [
    ...items,
    { title: __('Contact'), url: homeUrl('/contact/') },
    ...(signedIn() ? [] : [{ title: __('Create an account'), url: homeUrl('/register/') }]),
  ], 20);
}
