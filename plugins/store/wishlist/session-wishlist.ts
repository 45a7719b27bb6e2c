import type { PageSession } from 'plinth';
import type { WishlistItem } from '../contract/index.js';
import { isWishlistItem, MAX_WISHLIST_ITEMS, wishlistKey } from './wishlist-item.js';

const KEY = 'store_wishlist_items';
const REMOVED = 'store_unwished';

/** Last removed wishlist item, which can be restored to its position. */
interface RemovedItem {
  readonly item: WishlistItem;
  readonly name: string;
  /** Whether the visitor has seen the notice. */
  readonly isNotified: boolean;
}

/** Returns the wishlist of a visitor without an account, newest first. */
export function readWishlist(session: PageSession): readonly WishlistItem[] {
  const stored = session.get(KEY);
  return Array.isArray(stored) ? (stored as unknown[]).filter(isWishlistItem).slice(0, MAX_WISHLIST_ITEMS) : [];
}

export function writeWishlist(session: PageSession, items: readonly WishlistItem[]): void {
  const sorted = [...items].sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at));
  session.set(KEY, sorted.length > 0 ? sorted : undefined);
}

export function saveRemovedItem(session: PageSession, item: WishlistItem, name: string): void {
  session.set(REMOVED, { item, name, isNotified: false } satisfies RemovedItem);
}

/** Returns the item just removed, only once, so that the offer to restore it does not persist for days. */
export function removedItemNotice(session: PageSession): { readonly name: string; readonly key: string } | undefined {
  const removed = readRemoved(session);
  if (!removed || removed.isNotified) return undefined;
  session.set(REMOVED, { ...removed, isNotified: true });
  return { name: removed.name, key: wishlistKey(removed.item) };
}

/** Takes the last removed item, if it has this key. */
export function takeRemovedItem(session: PageSession, key: string): WishlistItem | undefined {
  const removed = readRemoved(session);
  if (!removed || wishlistKey(removed.item) !== key) return undefined;
  session.set(REMOVED, undefined);
  return removed.item;
}

function readRemoved(session: PageSession): RemovedItem | undefined {
  const stored = session.get<Partial<RemovedItem>>(REMOVED);
  return stored && isWishlistItem(stored.item) && typeof stored.name === 'string'
    ? { item: stored.item, name: stored.name, isNotified: stored.isNotified === true }
    : undefined;
}
