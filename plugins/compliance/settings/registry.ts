import { CHECKOUT } from './checkout.js';
import { COMPLIANCE } from './compliance.js';
import { type SettingDefinition, type SettingGroupId } from './definition.js';
import { GENERAL } from './general.js';
import { STOREFRONT } from './storefront.js';

export const DEFINITIONS: Readonly<Record<SettingGroupId, readonly SettingDefinition[]>> = {
  general: GENERAL,
  compliance: COMPLIANCE,
  storefront: STOREFRONT,
  checkout: CHECKOUT,
};

/** What the groups are called. */
export const GROUP_TEXTS: Readonly<Record<SettingGroupId, { readonly label: string; readonly description: string }>> = {
  general: { label: 'General settings', description: 'Company data and the plugin as a whole.' },
  compliance: { label: 'Legal requirements', description: 'The duties under EU and Polish law, each with its switch.' },
  storefront: { label: 'Storefront', description: 'What product pages and lists say, and the product search.' },
  checkout: { label: 'Checkout and orders', description: 'Legal boxes, invoices and what is sent with an order.' },
};

export const ALL_DEFINITIONS: readonly SettingDefinition[] = Object.values(DEFINITIONS).flat();
