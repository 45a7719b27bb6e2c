import type { OwnRegistry, PluginScope, RegistryEntry } from 'plinth';
import type {
  Label,
  Discount,
  Fee,
  TaxRule,
  CartData,
  DeliveryMethod,
  FixedEmail,
  Email,
  EmailSection,
  AccountPage,
  OrderAction,
  OrderBox,
  OrderColumn,
  ProductTab,
  ProductType,
} from '../contract/index.js';
import { lacks, settingsError } from './registry-checks.js';

/** Registries for plugins to extend the shop. */
export interface StoreRegistries {
  readonly deliveries: OwnRegistry<DeliveryMethod>;
  readonly fees: OwnRegistry<Fee>;
  readonly discounts: OwnRegistry<Discount>;
  readonly tax: OwnRegistry<TaxRule>;
  readonly emails: OwnRegistry<Email>;
  readonly emailSections: OwnRegistry<EmailSection>;
  readonly fixedEmails: OwnRegistry<FixedEmail>;
  readonly productTypes: OwnRegistry<ProductType>;
  readonly tabs: OwnRegistry<ProductTab>;
  readonly accountPages: OwnRegistry<AccountPage>;
  readonly cartData: OwnRegistry<CartData>;
  readonly orderColumns: OwnRegistry<OrderColumn>;
  readonly orderBoxes: OwnRegistry<OrderBox>;
  readonly orderActions: OwnRegistry<OrderAction>;
}

/** IDs of the store's built-in emails. */
export const OWN_EMAILS: readonly string[] = [
  'received',
  'pending',
  'on-hold',
  'processing',
  'completed',
  'cancelled',
  'unpaid',
  'refunded',
  'new_order',
  'new_account',
  'existing_account',
  'contact',
  'payment_failed',
  'refund',
  'new_review',
  'review_request',
  'confirm_back_in_stock',
  'back_in_stock',
];
/** Slugs of the store's built-in account pages. */
const OWN_PAGES: readonly string[] = ['orders', 'addresses', 'password', 'log-in'];

export function createStoreRegistries({
  createRegistry,
  validateFields,
}: Pick<PluginScope, 'createRegistry' | 'validateFields'>): StoreRegistries {
  const of = <T extends { readonly id: string }>(
    name: string,
    needed: Parameters<typeof lacks>[1],
    more: (entry: T) => string = () => '',
  ): OwnRegistry<T> => createRegistry<T>({ name, check: (entry) => lacks(entry, needed) || more(entry) });
  return {
    deliveries: of('delivery method', { functions: ['rates'], texts: ['label'] }, ({ settings }) =>
      settingsError({ validateFields }, settings),
    ),
    fees: of('fee', { functions: ['calculate'], texts: ['label'] }),
    discounts: of('discount', { functions: ['calculate'], texts: ['label'] }),
    tax: of('tax rule', { functions: ['rateFor'] }),
    emails: of('email', { functions: ['subject', 'render'], texts: ['label'] }, ({ id }) =>
      OWN_EMAILS.includes(id) ? `"${id}" is a built-in email.` : '',
    ),
    fixedEmails: of('fixed email', { texts: ['label', 'reason'] }),
    emailSections: of('email section', { functions: ['render'] }),
    productTypes: of('product type', { texts: ['label'] }, ({ id, isPhysical, isSellable }) => {
      if (['physical', 'digital'].includes(id)) return `"${id}" is a built-in product type.`;
      const isClear = typeof isPhysical === 'boolean' && typeof isSellable === 'boolean';
      return isClear ? '' : '"isPhysical" and "isSellable" must be booleans.';
    }),
    tabs: of('tab', { functions: ['render'], texts: ['title'] }),
    accountPages: of('account page', { functions: ['render'], texts: ['label'] }, ({ id }) =>
      OWN_PAGES.includes(id) ? `"${id}" is a built-in account page.` : '',
    ),
    cartData: of('cart-line data', { functions: ['fields'] }),
    orderColumns: of('order column', { functions: ['cell'], texts: ['label'] }),
    orderBoxes: of('order meta box', { functions: ['render'], texts: ['title'] }),
    orderActions: of('order action', { functions: ['run'], texts: ['label'] }),
  };
}

/** Returns the label of an entry in the language of the page; its ID when the plugin cannot provide one. */
export function labelOf<T extends { readonly id: string }>(
  registry: OwnRegistry<T>,
  entry: RegistryEntry<T>,
  label: (value: T) => Label | undefined,
): Promise<string> {
  return registry.call(
    entry,
    (value) => {
      const text = label(value);
      return typeof text === 'function' ? text() : (text ?? '');
    },
    entry.id,
    (text) => (typeof text === 'string' ? '' : 'its label must be a string.'),
  );
}
