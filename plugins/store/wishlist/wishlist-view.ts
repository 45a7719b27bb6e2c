import type { PageRequest, PluginScope } from 'plinth';
import { CART_NONCE } from '../cart/cart-view.js';
import type { WishlistItem } from '../contract/index.js';
import { removedItemNotice } from './session-wishlist.js';
import type { WishlistEntries } from './visible-items.js';
import { WISHLIST_PATH } from './wishlist-item.js';

/**
 * Returns the data of the view `wishlist/page`.
 * @param unavailable items that are no longer for sale
 */
export function wishlistView(
  { _n, homeUrl, wpCreateNonce }: Pick<PluginScope, '_n' | 'homeUrl' | 'wpCreateNonce'>,
  request: PageRequest,
  entries: Awaited<ReturnType<WishlistEntries>>['entries'],
  unavailable: readonly WishlistItem[],
): Record<string, unknown> {
  return {
    action: homeUrl(WISHLIST_PATH),
    cartUrl: homeUrl('/cart/'),
    shopUrl: homeUrl('/shop/'),
    loginUrl: request.userId === 0 && entries.length > 0 ? homeUrl('/account/') : '',
    nonce: wpCreateNonce(CART_NONCE),
    removedCount:
      unavailable.length > 0
        ? _n(
            '%d product is no longer for sale and was removed from your wishlist.',
            '%d products are no longer for sale and were removed from your wishlist.',
            unavailable.length,
          )
        : '',
    removed: removedItemNotice(request.session),
    items: entries.map(({ item, ...entry }) => ({
      ...entry,
      productId: item.productId,
      variationId: item.variationId,
      image: entry.product.image,
      url: entry.product.url,
      alertUrl: entry.canSubscribe ? `${entry.product.url}#alert_email` : '',
    })),
  };
}
