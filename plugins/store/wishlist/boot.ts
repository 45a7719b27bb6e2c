import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { StorePlugin } from '../contract/index.js';
import { addCardButtons } from './card-buttons.js';
import { createWishlistEntries } from './visible-items.js';
import { WISHLIST_PATH } from './wishlist-item.js';
import { createWishlistButton, type WishlistButton } from './wishlist-button.js';
import { createWishlist } from './wishlist.js';
import { wishlistPage } from './wishlist-page.js';
import { createWishlistStore } from './wishlist-store.js';
import { registerWishlistPersonalData } from './personal-data.js';

/**
 * Starts the wishlist module: the wishlist page, the link in the header, and the buttons on product pages and cards.
 */
export function bootWishlist(scope: PluginScope, parts: CatalogParts): WishlistButton {
  const { __, homeUrl } = scope;
  const store = createWishlistStore(scope);
  const list = createWishlist({ scope, store });
  const wishlistEntries = createWishlistEntries({ scope, parts });
  scope.enqueueScript('store-wishlist', 'wishlist.js', { onDemand: true });
  const formatTitle = (count: number): string => (count > 0 ? __('Wishlist (%d)', count) : __('Wishlist'));
  scope.registerFrontRoute(wishlistPage({ scope, list, wishlistEntries, titleOf: formatTitle }));
  addCardButtons({ scope, list });
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
  // The link is inserted before the cart link.
  scope.addFilter(
    'plinth/header_links',
    async (tools) => {
      const request = scope.currentRequest();
      const items = await (request ? list.list(request) : []);
      const cartIndex = tools.findIndex(({ icon }) => icon === 'bag');
      return tools.toSpliced(cartIndex < 0 ? tools.length : cartIndex, 0, {
        title: formatTitle(items.length),
        label: formatTitle(0),
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
        id: 'wishlist',
        label: () => __('Wishlist'),
        render: () => ({ kind: 'redirect', status: 303, location: WISHLIST_PATH }),
      }),
  );
  return createWishlistButton({ scope, list });
}
