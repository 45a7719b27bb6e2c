import type { PersonalDataErasers, PersonalDataExporters, PluginScope } from 'plinth';
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

  scope.addFilter('wp_privacy_personal_data_exporters', (exporters): PersonalDataExporters => ({
    ...exporters,
    'store-wishes': {
      exporter_friendly_name: __('Wish list'),
      async callback(email) {
        const userId = await userOf(email);
        const wishes = userId > 0 ? await store.of(userId) : [];
        const names = new Map((await shownWishes(wishes)).shown.map(({ key, name }) => [key, name]));
        const data = wishes.map((wish) => ({
          group_id: 'store-wishes',
          group_label: __('Wish list'),
          item_id: `wish-${wishKey(wish)}`,
          data: [
            { name: __('Product'), value: names.get(wishKey(wish)) ?? `#${wish.productId}` },
            { name: __('Date'), value: wish.at },
          ],
        }));
        return { data, done: true };
      },
    },
  }));
  scope.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
    ...erasers,
    'store-wishes': {
      eraser_friendly_name: __('Wish list'),
      callback: async (email) => ({
        items_removed: await store.forget(await userOf(email)),
        items_retained: 0,
        messages: [],
        done: true,
      }),
    },
  }));
  scope.addAction('deleted_user', async (id: number) => void (await store.forget(id)));
}
