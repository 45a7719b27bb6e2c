import type { PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { StorePlugin } from '../contract/index.js';
import { addCardHearts } from './card-buttons.js';
import { createWishlistEntries } from './visible-items.js';
import { WISHLIST_PATH } from './wishlist-item.js';
import { createWishlistButton, type WishlistButton } from './wishlist-button.js';
import { createWishlist } from './wishlist.js';
import { wishlistPage } from './wishlist-page.js';
import { createWishlistStore } from './wishlist-store.js';
import { registerWishlistPersonalData } from './personal-data.js';

/**
 * Starts the wishlist module: its page, the link to it, the button on product pages, and the heart buttons on cards.
 */
export function bootWishlist(scope: PluginScope, parts: CatalogueParts): WishlistButton {
  const { __, homeUrl } = scope;
  const store = createWishlistStore(scope);
  const list = createWishlist({ scope, store });
  const wishlistEntries = createWishlistEntries({ scope, parts });
  scope.enqueueScript('store-wishlist', 'wishlist.js', { onDemand: true });
  const titleOf = (count: number): string => (count > 0 ? __('Wishlist (%d)', count) : __('Wishlist'));
  scope.registerFrontRoute(wishlistPage({ scope, list, wishlistEntries, titleOf }));
  addCardHearts({ scope, list });
  registerWishlistPersonalData({ scope, store, wishlistEntries });
  scope.addAction(
    'wp_login',
    async (_login: string, { id }: { readonly id: number }) => {
      const request = scope.currentRequest();
      if (request) await list.merge(request, id);
    },
    10,
    2,
  );
  // Between the account and the cart links.
  scope.addFilter(
    'plinth/header_links',
    async (tools) => {
      const request = scope.currentRequest();
      const items = await (request ? list.list(request) : []);
      const cart = tools.findIndex(({ icon }) => icon === 'bag');
      return tools.toSpliced(cart < 0 ? tools.length : cart, 0, {
        title: titleOf(items.length),
        label: titleOf(0),
        url: homeUrl(WISHLIST_PATH),
        icon: 'heart',
        count: items.length,
      });
    },
    21,
  );
  scope.addAction(
    'store/booted',
    ({ accountPages }: Partial<StorePlugin>) =>
      void accountPages?.register({
        id: 'wish-list',
        label: () => __('Wishlist'),
        render: () => ({ kind: 'redirect', status: 303, location: WISHLIST_PATH }),
      }),
  );
  return createWishlistButton({ scope, list });
}
