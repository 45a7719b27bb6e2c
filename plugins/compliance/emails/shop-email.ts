import type { PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';

/**
 * Returns the shop's public email address: where customers reply, and where the shop is notified. It is the one of the
 * seller's details, or the store's own setting while that is empty; the administrator's only if the shop has none.
 */
export type GetShopEmail = () => Promise<string>;

export function createGetShopEmail(
  { services, getOption }: Pick<PluginScope, 'services' | 'getOption'>,
  settings: Pick<Settings, 'values'>,
): GetShopEmail {
  return async () =>
    (await settings.values()).text('company_email').trim() ||
    (services.has('store.emails') ? services.get('store.emails').shopEmail() : getOption<string>('admin_email', ''));
}

/** Makes the email address of the seller's details the one of the whole shop. */
export function registerShopEmail(
  { addFilter }: Pick<PluginScope, 'addFilter'>,
  { settings }: { readonly settings: Pick<Settings, 'values'> },
): void {
  addFilter(
    'store/shop_email',
    async (email: string) => (await settings.values()).text('company_email').trim() || email,
  );
}
