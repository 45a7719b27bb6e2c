import { type PageRequest, type PluginScope } from 'plinth';
import { CART_NONCE } from '../cart/cart-view.js';
import { wishlistKey, WISHLIST_PATH } from './wishlist-item.js';
import type { Wishlist } from './wishlist.js';

/** Renders the button on a product page that adds the product to the wishlist or removes it. */
export interface WishlistButton {
  /**
   * @param variationId ID of the selected variation; 0 for none
   * @param isOwnForm whether the button has its own form; otherwise it is part of the cart form
   */
  (request: PageRequest, productId: number, variationId: number, isOwnForm: boolean): Promise<string>;
}

export function createWishlistButton({
  scope,
  list,
}: {
  readonly scope: Pick<PluginScope, 'render' | 'homeUrl' | 'useAsset' | 'wpCreateNonce'>;
  readonly list: Pick<Wishlist, 'list'>;
}): WishlistButton {
  return async (request, productId, variationId, isOwnForm) => {
    scope.useAsset('store-wishlist');
    const requested = (await list.list(request))
      .filter((item) => item.productId === productId)
      .map((item) => item.variationId);
    return await scope.render('wishlist/button', {
      action: scope.homeUrl(WISHLIST_PATH),
      productId,
      key: wishlistKey({ productId, variationId }),
      isOn: requested.includes(variationId),
      wishlistIds: requested.join(' '),
      isOwnForm,
      nonce: isOwnForm ? scope.wpCreateNonce(CART_NONCE) : '',
    });
  };
}
