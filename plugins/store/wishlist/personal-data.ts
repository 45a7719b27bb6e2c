import type { PluginScope } from 'plinth';
import { registerEraser, registerExporter } from '../privacy/personal-data.js';
import type { WishlistEntries } from './visible-items.js';
import { wishlistKey } from './wishlist-item.js';
import type { WishlistStore } from './wishlist-store.js';

interface WishlistPersonalDataDeps {
  readonly scope: Pick<PluginScope, 'addFilter' | 'addAction' | 'getUserBy' | '__'>;
  readonly store: Pick<WishlistStore, 'listByUser' | 'clear'>;
  readonly wishlistEntries: WishlistEntries;
}

/** Adds wishlists to the personal data exporters and erasers. A wishlist is deleted when its account is deleted. */
export function registerWishlistPersonalData({ scope, store, wishlistEntries }: WishlistPersonalDataDeps): void {
  const { __ } = scope;

  async function findUserId(email: string): Promise<number> {
    const user = email.trim() === '' ? false : await scope.getUserBy('email', email);
    return user ? user.id : 0;
  }

  const owner = { id: 'store-wishlist', tables: ['store_wishlist_items'], label: () => __('Wishlist') };
  registerExporter(scope, owner, async (email) => {
    const userId = await findUserId(email);
    const items = userId > 0 ? await store.listByUser(userId) : [];
    const names = new Map((await wishlistEntries(items)).entries.map(({ key, name }) => [key, name]));
    return items.map((item) => ({
      id: `wishlist-${wishlistKey(item)}`,
      fields: { [__('Product')]: names.get(wishlistKey(item)) ?? `#${item.productId}`, [__('Date')]: item.at },
    }));
  });
  registerEraser(scope, owner, async (email) => ({ removed: await store.clear(await findUserId(email)) }));
  scope.addAction('deleted_user', async (id: number) => void (await store.clear(id)));
}
