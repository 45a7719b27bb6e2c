import { type PageRequest, type PluginScope, toUtcString } from 'plinth';
import type { WishlistItem } from '../contract/index.js';
import { readWishlist, writeWishlist } from './session-wishlist.js';
import { MAX_WISHLIST_ITEMS, wishlistKey } from './wishlist-item.js';
import type { WishlistStore } from './wishlist-store.js';

type ItemReference = Pick<WishlistItem, 'productId' | 'variationId'>;

/** Wishlist of the visitor of a request. It is stored with the account, or in the session of visitors without one. */
export interface Wishlist {
  /** Returns the items, newest first. */
  list(request: PageRequest): Promise<readonly WishlistItem[]>;
  /**
   * Adds a product to the list.
   * @param time UTC time when it was added; the current time by default
   */
  add(request: PageRequest, entity: ItemReference, time?: string): Promise<'added' | 'known' | 'full'>;
  /**
   * Removes products from the list, and fires `store/wishlist_item_removed` for each removed item.
   * @returns the removed items
   */
  remove(request: PageRequest, entities: readonly ItemReference[]): Promise<readonly WishlistItem[]>;
  /** Moves a visitor's wishlist to the account they have just logged in to. */
  merge(request: PageRequest, userId: number): Promise<void>;
}

interface WishlistDeps {
  readonly scope: Pick<PluginScope, 'doAction'>;
  readonly store: WishlistStore;
  readonly now?: () => string;
}

const isSame =
  (a: ItemReference) =>
  (b: ItemReference): boolean =>
    wishlistKey(a) === wishlistKey(b);

export function createWishlist({ scope, store, now = toUtcString }: WishlistDeps): Wishlist {
  /** Lists of accounts, cached per session object, because a page reads the list several times. */
  const cachedLists = new WeakMap<PageRequest['session'], Promise<readonly WishlistItem[]>>();

  async function loadItems(request: PageRequest): Promise<readonly WishlistItem[]> {
    if (request.userId === 0) return readWishlist(request.session);
    let found = cachedLists.get(request.session);
    if (!found) {
      found = store.listByUser(request.userId);
      cachedLists.set(request.session, found);
    }
    return found;
  }

  return {
    list: loadItems,
    async add(request, entity, time = now()) {
      const before = await loadItems(request);
      if (before.some(isSame(entity))) return 'known';
      if (before.length >= MAX_WISHLIST_ITEMS) return 'full';
      const item: WishlistItem = { productId: entity.productId, variationId: entity.variationId, at: time };
      if (request.userId === 0) writeWishlist(request.session, [item, ...before]);
      else await store.add(request.userId, [item]);
      cachedLists.delete(request.session);
      await scope.doAction('store/wishlist_item_added', item, request.userId);
      return 'added';
    },
    async remove(request, entities) {
      const before = await loadItems(request);
      const removed = before.filter((item) => entities.some(isSame(item)));
      if (removed.length === 0) return removed;
      if (request.userId === 0)
        writeWishlist(
          request.session,
          before.filter((item) => !removed.includes(item)),
        );
      else await store.remove(request.userId, removed);
      cachedLists.delete(request.session);
      for (const item of removed) await scope.doAction('store/wishlist_item_removed', item, request.userId);
      return removed;
    },
    async merge({ session }, userId) {
      const items = readWishlist(session);
      if (items.length === 0) return;
      await store.add(userId, items);
      writeWishlist(session, []);
    },
  };
}
