import { andThen, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { StorePlugin } from '../contract/index.js';
import { addCardHearts } from './card-hearts.js';
import { createShownWishes } from './shown-wishes.js';
import { WISH_PATH } from './wish.js';
import { createWishButton, type WishButton } from './wish-button.js';
import { createWishList } from './wish-list.js';
import { wishPage } from './wish-page.js';
import { createWishStore } from './wish-store.js';
import { registerWishesOfPeople } from './wishes-of-people.js';

/** Starts wish lists: their page, the way there, the button of products' pages, and the hearts of cards. */
export function bootWishes(scope: PluginScope, parts: CatalogueParts): WishButton {
  const { __, homeUrl } = scope;
  const store = createWishStore(scope);
  const list = createWishList({ scope, store });
  const shownWishes = createShownWishes({ scope, parts });
  scope.enqueueScript('store-wishes', 'wishes.js', { onDemand: true });
  const titleOf = (count: number): string => (count > 0 ? __('Wish list (%d)', count) : __('Wish list'));
  scope.registerFrontRoute(wishPage({ scope, list, shownWishes, titleOf }));
  addCardHearts({ scope, list });
  registerWishesOfPeople({ scope, store, shownWishes });
  scope.addAction(
    'wp_login',
    async (_login: string, { id }: { readonly id: number }) => {
      const request = scope.currentRequest();
      if (request) await list.join(request, id);
    },
    10,
    2,
  );
  // Between the account and the cart.
  scope.addFilter(
    'plinth/header_tools',
    (tools) => {
      const request = scope.currentRequest();
      return andThen(request ? list.of(request) : [], (wishes) => {
        const cart = tools.findIndex(({ icon }) => icon === 'bag');
        return tools.toSpliced(cart < 0 ? tools.length : cart, 0, {
          title: titleOf(wishes.length),
          label: titleOf(0),
          url: homeUrl(WISH_PATH),
          icon: 'heart',
          count: wishes.length,
        });
      });
    },
    21,
  );
  scope.addAction(
    'store/booted',
    ({ accountPages }: Partial<StorePlugin>) =>
      void accountPages?.register({
        id: 'wish-list',
        label: () => __('Wish list'),
        render: () => ({ kind: 'redirect', status: 303, location: WISH_PATH }),
      }),
  );
  return createWishButton({ scope, list });
}
