import type { PluginScope } from 'plinth';
import type { CommerceSettings } from '../commerce/commerce-settings.js';

/** The shop's public email address: where customers reply, and where the shop is notified. */
export interface ShopEmail {
  /** Returns the address; the administrator's only if the shop has none. */
  read(): Promise<string>;
  /** Returns the address that a plugin provides instead of the store's setting; empty for none. */
  readProvided(): Promise<string>;
}

export function createShopEmail(
  { applyFilters, getOption }: Pick<PluginScope, 'applyFilters' | 'getOption'>,
  commerceSettings: Pick<CommerceSettings, 'read'>,
): ShopEmail {
  const readProvided = async (): Promise<string> => (await applyFilters<string>('store/shop_email', '')).trim();
  return {
    readProvided,
    read: async () =>
      (await readProvided()) ||
      (await commerceSettings.read()).shopEmail ||
      (await getOption<string>('admin_email', '')),
  };
}
