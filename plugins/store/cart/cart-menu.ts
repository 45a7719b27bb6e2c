import type { PageRequest, PluginScope } from 'plinth';
import { cartCount } from './cart-lines.js';

/** An entry of the site's menus. */
interface MenuItem {
  readonly title: string;
  readonly url: string;
  readonly current?: boolean;
}

/** The cart in the menu. */
export interface CartMenu {
  /** Tells the menu of the running request how much is in the cart; every page of the store calls it. */
  seen(request: PageRequest): void;
}

const GROUP = 'store';
const COUNT = 'cart_count';

/** Adds the cart, with how much is in it, and the account to the menus. */
export function addMenus(scope: PluginScope): CartMenu {
  const { __, homeUrl } = scope;
  const seen = (request: PageRequest): void => void scope.wpCacheSet(COUNT, cartCount(request.session), GROUP);

  function cartItem(): MenuItem {
    const count = Number(scope.wpCacheGet(COUNT, GROUP));
    return { title: count > 0 ? __('Cart (%d)', count) : __('Cart'), url: homeUrl('/cart/') };
  }

  const signedIn = (): boolean => scope.getCurrentUserId() > 0;
  const account = (): MenuItem => ({ title: signedIn() ? __('My account') : __('Log in'), url: homeUrl('/account/') });

  const menu = (items: readonly MenuItem[], request?: PageRequest): MenuItem[] => {
    if (request) seen(request);
    return [...items, account(), cartItem()];
  };
  scope.addFilter('wp_nav_menu_items', menu, 20, 2);
  scope.addFilter('wp_nav_menu_footer_items', (items: readonly MenuItem[]): MenuItem[] => [
    ...items,
    { title: __('Contact'), url: homeUrl('/contact/') },
    ...(signedIn() ? [] : [{ title: __('Create an account'), url: homeUrl('/register/') }]),
  ], 20);
  return { seen };
}
