import { type MaybePromise, type PageRequest, type PluginScope, ready, stepwise } from 'plinth';
import { CART_NONCE } from '../cart/cart-view.js';
import { wishKey, WISH_PATH } from './wish.js';
import type { WishList } from './wish-list.js';

/** The button of a product's page that puts it on the wish list, or takes it off. */
export interface WishButton {
  /** @param variationId the version that is shown; 0 for none. @param isOwnForm whether it stands in a form of its own, and not in that of the cart */
  (request: PageRequest, productId: number, variationId: number, isOwnForm: boolean): MaybePromise<string>;
}

export function createWishButton({
  scope,
  list,
}: {
  readonly scope: Pick<PluginScope, 'render' | 'homeUrl' | 'useAsset' | 'wpCreateNonce'>;
  readonly list: Pick<WishList, 'of'>;
}): WishButton {
  return stepwise(function* (request, productId, variationId, isOwnForm) {
    scope.useAsset('store-wishes');
    const wished = (yield* ready(list.of(request)))
      .filter((wish) => wish.productId === productId)
      .map((wish) => wish.variationId);
    return yield* ready(
      scope.render('wishes/button', {
        action: scope.homeUrl(WISH_PATH),
        productId,
        key: wishKey({ productId, variationId }),
        isOn: wished.includes(variationId),
        wished: wished.join(' '),
        isOwnForm,
        nonce: isOwnForm ? scope.wpCreateNonce(CART_NONCE) : '',
      }),
    );
  });
}
