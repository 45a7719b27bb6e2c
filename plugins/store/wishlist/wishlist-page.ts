import type { BodyReply, FrontRoute, PageReply, PageRequest, PluginScope, Reply } from 'plinth';
import { CART_NONCE } from '../cart/cart-view.js';
import { readId } from '../cart/cart-lines.js';
import type { WishlistItem } from '../contract/index.js';
import type { ProductRow } from '../products/tables.js';
import { variationPath } from '../catalog/product-summary.js';
import { storeRemovedItem, takeRemovedItem } from './session-wishlist.js';
import type { WishlistEntries } from './visible-items.js';
import { MAX_WISHLIST_ITEMS, readWishlistKey, wishlistKey, WISHLIST_PATH } from './wishlist-item.js';
import type { Wishlist } from './wishlist.js';
import { wishlistView } from './wishlist-view.js';

interface WishlistPageDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'db' | 'addNotice' | 'wpCreateNonce' | 'useAsset' | 'homeUrl'>;
  readonly list: Wishlist;
  readonly wishlistEntries: WishlistEntries;
  /** Returns the title of the wishlist link for a number of items. */
  titleOf(count: number): string;
}

type ItemReference = Pick<WishlistItem, 'productId' | 'variationId'>;
type Product = Pick<ProductRow, 'id' | 'slug' | 'name'>;

/** `/wishlist/`: the wishlist page, which also processes all changes to the wishlist. */
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

  const redirectTo = (location: string): Reply => ({ kind: 'redirect', status: 303, location });
  const findProduct = async (id: number): Promise<Product | undefined> =>
    scope.db()('store_products').where({ id, status: 'publish' }).first('id', 'slug', 'name');
  const hasVariation = async ({ productId, variationId }: ItemReference): Promise<boolean> =>
    variationId === 0 ||
    (await scope.db()('store_variations').where({ id: variationId, product_id: productId }).first('id')) !== undefined;

  /** Whether the script of the heart buttons sent the request; it updates the page itself. */
  const isScriptRequest = (request: PageRequest): boolean => request.header('accept') === 'application/json';

  async function jsonReply(request: PageRequest, extra: object = {}, status = 200): Promise<BodyReply> {
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
   * Processes the button of a product page or card, and redirects back. The button contains the variation for which it
   * was rendered. If another variation was selected meanwhile, the selected variation is added.
   */
  async function toggle(request: PageRequest): Promise<Reply> {
    const [, operation = '', itemKey = ''] = /^(add|remove)-(\d+-\d+)$/.exec(request.field('wishlist')) ?? [];
    const buttonItem = readWishlistKey(itemKey);
    const product = buttonItem ? await findProduct(buttonItem.productId) : undefined;
    if (!buttonItem || !product)
      return show(request, 404, __('This product is no longer for sale, so it can’t be added to your wishlist.'));
    const entity = {
      productId: product.id,
      variationId: readId(request.field('variation_id')) || buttonItem.variationId,
    };
    const returnPath =
      sanitizeReturnPath(request.field('from'), homeUrl('/')) ||
      (entity.variationId > 0 ? variationPath(product.slug, entity.variationId) : `/product/${product.slug}/`);
    if (operation === 'remove' && entity.variationId === buttonItem.variationId) {
      // The button of a card without a variation removes all variations of the product.
      await list.remove(
        request,
        entity.variationId > 0
          ? [entity]
          : (await list.list(request)).filter(({ productId }) => productId === product.id),
      );
      const message = __('%s was removed from your wishlist.', product.name);
      if (isScriptRequest(request)) return jsonReply(request, { message });
      scope.addNotice(request, 'success', message);
      return redirectTo(returnPath);
    }
    if (!(await hasVariation(entity)))
      return show(request, 404, __('This product is no longer for sale, so it can’t be added to your wishlist.'));
    const isFull = (await list.add(request, entity)) === 'full';
    const message = isFull
      ? __('Your wishlist can hold up to %d products. Remove one first.', MAX_WISHLIST_ITEMS)
      : __('%s was added to your wishlist.', product.name);
    if (isScriptRequest(request)) return jsonReply(request, { message }, isFull ? 409 : 200);
    scope.addNotice(request, isFull ? 'error' : 'success', message);
    return redirectTo(returnPath);
  }

  async function removeItem(request: PageRequest, key: string): Promise<Reply> {
    const entity = readWishlistKey(key);
    const [removed] = entity ? await list.remove(request, [entity]) : [];
    const name = removed ? (await wishlistEntries([removed])).entries[0]?.name : undefined;
    if (removed && name !== undefined) storeRemovedItem(request.session, removed, name);
    return redirectTo(WISHLIST_PATH);
  }

  async function restoreItem(request: PageRequest, key: string): Promise<Reply> {
    const item = takeRemovedItem(request.session, key);
    if (item && (await list.add(request, item, item.at)) === 'full')
      scope.addNotice(
        request,
        'error',
        __('Your wishlist can hold up to %d products. Remove one first.', MAX_WISHLIST_ITEMS),
      );
    return redirectTo(`${WISHLIST_PATH}#wishlist-${item ? wishlistKey(item) : ''}`);
  }

  return {
    path: WISHLIST_PATH,
    async handler(request) {
      if (request.method !== 'POST') return isScriptRequest(request) ? jsonReply(request) : show(request);
      if (!request.verifyNonce(CART_NONCE)) return show(request, 403, __('This page has expired. Try again.'));
      if (request.field('wishlist') !== '') return toggle(request);
      return request.field('undo') !== ''
        ? restoreItem(request, request.field('undo'))
        : removeItem(request, request.field('remove'));
    },
  };
}

/** Returns the path of the page on which the button was pressed; empty if it is not a path of this site. */
function sanitizeReturnPath(from: string, site: string): string {
  if (!from.startsWith('/') || !URL.canParse(from, site)) return '';
  const url = new URL(from, site);
  return url.origin === new URL(site).origin ? url.pathname + url.search : '';
}
