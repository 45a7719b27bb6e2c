import type { PluginScope } from 'plinth';
import { registerEraser, registerExporter } from '../privacy/personal-data.js';
import type { ShownWishes } from './shown-wishes.js';
import { wishKey } from './wish.js';
import type { WishStore } from './wish-store.js';

interface PeopleDeps {
  readonly scope: Pick<PluginScope, 'addFilter' | 'addAction' | 'getUserBy' | '__'>;
  readonly store: Pick<WishStore, 'of' | 'forget'>;
  readonly shownWishes: ShownWishes;
}

/** Joins wish lists to what the site hands out, and forgets, when people ask for it; they go with their account. */
export function registerWishesOfPeople({ scope, store, shownWishes }: PeopleDeps): void {
  const { __ } = scope;

  async function userOf(email: string): Promise<number> {
    const user = email.trim() === '' ? false : await scope.getUserBy('email', email);
    return user ? user.id : 0;
  }

  const keeper = { id: 'store-wishes', label: () => __('Wish list') };
  registerExporter(scope, keeper, async (email) => {
    const userId = await userOf(email);
    const wishes = userId > 0 ? await store.of(userId) : [];
    const names = new Map((await shownWishes(wishes)).shown.map(({ key, name }) => [key, name]));
    return wishes.map((wish) => ({
      id: `wish-${wishKey(wish)}`,
      fields: { [__('Product')]: names.get(wishKey(wish)) ?? `#${wish.productId}`, [__('Date')]: wish.at },
    }));
  });
  registerEraser(scope, keeper, async (email) => ({ removed: await store.forget(await userOf(email)) }));
  scope.addAction('deleted_user', async (id: number) => void (await store.forget(id)));
}
