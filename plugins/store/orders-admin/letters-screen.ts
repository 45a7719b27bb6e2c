import type { AdminPage, PluginScope } from 'plinth';
import type { LetterList, ListedLetter } from '../mails/letter-list.js';
import type { LetterOptions } from '../mails/own-texts.js';
import { letterAddress } from './letter-screen.js';
import { ORDERS_SLUG } from './orders-screen.js';

interface LettersScreenDeps {
  readonly scope: Pick<PluginScope, '__' | 'adminUrl' | 'useAsset'>;
  readonly list: LetterList;
  readonly options: Pick<LetterOptions, 'read'>;
}

export const LETTERS_SLUG = 'store-letters';

/** Every letter of the shop: whom it goes to, whether it does, and whether its words are the owner's own. */
export function lettersScreen({ scope, list, options }: LettersScreenDeps): AdminPage {
  const { __ } = scope;

  async function rowOf({ id, label, to, required }: ListedLetter): Promise<object> {
    const { enabled, texts } = await options.read(id);
    const isOwn = Object.values(texts).some((text) => Object.values(text).some((part) => part !== ''));
    return {
      label,
      url: scope.adminUrl(letterAddress(id)),
      to: to === 'shop' ? __('The shop') : __('The customer'),
      enabled: enabled || required !== '',
      required,
      isOwn,
    };
  }

  return {
    slug: LETTERS_SLUG,
    title: () => __('Letters'),
    capability: 'manage_shop',
    parent: ORDERS_SLUG,
    async handler() {
      scope.useAsset('store-orders-admin');
      return {
        kind: 'page',
        title: __('Letters'),
        view: 'orders-admin/letters',
        data: { letters: await Promise.all((await list.all()).map(rowOf)), fixed: await list.fixed() },
      };
    },
  };
}
