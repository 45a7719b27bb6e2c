import { type MaybePromise, type PageRequest, type PluginScope, toUtcString } from 'plinth';
import type { WishlistItem } from '../contract/index.js';
import { readWishlist, writeWishlist } from './session-wishlist.js';
import { MAX_WISHLIST_ITEMS, wishlistKey } from './wishlist-item.js';
import type { WishlistStore } from './wishlist-store.js';

type Entity = Pick<WishlistItem, 'productId' | 'variationId'>;

/** Wishlist of the current request: of an account, or of a visitor's session. */
export interface Wishlist {
  /** Newest first. */
  list(request: PageRequest): MaybePromise<readonly WishlistItem[]>;
  /**
   * Adds a product to the list.
   * @param at when it was added, UTC; defaults to now
   */
  add(request: PageRequest, entity: Entity, at?: string): Promise<'added' | 'known' | 'full'>;
  /**
   * Removes products from the list, without notifying extensions of products deleted from the shop.
   * @returns the items that were on the list
   */
  remove(request: PageRequest, entities: readonly Entity[]): Promise<readonly WishlistItem[]>;
  /** Moves a visitor's wishlist to the account they have just logged in to. */
  merge(request: PageRequest, userId: number): Promise<void>;
}

interface WishlistDeps {
  readonly scope: Pick<PluginScope, 'doAction'>;
  readonly store: WishlistStore;
  readonly now?: () => string;
}

const isSame =
  (a: Entity) =>
  (b: Entity): boolean =>
    wishlistKey(a) === wishlistKey(b);

export function createWishlist({ scope, store, now = toUtcString }: WishlistDeps): Wishlist {
  /** Cached per session object: a page reads the list several times. */
  const read = new WeakMap<PageRequest['session'], Promise<readonly WishlistItem[]>>();

  function of(request: PageRequest): MaybePromise<readonly WishlistItem[]> {
    if (request.userId === 0) return readWishlist(request.session);
    let found = read.get(request.session);
    if (!found) {
      found = store.listByUser(request.userId);
      read.set(request.session, found);
    }
    return found;
  }

  return {
    list: of,
    async add(request, entity, at = now()) {
      const before = await of(request);
      if (before.some(isSame(entity))) return 'known';
      if (before.length >= MAX_WISHLIST_ITEMS) return 'full';
      const item: WishlistItem = { productId: entity.productId, variationId: entity.variationId, at };
      if (request.userId === 0) writeWishlist(request.session, [item, ...before]);
      else await store.add(request.userId, [item]);
      read.delete(request.session);
      await scope.doAction('store/wishlist_item_added', item, request.userId);
      return 'added';
    },
    async remove(request, entities) {
      const before = await of(request);
      const removed = before.filter((item) => entities.some(isSame(item)));
      if (removed.length === 0) return removed;
      if (request.userId === 0)
        writeWishlist(
          request.session,
          before.filter((item) => !removed.includes(item)),
        );
      else await store.remove(request.userId, removed);
      read.delete(request.session);
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
