import type { PageSession } from 'plinth';
import type { WishlistItem } from '../contract/index.js';
import { isWishlistItem, MAX_WISHLIST_ITEMS, wishlistKey } from './wishlist-item.js';

const WISHLIST_KEY = 'store_wishlist_items';
const REMOVED_ITEM_KEY = 'store_wishlist_removed';

/** The last removed wishlist item, which can be restored. */
interface RemovedItem {
  readonly item: WishlistItem;
  readonly name: string;
  /** Whether the visitor has seen the notice. */
  readonly isNotified: boolean;
}

/** Returns the wishlist of a visitor without an account, newest first. */
export function readWishlist(session: PageSession): readonly WishlistItem[] {
  const stored = session.get(WISHLIST_KEY);
  return Array.isArray(stored) ? (stored as unknown[]).filter(isWishlistItem).slice(0, MAX_WISHLIST_ITEMS) : [];
}

export function writeWishlist(session: PageSession, items: readonly WishlistItem[]): void {
  const sorted = [...items].sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at));
  session.set(WISHLIST_KEY, sorted.length > 0 ? sorted : undefined);
}

export function storeRemovedItem(session: PageSession, item: WishlistItem, name: string): void {
  session.set(REMOVED_ITEM_KEY, { item, name, isNotified: false } satisfies RemovedItem);
}

/** Returns the last removed item for a notice. It is returned only once, so that the notice is not repeated. */
export function removedItemNotice(session: PageSession): { readonly name: string; readonly key: string } | undefined {
  const removed = readRemoved(session);
  if (!removed || removed.isNotified) return undefined;
  session.set(REMOVED_ITEM_KEY, { ...removed, isNotified: true });
  return { name: removed.name, key: wishlistKey(removed.item) };
}

/** Returns the last removed item and clears it; undefined if it has a different key. */
export function takeRemovedItem(session: PageSession, key: string): WishlistItem | undefined {
  const removed = readRemoved(session);
  if (!removed || wishlistKey(removed.item) !== key) return undefined;
  session.set(REMOVED_ITEM_KEY, undefined);
  return removed.item;
}

function readRemoved(session: PageSession): RemovedItem | undefined {
  const stored = session.get<Partial<RemovedItem>>(REMOVED_ITEM_KEY);
  return stored && isWishlistItem(stored.item) && typeof stored.name === 'string'
    ? { item: stored.item, name: stored.name, isNotified: stored.isNotified === true }
    : undefined;
}
