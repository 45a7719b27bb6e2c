import type { BodyReply, FrontRoute, PageReply, PageRequest, PluginScope, Reply } from 'plinth';
import { CART_NONCE } from '../cart/cart-view.js';
import { readId } from '../cart/cart-lines.js';
import type { WishlistItem } from '../contract/index.js';
import type { ProductRow } from '../products/tables.js';
import { variationPath } from '../catalogue/product-summary.js';
import { saveRemovedItem, takeRemovedItem } from './session-wishlist.js';
import type { WishlistEntries } from './visible-items.js';
import { MAX_WISHLIST_ITEMS, readWishlistKey, wishlistKey, WISHLIST_PATH } from './wishlist-item.js';
import type { Wishlist } from './wishlist.js';
import { wishlistView } from './wishlist-view.js';

interface WishlistPageDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'db' | 'addNotice' | 'wpCreateNonce' | 'useAsset' | 'homeUrl'>;
  readonly list: Wishlist;
  readonly wishlistEntries: WishlistEntries;
  /** Returns the label of the link to a list with this number of items. */
  titleOf(count: number): string;
}

type Entity = Pick<WishlistItem, 'productId' | 'variationId'>;
type Product = Pick<ProductRow, 'id' | 'slug' | 'name'>;

/** `/wish-list/`: the wishlist page and all changes to the list. */
export function wishlistPage({ scope, list, wishlistEntries, titleOf }: WishlistPageDeps): FrontRoute {
  const { __, homeUrl } = scope;

  async function show(request: PageRequest, status = 200, problem = ''): Promise<PageReply> {
    const { entries, unavailable } = await wishlistEntries(await list.list(request));
    if (unavailable.length > 0) await list.remove(request, unavailable);
    scope.useAsset('store-shop');
    scope.useAsset('store-shop-script');
    return {
      kind: 'page',
      status,
      title: __('Wishlist'),
      view: 'wishlist/page',
      robots: 'noindex',
      bodyClass: ['store-wishlist', 'store-wide'],
      headers: { 'Cache-Control': 'no-store' },
      data: { problem, ...wishlistView(scope, request, entries, unavailable) },
    };
  }

  const back = (location: string): Reply => ({ kind: 'redirect', status: 303, location });
  const productOf = async (id: number): Promise<Product | undefined> =>
    scope.db()('store_products').where({ id, status: 'publish' }).first('id', 'slug', 'name');
  const hasVariation = async ({ productId, variationId }: Entity): Promise<boolean> =>
    variationId === 0 ||
    (await scope.db()('store_variations').where({ id: variationId, product_id: productId }).first('id')) !== undefined;

  /** Whether the heart button's script sent the request; it updates the page by itself. */
  const isScript = (request: PageRequest): boolean => request.header('accept') === 'application/json';

  async function toScript(request: PageRequest, extra: object = {}, status = 200): Promise<BodyReply> {
    const items = await list.list(request);
    const body = JSON.stringify({
      ...extra,
      requested: items.map(wishlistKey),
      count: items.length,
      title: titleOf(items.length),
    });
    return {
      kind: 'body',
      status,
      type: 'application/json; charset=utf-8',
      body,
      headers: { 'Cache-Control': 'no-store', Vary: 'Accept' },
    };
  }

  /**
   * Handles the button of a product page or card and returns there. The button contains the variation it was rendered
   * for; if another one was selected since, that one is added.
   */
  async function toggle(request: PageRequest): Promise<Reply> {
    const [, verb = '', named = ''] = /^(add|remove)-(\d+-\d+)$/.exec(request.field('wish')) ?? [];
    const buttonItem = readWishlistKey(named);
    const product = buttonItem ? await productOf(buttonItem.productId) : undefined;
    if (!buttonItem || !product)
      return show(request, 404, __('This product is no longer for sale, so it can’t be added to your wishlist.'));
    const entity = {
      productId: product.id,
      variationId: readId(request.field('variation_id')) || buttonItem.variationId,
    };
    const address =
      placeOf(request.field('from'), homeUrl('/')) ||
      (entity.variationId > 0 ? variationPath(product.slug, entity.variationId) : `/product/${product.slug}/`);
    if (verb === 'remove' && entity.variationId === buttonItem.variationId) {
      // The heart button of a card without a variation stands for all of them.
      await list.remove(
        request,
        entity.variationId > 0
          ? [entity]
          : (await list.list(request)).filter(({ productId }) => productId === product.id),
      );
      const message = __('%s was removed from your wishlist.', product.name);
      if (isScript(request)) return toScript(request, { message });
      scope.addNotice(request, 'success', message);
      return back(address);
    }
    if (!(await hasVariation(entity)))
      return show(request, 404, __('This product is no longer for sale, so it can’t be added to your wishlist.'));
    const isFull = (await list.add(request, entity)) === 'full';
    const message = isFull
      ? __('Your wishlist can hold up to %d products. Remove one first.', MAX_WISHLIST_ITEMS)
      : __('%s was added to your wishlist.', product.name);
    if (isScript(request)) return toScript(request, { message }, isFull ? 409 : 200);
    scope.addNotice(request, isFull ? 'error' : 'success', message);
    return back(address);
  }

  async function remove(request: PageRequest, key: string): Promise<Reply> {
    const entity = readWishlistKey(key);
    const [removed] = entity ? await list.remove(request, [entity]) : [];
    const name = removed ? (await wishlistEntries([removed])).entries[0]?.name : undefined;
    if (removed && name !== undefined) saveRemovedItem(request.session, removed, name);
    return back(WISHLIST_PATH);
  }

  async function undo(request: PageRequest, key: string): Promise<Reply> {
    const item = takeRemovedItem(request.session, key);
    if (item && (await list.add(request, item, item.at)) === 'full')
      scope.addNotice(
        request,
        'error',
        __('Your wishlist can hold up to %d products. Remove one first.', MAX_WISHLIST_ITEMS),
      );
    return back(`${WISHLIST_PATH}#wish-${item ? wishlistKey(item) : ''}`);
  }

  return {
    path: WISHLIST_PATH,
    async handler(request) {
      if (request.method !== 'POST') return isScript(request) ? toScript(request) : show(request);
      if (!request.verifyNonce(CART_NONCE)) return show(request, 403, __('The page was open for too long. Try again.'));
      if (request.field('wish') !== '') return toggle(request);
      return request.field('undo') !== ''
        ? undo(request, request.field('undo'))
        : remove(request, request.field('remove'));
    },
  };
}

/** Returns the page on which a card's heart button was pressed: a path of this site, or ''. */
function placeOf(from: string, site: string): string {
  if (!from.startsWith('/') || !URL.canParse(from, site)) return '';
  const url = new URL(from, site);
  return url.origin === new URL(site).origin ? url.pathname + url.search : '';
}
