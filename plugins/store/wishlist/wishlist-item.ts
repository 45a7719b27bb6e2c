import type { WishlistItem } from '../contract/index.js';
import { readId } from '../cart/cart-lines.js';

/** Maximum number of items in a wishlist. */
export const MAX_WISHLIST_ITEMS = 200;
export const WISHLIST_PATH = '/wishlist/';

const ITEM_KEY = /^(\d{1,10})-(\d{1,10})$/;

/** Returns the key of a wishlist item in forms. */
export function wishlistKey({ productId, variationId }: Pick<WishlistItem, 'productId' | 'variationId'>): string {
  return `${productId}-${variationId}`;
}

/** Parses the key of a wishlist item; undefined when it is invalid. */
export function readWishlistKey(text: string): Pick<WishlistItem, 'productId' | 'variationId'> | undefined {
  const [, product = '', variation = ''] = ITEM_KEY.exec(text) ?? [];
  return readId(product) > 0 ? { productId: readId(product), variationId: readId(variation) } : undefined;
}

export function isWishlistItem(value: unknown): value is WishlistItem {
  const { productId, variationId, at } = (value ?? {}) as Partial<Record<keyof WishlistItem, unknown>>;
  return (
    Number.isInteger(productId) &&
    Number(productId) > 0 &&
    Number.isInteger(variationId) &&
    Number(variationId) >= 0 &&
    typeof at === 'string' &&
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(at)
  );
}
