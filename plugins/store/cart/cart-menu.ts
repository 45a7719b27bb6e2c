import type { PluginScope } from 'plinth';
import { cartCount } from './cart-lines.js';

/** An item of the site's menus or of the links beside the site name. */
interface MenuItem {
  readonly title: string;
  readonly url: string;
  readonly current?: boolean;
  /** Icon that the theme renders beside the item. */
  readonly icon?: string;
}

/**
 * Adds the cart, with its item count, and the account to the links beside the site name, and contact and registration
 * to the footer.
 */
export function addMenus(scope: PluginScope): void {
  const { __, homeUrl } = scope;

  function cartItem(): MenuItem {
    const request = scope.currentRequest();
    const count = request ? cartCount(request.session) : 0;
    return { title: count > 0 ? __('Cart (%d)', count) : __('Cart'), url: homeUrl('/cart/'), icon: 'bag' };
  }

  const isLoggedIn = (): boolean => scope.getCurrentUserId() > 0;
  const account = (): MenuItem => ({
    title: isLoggedIn() ? __('My account') : __('Log in'),
    url: homeUrl('/account/'),
    icon: 'account',
  });

  scope.addFilter('plinth/header_links', (tools) => [...tools, account(), cartItem()], 20);
  scope.addFilter(
    'plinth/footer_links',
    (items: readonly MenuItem[]): MenuItem[] => [
      ...items,
      { title: __('Contact'), url: homeUrl('/contact/') },
      ...(isLoggedIn() ? [] : [{ title: __('Create an account'), url: homeUrl('/register/') }]),
    ],
    20,
  );
}
