import type { NavMenuArgs, PluginScope } from 'plinth';
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

  const line = ({ title, url }: MenuItem): string => `<li class="menu-item"><a href="${scope.escUrl(url)}">${scope.escHtml(title)}</a></li>`;
  // The theme's own list, or the lines of the menu that the owner made for the top.
  scope.addFilter('wp_nav_menu_items', (items: readonly MenuItem[] | string, args?: NavMenuArgs): readonly MenuItem[] | string => {
    if (typeof items !== 'string') return [...items, account(), cartItem()];
    return args?.theme_location === 'primary' ? `${items}${line(account())}${line(cartItem())}` : items;
  }, 20, 2);
  scope.addFilter('wp_nav_menu_footer_items', (items: readonly MenuItem[]): MenuItem[] => [
    ...items,
    { title: __('Contact'), url: homeUrl('/contact/') },
    ...(signedIn() ? [] : [{ title: __('Create an account'), url: homeUrl('/register/') }]),
  ], 20);
}
